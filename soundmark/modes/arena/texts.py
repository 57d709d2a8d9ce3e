"""The texts of the arena's tab."""

from __future__ import annotations

HERO = """
<div class="sm-hero">
  <h2>Two models, one sound. Who explains it better?</h2>
  <p>Listen, read two answers without names, and vote. Then you see who they were, how they rank, and the truth.</p>
</div>
"""

HOW = """
**How pairs are drawn.** A pair of models is the more likely the more your vote would narrow the intervals of their
ratings, the widest first; one draw in ten takes any pair alike. Who stands on which side is drawn too. Both draws are
logged with the battle. Models that failed a moment ago rest. An answer that fails, is empty, refuses, or tells which
model wrote it is never voted on: another model steps in.

**What counts.** Each battle has one vote. A vote without listening, on a clip that you had judged before, or sent in a
great hurry is kept and shown in the counts, and left out of the ratings. Ratings are Bradley-Terry strengths on the
scale of Elo with 95 % intervals; a tie, and both bad, is half a win for each.

**What is logged.** Your vote, both answers, how long you listened, the time, and an anonymous id of your browser. Never
your name or address.
"""

OF_UPLOADS = """
Location data and all other tags are removed at once, before anything is kept or sent. The models' providers get the
sound or picture without them. It is kept here for a day, shown to nobody else, and not published.
"""
CONSENT = "The answers to my file may be published with my vote (never the file itself)"
UPLOAD_TITLE = "Bring your own recording or photo, or ask in your own words"
PROMPT_LABEL = "What to ask (leave it empty for the usual question)"
