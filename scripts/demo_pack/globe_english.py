"""Questions in English and in Singapore English."""

from __future__ import annotations

from demo_pack import scenes_globe as scenes
from demo_pack.choice import ChoiceClip, ChoiceQuestion, Wording
from demo_pack.voices import Line, Style, Voice

_ANNA = Voice(language="en-gb", variant="f3", pitch=55, speed_wpm=165)
_BEN = Voice(language="en-gb-x-rp", variant="m3", pitch=40, speed_wpm=160)
_SKIPPER = Voice(language="en-gb-scotland", variant="m7", pitch=38, speed_wpm=165)
_MEI = Voice(language="en-gb", variant="f2", pitch=62, speed_wpm=185)
_RAJ = Voice(language="en-029", variant="m1", pitch=48, speed_wpm=185)


def _asked(category: str, question: str, right: str, *wrong: str) -> ChoiceQuestion:
    """A question whose wording needs no translation."""
    first, second, third = ((text, text) for text in wrong)
    return ChoiceQuestion(
        category=category, question=(question, question), right=_same(right), wrong=(first, second, third)
    )


def _same(text: str) -> Wording:
    return text, text


def english_clips() -> tuple[ChoiceClip, ...]:
    """British voices."""
    return (
        ChoiceClip(
            title="late train", language="en", clip_language="en-GB", seconds=15.5, scene=scenes.station,
            heard="railway station", start_s=1.6,
            lines=(
                Line(voice=_ANNA, text="Hi Tom, it's me. They have cancelled my train again. Surprise, surprise."),
                Line(voice=_ANNA,
                     text="Don't wait for me with dinner. I'll take the ten past nine, if it ever turns up. "
                     "Give the kids a kiss from me.", wait_s=0.4),
            ),
            questions=(
                _asked("Scene", "Where is the woman most likely calling from?", "A railway station",
                       "Her own kitchen",
                       "A cinema lobby", "A beach café"),
                _asked("Attitude", "What does she express when she says \"surprise, surprise\"?",
                       "She is fed up, because it keeps happening", "She is delighted by an unexpected gift",
                       "She is afraid that Tom will be angry", "She is relieved to be home so early"),
            ),
        ),
        ChoiceClip(
            title="x-ray", language="en", clip_language="en-GB", seconds=12.5, scene=scenes.quiet_room,
            heard="quiet room, clock",
            lines=(
                Line(voice=_BEN, text="Well, the X-ray is clear. Nothing is broken.", pan=0.3),
                Line(voice=_ANNA, text="Great! So I can play on Saturday?", pan=-0.3, wait_s=0.4),
                Line(voice=_BEN, text="Let's put it this way. You will have a very good view from the bench.",
                     pan=0.3,
                     wait_s=0.7),
            ),
            questions=(
                _asked("Relation", "Who are the two people most likely?", "A doctor and a patient",
                       "A referee and a coach", "A teacher and a parent", "A tailor and a customer"),
                _asked("Implied meaning", "What is she told about Saturday, in other words?",
                       "She should not play in the match", "She may play if it does not rain",
                       "She has a ticket for a good seat", "She must come for a second X-ray"),
            ),
        ),
        ChoiceClip(
            title="island trip", language="en", clip_language="en-GB", seconds=13.5, scene=scenes.harbour,
            heard="harbour, gulls, ship's horn", start_s=1.5,
            lines=(
                Line(voice=_SKIPPER, text="Last call for the island trip! Two seats left, back by six.",
                     style=Style.CALL),
                Line(voice=_SKIPPER,
                     text="Lovely sky, I know. But if I were you, madam, I would fetch that thick coat.",
                     wait_s=0.6),
            ),
            questions=(
                _asked("Scene", "Which sounds in the background fit what the man sells?", "Gulls and a ship's horn",
                       "Cheering and a whistle", "Hammering and a saw", "Church bells and a choir"),
                _asked("Implied meaning", "What does the man hint at with his last words?",
                       "It will get cold on the water", "The coat is not allowed on board",
                       "The trip has been cancelled", "She has paid too little for it"),
            ),
        ),
    )  # fmt: skip


def singapore_clips() -> tuple[ChoiceClip, ...]:
    """What is said is written in Singapore English; the voices are British and Caribbean ones, for want of others."""
    return (
        ChoiceClip(
            title="chicken rice", language="en-SG", clip_language="en-SG", seconds=12.5, scene=scenes.food_centre,
            heard="food centre", crowd_db=-4.0, above_bed_db=9.0,
            lines=(
                Line(voice=_MEI, text="Uncle, one chicken rice, less rice, more cucumber.", pan=-0.3),
                Line(voice=_RAJ, text="Having here or take away?", pan=0.3, wait_s=0.4),
                Line(voice=_MEI, text="Take away lah. I rushing back to office, my boss waiting.", pan=-0.3,
                     wait_s=0.4),
            ),
            questions=(
                _asked("Scene", "Where is this conversation most likely taking place?", "At a hawker centre",
                       "In a school library", "In a lecture theatre", "In a taxi on the PIE"),
                _asked("Reason", "Why does she choose to take away?", "She has no time to sit down",
                       "She cannot find a seat at all", "She is buying for her mother",
                       "She does not like the stall"),
            ),
        ),
        ChoiceClip(
            title="tickets", language="en-SG", clip_language="en-SG", seconds=13.0, scene=scenes.train_inside,
            heard="inside a train",
            lines=(
                Line(voice=_RAJ, text="Eh, you reach already or not? I still on the train, so packed today."),
                Line(voice=_RAJ,
                     text="The show start at eight, right? Wait for me outside can? The tickets all with me, "
                     "you also cannot go in what.", wait_s=0.5),
            ),
            questions=(
                _asked("Request", "What does the speaker want the other person to do?", "Wait outside for him",
                       "Buy two more tickets", "Go in and take seats", "Meet him on the train"),
                _asked("Implied meaning", "What does \"you also cannot go in what\" tell the other person?",
                       "Waiting is the only choice anyway", "The show is sold out until eight",
                       "Only members may enter the hall", "The doors have just been closed"),
            ),
        ),
        ChoiceClip(
            title="supper", language="en-SG", clip_language="en-SG", seconds=12.5, scene=scenes.quiet_room,
            heard="office, clock",
            lines=(
                Line(voice=_MEI, text="Wah, the report you finish already? Steady lah!", pan=-0.3),
                Line(voice=_RAJ, text="No choice, boss want by today.", pan=0.3, wait_s=0.4),
                Line(voice=_MEI, text="Then tonight go supper or not?", pan=-0.3, wait_s=0.4),
                Line(voice=_RAJ, text="Can, but you treat, hor.", pan=0.3, wait_s=0.4),
            ),
            questions=(
                _asked("Attitude", "What does the woman show when she says \"steady lah\"?",
                       "She is impressed by him",
                       "She is annoyed with him", "She wants him to slow down", "She thinks he is lying"),
                _asked("Implied meaning", "On what condition will the man go for supper?", "She pays for the food",
                       "She helps with the report", "The boss comes along too", "They go before it is dark"),
            ),
        ),
    )  # fmt: skip
