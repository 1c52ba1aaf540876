"""A simulator of filled-in sheets and of their photos: hands, pens, bent paper, light, cameras, scanners.

It knows a sheet from its ``layout --json`` and its PDF alone and shares no code with the reader, so that what
one of them gets wrong the other does not get wrong too. All of it is seeded: same seed, same picture.
"""
