"""One key for each name."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.geography.names import normalised

SAME = [
    ("Côte d'Ivoire", "COTE D’IVOIRE"),
    ("São Tomé", "Sao Tome"),
    ("Lörrach", "LO\u0308RRACH"),
    ("İstanbul", "istanbul"),
    ("Tromsø", "Tromso"),
    ("Łódź", "Lodz"),
    ("Straße", "STRASSE"),
    ("Guinea-Bissau", "guinea  bissau"),
    ("St. John's", "Saint Johns"),
    ("Nukuʻalofa", "Nuku'alofa"),
    ("Санкт-Петербург", "санкт петербург"),
    ("臺北", "台北"),
    ("Tokyo", "Tokyo"),
    ("서울", "서울"),
    ("Trinidad & Tobago", "Trinidad and Tobago"),
    ("Ber\u200blin\ufeff", "Berlin"),
    ("القاهرة", "القَاهِرَة"),
]
DIFFERENT = [("Niger", "Nigeria"), ("ガーナ", "カーナ"), ("เกา", "เก่า"), ("दिल", "दल"), ("Oman", "Roman")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_names_have_other_keys(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_a_key_is_its_own_key(text: str) -> None:
    key = normalised(text)
    assert normalised(key) == key
    assert key == " ".join(key.split())


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="ascii"), max_size=60))
def test_plain_letters_and_their_full_width_twins_have_one_key(text: str) -> None:
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in text)
    assert normalised(wide) == normalised(text)
