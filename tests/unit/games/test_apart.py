"""No question of a game is given away by one before it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.games.apart import kept_apart
from soundmark.games.deal import GameKind, deal
from soundmark.types import QuestionId

IDS = [QuestionId(f"q{n}") for n in range(9)]
PAIRS = list(itertools.permutations(IDS, 2))


def dealt(seed: str, telling: set[tuple[QuestionId, QuestionId]], rounds: int = 6) -> tuple[QuestionId, ...]:
    return deal(
        IDS,
        revision="1",
        kind=GameKind.SEED,
        seed=seed,
        rounds=rounds,
        gives_away=lambda earlier, later: (earlier, later) in telling,
    )


@given(st.text(max_size=5), st.sets(st.sampled_from(PAIRS)))
def test_no_question_comes_after_one_that_gives_it_away(seed: str, telling: set[tuple[QuestionId, QuestionId]]) -> None:
    game = dealt(seed, telling)
    assert len(set(game)) == len(game)
    assert not telling & set(itertools.combinations(game, 2))
    # As long as it can be: nothing that is left may still be asked.
    left = set(IDS) - set(game)
    assert len(game) == 6 or all(any((one, other) in telling for one in game) for other in left)
    assert dealt(seed, telling) == game


@pytest.mark.parametrize("rounds", [1, 4, 9, 20])
def test_where_nothing_is_given_away_the_game_is_the_plain_one(rounds: int) -> None:
    kinds = {one: one[1] for one in IDS} | {QuestionId("q0"): "a", QuestionId("q1"): "a", QuestionId("q2"): "a"}
    for seed in "abc":
        plain = deal(IDS, revision="1", kind=GameKind.SEED, seed=seed, rounds=rounds, classes=kinds)
        apart = deal(
            IDS,
            revision="1",
            kind=GameKind.SEED,
            seed=seed,
            rounds=rounds,
            classes=kinds,
            gives_away=lambda earlier, later: False,
        )
        assert apart == plain


def test_the_first_choice_gives_way_to_a_longer_game() -> None:
    """q0 would come first and gives all others away: it comes last."""
    game = kept_apart(IDS[:4], None, 4, lambda earlier, later: earlier == "q0")
    assert game == ("q1", "q2", "q3", "q0")


def test_all_kinds_take_their_turn_where_that_can_be() -> None:
    kinds = {QuestionId("q0"): "near", QuestionId("q1"): "near", QuestionId("q2"): "far"}
    assert kept_apart(IDS[:3], kinds, 2, lambda earlier, later: (earlier, later) == ("q0", "q2")) == ("q1", "q2")
    # The far one would always be given away: the game has another near one instead.
    assert kept_apart(IDS[:3], kinds, 2, lambda earlier, later: later == "q2" and earlier != "q2") == ("q2", "q0")
    assert kept_apart(IDS[:3], kinds, 2, lambda earlier, later: "q2" in (earlier, later)) == ("q0", "q1")


@pytest.mark.parametrize("telling", [set(), {("q0", "q1"), ("q4", "q5")}])
def test_a_game_stays_within_one_block_where_a_block_has_enough(telling: set[tuple[str, str]]) -> None:
    blocks = {one: "first" if one in IDS[:3] else "second" for one in IDS}
    firsts = set()
    for seed in range(20):
        games = [
            deal(
                IDS,
                revision="1",
                kind=GameKind.SEED,
                seed=str(seed),
                rounds=rounds,
                blocks=blocks,
                gives_away=lambda earlier, later: (earlier, later) in telling,
            )
            for rounds in (3, 5, 7)
        ]
        assert [len(game) for game in games] == [3, 5, 7]
        assert [len({blocks[one] for one in game}) for game in games] == [1, 1, 2]
        firsts.add(blocks[games[0][0]])
        assert blocks[games[1][0]] == "second"  # the other one has three
        assert not any(telling & set(itertools.combinations(game, 2)) for game in games)
    assert firsts == {"first", "second"}
