"""How much processor time ratings take: a million votes from file to intervals, a refit, and style control.

    .venv/bin/python -m perf.ratings [--votes 1000000] [--models 20] [--coverage]

CPU seconds of this process, of all its threads, without imports. Peers, on the same votes in the same run:
- scikit-learn: a logistic regression with a row for each vote (as arenas' notebooks have it), whose rows are drawn
  again for each round. It is run for a few rounds and scaled to all.
- evalica (optional; `pip install evalica`): its Bradley-Terry on each vote, rounds by drawing rows, scaled likewise;
  and on counts of votes, as a user could do who counts first.
--coverage adds how often intervals hold the truth in 200 made-up arenas.
"""

from __future__ import annotations

import argparse
import importlib.util
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from leaderboard.ratings.counts import VoteCounts, count_votes
from leaderboard.ratings.outcomes import Floats, Ints, Outcome, Ties
from leaderboard.ratings.rate import POINTS_PER_STRENGTH, rate, refit
from leaderboard.ratings.style_control import control_style
from leaderboard.ratings.table import RatingRules
from leaderboard.ratings.vote_check import checked_votes
from leaderboard.ratings.vote_files import read_raw_votes
from leaderboard.ratings.vote_table import VoteTable

ROUNDS = 1000
PEER_ROUNDS = 2
WORDS = ("model_a", "tie", "model_b", "tie (bothbad)")
Columns = tuple[Ints, Ints, Ints]


def made_up(rng: np.random.Generator, n_models: int, n: int, nu: float = 0.55) -> tuple[Columns, Floats]:
    """Votes with Davidson's ties, of which four in ten are both bad; and the strengths."""
    theta = rng.normal(0, 0.57, n_models)
    a = rng.integers(0, n_models, n)
    b = (a + rng.integers(1, n_models, n)) % n_models
    half = (theta[a] - theta[b]) / 2
    weights = np.stack([np.exp(half), np.full(n, nu), np.exp(-half)])
    heights = (weights / weights.sum(axis=0)).cumsum(axis=0)
    outcome = (rng.random(n) > heights[:2]).sum(axis=0)
    outcome[(outcome == Outcome.TIE) & (rng.random(n) < 0.4)] = Outcome.BOTH_BAD
    return (a, b, outcome), theta


def names(n_models: int) -> tuple[str, ...]:
    """Of the models."""
    return tuple(f"model-{at:03}" for at in range(n_models))


def cpu_s(work: Callable[[], object], times: int = 1) -> float:
    """The least of several."""
    found = []
    for _ in range(times):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return min(found)


def write(folder: Path, votes: Columns, n_models: int) -> dict[str, Path]:
    """The same votes as CSV and Parquet."""
    import pyarrow as pa
    import pyarrow.csv as arrow_csv
    import pyarrow.parquet as pq

    own, words = np.array(names(n_models)), np.array(WORDS)
    table = pa.table({"model_a": own[votes[0]], "model_b": own[votes[1]], "winner": words[votes[2]]})
    arrow_csv.write_csv(table, folder / "votes.csv", arrow_csv.WriteOptions(quoting_style="none"))
    pq.write_table(table, folder / "votes.parquet")
    return {"CSV": folder / "votes.csv", "Parquet": folder / "votes.parquet"}


def from_file(path: Path) -> None:
    """All that the command does but printing."""
    votes, _ = checked_votes(read_raw_votes(path, {"vote_id"}))
    rate(votes.counts(), RatingRules(rounds=ROUNDS))


def by_sklearn(votes: Columns, n_models: int) -> None:
    """A row for each vote, a tie as two rows of half the weight, no penalty to speak of."""
    from scipy.sparse import csr_array
    from sklearn.linear_model import LogisticRegression

    a, b, outcome = votes
    is_tie = (outcome == Outcome.TIE) | (outcome == Outcome.BOTH_BAD)
    rows = np.concatenate([np.arange(len(a)), np.flatnonzero(is_tie)])
    won = np.concatenate([outcome != Outcome.B, np.zeros(int(is_tie.sum()), dtype=bool)])
    places = (np.tile(np.arange(len(rows)), 2), np.concatenate([a[rows], b[rows]]))
    x = csr_array((np.repeat([1.0, -1.0], len(rows)), places), shape=(len(rows), n_models))
    fit = LogisticRegression(C=1e9, fit_intercept=False, tol=1e-6)
    fit.fit(x, won, np.where(np.isin(rows, np.flatnonzero(is_tie)), 0.5, 1.0))


def by_evalica(votes: Columns, n_models: int) -> None:
    """Its function on the names of each vote."""
    import evalica

    own = np.array(names(n_models), dtype=object)
    winners = np.array([evalica.Winner.X, evalica.Winner.Draw, evalica.Winner.Y, evalica.Winner.Draw], dtype=object)
    a, b, outcome = votes
    evalica.bradley_terry(own[a].tolist(), own[b].tolist(), winners[outcome].tolist())


