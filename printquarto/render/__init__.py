"""The writers: a scene becomes the bytes of an SVG or a PDF. Knows nothing of games or templates.

The modules load reportlab, svgwrite or fontTools, which takes a while: import them where they are needed.
"""
