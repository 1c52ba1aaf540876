"""How a file was made, written into it as metadata and read back. Knows files and no orders.

In a PDF it is a property of the XMP packet, in an SVG an element under ``metadata``; both have one name.
"""

from __future__ import annotations

import io

from printquarto.errors import InputError

NAMESPACE = "urn:x-printquarto:origin"
_NAME = f"{{{NAMESPACE}}}origin"

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{about}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
</rdf:Description>
{more}</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"""
_TAGGED = """<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
"""


def element(origin: str) -> str:
    """Give the origin as an element of XML."""
    return f'<made:origin xmlns:made="{NAMESPACE}">{_escaped(origin)}</made:origin>'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def packet(title: str, about: str, language: str, origin: str, *, tagged: bool) -> bytes:
    """Give the XMP packet of a PDF."""
    more = _TAGGED if tagged else ""
    if origin:
        more += f'<rdf:Description rdf:about="">\n{element(origin)}\n</rdf:Description>\n'
    text = _PACKET.format(title=_escaped(title), about=_escaped(about), language=language, more=more)
    return text.encode()


def is_pdf(data: bytes) -> bool:
    """Say whether a file claims to be a PDF."""
    return b"%PDF-" in data[:1024]


def needs_password(data: bytes) -> bool:
    """Say whether a PDF opens with a password only."""
    import pikepdf

    try:
        pikepdf.open(io.BytesIO(data)).close()
    except pikepdf.PasswordError:
        return True
    except pikepdf.PdfError:
        return False
    return False


def read_origin(data: bytes, source: str) -> str:
    """Give the origin that a PDF or an SVG holds. Raises InputError where it holds none."""
    import xml.etree.ElementTree as ET

    packed = _metadata(data, source) if is_pdf(data) else data
    if packed is None or b"<!DOCTYPE" in packed or b"<!ENTITY" in packed:
        raise InputError(_UNKNOWN.format(source))
    try:
        found = next(ET.fromstring(packed).iter(_NAME), None)
    except (ET.ParseError, LookupError, ValueError):
        found = None  # no XML, or in an encoding that there is not
    if found is None or not found.text:
        raise InputError(_UNKNOWN.format(source))
    return found.text


_UNKNOWN = "{} does not say how it was made; only a PDF or SVG of this program can be rebuilt."


def _metadata(data: bytes, source: str) -> bytes | None:
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            return pdf.Root.Metadata.read_bytes() if "/Metadata" in pdf.Root else None
    except pikepdf.PdfError:
        raise InputError(f"{source} is damaged and cannot be read.") from None
