"""Plain text out of HTML fragments, as people type them into web forms."""

from __future__ import annotations

from html.parser import HTMLParser

_UNSEEN = frozenset({"script", "style"})


def plain_text(fragment: str) -> str:
    """The text of a fragment, with a space for each tag and characters for entities (HTML Standard, section 13.2).

    A `<` that begins no tag stays. What stands in `script` and `style` is dropped. The result may still hold `<` and
    `&` as characters: whoever shows it in a page must escape it as any other text.
    """
    if "<" not in fragment and "&" not in fragment:
        return fragment
    collector = _Collector()
    collector.feed(fragment)
    collector.close()
    return "".join(collector.pieces)


class _Collector(HTMLParser):
    """Collects what is between tags."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._unseen = ""

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.pieces.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.pieces.append(" ")
        if tag in _UNSEEN:
            self._unseen = tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag, attrs
        self.pieces.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self.pieces.append(" ")
        if tag == self._unseen:
            self._unseen = ""
