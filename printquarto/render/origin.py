"""How a file was made, written into it as metadata and read back. Knows files and no orders.

In a PDF it is a property of the XMP packet, in an SVG an element under ``metadata``; both have one name.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from types import MappingProxyType

from printquarto.errors import InputError

NAMESPACE = "urn:x-printquarto:origin"
_NAME = f"{{{NAMESPACE}}}origin"

_DESC = "{http://www.w3.org/2000/svg}desc"

NO_OTHERS: Mapping[str, str] = MappingProxyType({})

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


def read_origin(data: bytes, source: str, others: Mapping[str, str] = NO_OTHERS) -> str:
    """Give the origin that a PDF or an SVG holds. Raises InputError where it holds none.

    ``others`` says of what has none, by its description, what is to be told instead.
    """
    import xml.etree.ElementTree as ET

    packed, about = _metadata(data, source) if is_pdf(data) else (data, "")
    if packed is not None and (b"<!DOCTYPE" in packed or b"<!ENTITY" in packed):
        packed = None
    try:
        root = ET.fromstring(packed) if packed is not None else ET.Element("none")
    except (ET.ParseError, LookupError, ValueError):
        root = ET.Element("none")  # no XML, or in an encoding that there is not
    found = next(root.iter(_NAME), None)
    if found is not None and found.text:
        return found.text
    told = others.get(about or root.findtext(_DESC) or "")
    raise InputError(f"{source} {told}" if told is not None else _UNKNOWN.format(source))


_UNKNOWN = "{} does not say how it was made; only a PDF or SVG of this program can be rebuilt."


def _metadata(data: bytes, source: str) -> tuple[bytes | None, str]:
    """Give the XMP packet of a PDF, if it has one, and its subject."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            packed = pdf.Root.Metadata.read_bytes() if "/Metadata" in pdf.Root else None
            info = pdf.trailer.get("/Info")
            return packed, str(info.get("/Subject", "")) if isinstance(info, pikepdf.Dictionary) else ""
    except pikepdf.PdfError:
        raise InputError(f"{source} is damaged and cannot be read.") from None
