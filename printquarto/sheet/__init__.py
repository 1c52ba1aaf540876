"""The sheets: a template becomes a layout on a paper, a layout becomes a scene, all in millimetres.

Knows nothing of SVG, PDF or pixels. A layout is the one place that knows where anything is; the scene
is drawn from it, and whoever wants to find a cell or an arrow again looks it up there.
"""
