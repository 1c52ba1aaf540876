"""Photos of filled-in sheets: pixels and a layout become a reading. Only this room imports numpy or OpenCV.

They come with the extra ``photo`` and are imported inside functions, so that everything else works without.
"""