def by_evalica_on_counts(counts: VoteCounts) -> None:
    """Its function with a weight for each pair and outcome, in all rounds, for one who counts first."""
    import evalica

    winners = [evalica.Winner.X, evalica.Winner.Draw, evalica.Winner.Y, evalica.Winner.Draw]
    cells = np.argwhere(counts.cells)
    a, b = ([counts.models[place] for place in column] for column in (cells[:, 0], cells[:, 1]))
    said = [winners[outcome] for outcome in cells[:, 2]]
    numbers = counts.cells[tuple(cells.T)]
    rng = np.random.default_rng(0)
    for drawn in rng.multinomial(counts.n_votes, numbers / counts.n_votes, size=ROUNDS):
        evalica.bradley_terry(a, b, said, weights=drawn.astype(np.float64).tolist())


def scaled(peer: Callable[[Columns, int], None], votes: Columns, n_models: int) -> float:
    """CPU seconds of a fit and all rounds, from those of a few rounds; without imports."""
    rng = np.random.default_rng(0)
    peer(_drawn(rng, votes, 1000), n_models)
    once = cpu_s(lambda: peer(votes, n_models))
    rounds = [cpu_s(lambda: peer(_drawn(rng, votes, len(votes[0])), n_models)) for _ in range(PEER_ROUNDS)]
    return once + sum(rounds) / PEER_ROUNDS * ROUNDS


def _drawn(rng: np.random.Generator, votes: Columns, n: int) -> Columns:
    rows = rng.integers(0, len(votes[0]), n)
    return votes[0][rows], votes[1][rows], votes[2][rows]


def styled(rng: np.random.Generator, votes: Columns, n_models: int) -> VoteTable:
    """The votes with style features."""
    n = len(votes[0])
    counts = [rng.poisson(rate_of, (n, 2)) for rate_of in (150, 4, 2, 5)]
    style = np.stack([*counts, rng.random((n, 2)) < 0.5], axis=1).astype(np.float64)
    return VoteTable(models=names(n_models), a=votes[0], b=votes[1], outcome=votes[2], style=style)


def coverage(ties: Ties, rounds: int, nu: float) -> float:
    """Share of intervals that hold the truth in 200 arenas of 10 models and 1,000 votes."""
    rng = np.random.default_rng(3)
    hits = n = 0
    for _ in range(200):
        votes, theta = made_up(rng, 10, 1000, nu)
        truth = dict(zip(names(10), 1000 + POINTS_PER_STRENGTH * (theta - theta.mean()), strict=True))
        for row in rate(count_votes(names(10), *votes), RatingRules(ties=ties, rounds=rounds)).ratings:
            hits += row.low is not None and row.high is not None and row.low <= truth[row.model] <= row.high
            n += 1
    return hits / n


def main() -> None:
    """Measure, and print Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--votes", type=int, default=1_000_000)
    parser.add_argument("--models", type=int, default=20)
    parser.add_argument("--coverage", action="store_true")
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    votes, _ = made_up(rng, options.models, options.votes)
    counts = count_votes(names(options.models), *votes)
    rate(counts, RatingRules(rounds=10))  # imports
    with tempfile.TemporaryDirectory() as folder:
        files = write(Path(folder), votes, options.models)
        own = {f"Soundmark, from {form}": cpu_s(lambda path=path: from_file(path), 3) for form, path in files.items()}  # type: ignore[misc]
    own["Soundmark, from counts"] = cpu_s(lambda: rate(counts, RatingRules(rounds=ROUNDS)), 3)
    found = dict(own)
    found["scikit-learn, a row a vote (from arrays, scaled)"] = scaled(by_sklearn, votes, options.models)
    if importlib.util.find_spec("evalica"):
        found["evalica, a row a vote (from arrays, scaled)"] = scaled(by_evalica, votes, options.models)
        found["evalica on counts (without counting)"] = cpu_s(lambda: by_evalica_on_counts(counts))
    print(f"{options.votes:,} votes, {options.models} models, {ROUNDS:,} rounds, CPU seconds.\n")
    print("| ratings and intervals | CPU s | of Soundmark from CSV |\n|---|---|---|")
    base = own["Soundmark, from CSV"]
    for name, seconds in found.items():
        print(f"| {name} | {seconds:.2f} | {seconds / base:.1f}x |")
    table = styled(rng, votes, options.models)
    control_style(table.where(np.arange(1000)))  # imports
    print("\n| once | CPU s |\n|---|---|")
    print(f"| refit after one vote, with sandwich intervals | {cpu_s(lambda: _after_a_vote(counts), 5):.4f} |")
    print(f"| style control, five features, with intervals | {cpu_s(lambda: control_style(table), 2):.2f} |")
    if options.coverage:
        print("\n| intervals | hold the truth in |\n|---|---|")
        for ties, rounds, nu in ((Ties.HALF, 0, 0.0), (Ties.HALF, 1000, 0.0), (Ties.DAVIDSON, 0, 0.55)):
            how = f"{rounds:,} draws" if rounds else "sandwich"
            print(f"| ties {ties.value}, {how}, 200 arenas | {coverage(ties, rounds, nu):.1%} |")


def _after_a_vote(counts: VoteCounts) -> None:
    refit(counts.plus(counts.models[0], counts.models[1], Outcome.A))


if __name__ == "__main__":
    main()
