"""The words of the dataset card and of `docs/log.md`; braces are filled in by `soundmark.store.card`."""

from __future__ import annotations

LICENCE = "cc-by-4.0"

CARD = """
# Soundmark responses

What people and audio-language models answered when they were asked about the same sounds, as logged by Soundmark.
Every row says which question of which revision of which benchmark was asked, who or what answered, how, when, and how
the answer was scored. The sounds and the texts of the questions stay with their benchmarks.

| config | a row is |
|---|---|
{tables}

{loading}
{reading}
## Columns

{columns}
"""

DOCS = """\
<!-- Written by `python -m soundmark log docs`. Do not edit: change the tables in soundmark/store/tables instead. -->
# The log

Everything that people and models answer is logged as rows of the tables below: on this machine in the journal and,
when a dataset is set, on the Hub as one config a table. The files are typed Parquet under `data/<table>/`. This page
describes version {version} of the columns.

| table | a row is |
|---|---|
{tables}

{loading}
{reading}
{columns}
"""

LOADING = """\
## Loading

```python
from datasets import load_dataset

geo = load_dataset("{repo_id}", "geo", split="train").to_pandas()
withdrawals = load_dataset("{repo_id}", "withdrawals", split="train").to_pandas()

geo = geo[~geo["response_id"].str.startswith("init-")]
geo = geo[~geo["response_id"].isin(withdrawals["withdrawn_id"])]
geo = geo.drop_duplicates("response_id")
```

Add `revision="..."` with a commit of the dataset to cite exactly what was read. With DuckDB:

```sql
SELECT benchmark, responder_kind, count(DISTINCT response_id) AS answers, avg(score) AS mean_score
FROM 'hf://datasets/{repo_id}/data/geo/**/*.parquet'
WHERE NOT starts_with(response_id, 'init-') AND status <> 'error'
  AND response_id NOT IN
    (SELECT withdrawn_id FROM 'hf://datasets/{repo_id}/data/withdrawals/**/*.parquet')
GROUP BY ALL;
```
"""

READING = """\
## Before you count

- **First rows.** Each table has one row whose id begins with `init-`. It stands for nothing: it makes the table
  load before anything was logged. Drop it.
- **Each id once.** A row's id (`response_id`, `battle_id`, `vote_id`, `run_id`, `withdrawal_id`, `annotation_id`) is
  unique over all tables and deployments. A retry may leave the same row in two files: drop repeated ids.
- **Rows taken back.** A player can take own answers and votes back. The table `withdrawals` names them; leave them
  out. They may still stand in the files, and in older revisions.
- **Files** of days, ten days, months and years that are over are merged into few, under `data/<table>/<period>/`;
  `manifests/` says which went into which. Nothing but repeated rows is left out, and older revisions stay as they were.
- **Status.** `refused` and `unparsed` count as wrong (score 0), `error` (the call itself failed) is left out of
  means. No status ever becomes an answer.
- **New columns** are nullable and arrive with a card that declares them; files written before have null there.
- **Times** are UTC, as the server's clock gave them, and are never corrected: when the clock was set back in between,
  an answer is older than its question. Leave such rows out of figures about time.
- **Texts** are valid UTF-8 without NUL: what cannot be stored, as half a surrogate pair, is U+FFFD. Answers are cut at
  200,000 characters; the columns `..._chars` and `..._truncated` keep the length and say so. Numbers are finite:
  NaN and infinity are refused.

## Privacy

A player is a keyed hash (HMAC-SHA256) of a random id that the browser made, or of the number of the account with which
somebody has logged in. The key is a secret of the deployment; `salt_id` says which key it was, and ids compare only
under the same key. No network address, e-mail, user name or nickname is logged. Sounds that visitors upload are not
part of the log.

## Citing

Name this dataset with the commit that you read, Soundmark, and the paper of each benchmark that is in your figures.
The answers are CC BY 4.0. The benchmarks, whose sounds and questions are not in here, have licences of their own.
"""
