"""Questions in Russian."""

from __future__ import annotations

from demo_pack import scenes_globe as scenes
from demo_pack.choice import ChoiceClip, ChoiceQuestion
from demo_pack.voices import Line, Voice

_WIFE = Voice(language="ru", variant="f3", pitch=56, speed_wpm=165)
_TEACHER = Voice(language="ru", variant="f5", pitch=48, speed_wpm=150)
_PUPIL = Voice(language="ru", variant="m1", pitch=68, speed_wpm=165, size=0.9)
_UNCLE = Voice(language="ru", variant="m7", pitch=38, speed_wpm=155)


def russian_clips() -> tuple[ChoiceClip, ...]:
    """A call from the station, a lesson, a rainy day."""
    return (_tickets(), _homework(), _barbecue())


def _tickets() -> ChoiceClip:
    return ChoiceClip(
        title="tickets", language="ru", clip_language="ru", seconds=13.5, scene=scenes.station,
        heard="railway station", start_s=1.6,
        lines=(
            Line(voice=_WIFE, text="Алло, Серёжа? Я уже на месте, а билеты остались дома, на столе."),
            Line(voice=_WIFE, text="Отправление через сорок минут. Бери такси и вези их сюда!", wait_s=0.4),
        ),
        questions=(
            ChoiceQuestion(
                category="Scene",
                question=("Откуда, скорее всего, звонит женщина?", "Where is the woman most likely calling from?"),
                right=("С вокзала", "From a railway station"),
                wrong=(("Из театра", "From a theatre"), ("С работы", "From work"), ("Из дома", "From home")),
            ),
            ChoiceQuestion(
                category="Implied meaning",
                question=("Чего она опасается?", "What is she afraid of?"),
                right=("Что они опоздают на поезд", "That they will miss the train"),
                wrong=(("Что билеты слишком дорогие", "That the tickets are too expensive"),
                       ("Что Серёжа забыл ключи", "That Seryozha forgot the keys"),
                       ("Что такси её не дождётся", "That the taxi will not wait for her")),
            ),
        ),
    )  # fmt: skip


def _homework() -> ChoiceClip:
    return ChoiceClip(
        title="homework", language="ru", clip_language="ru", seconds=12.5, scene=scenes.class_room,
        heard="classroom, birds outside",
        lines=(
            Line(voice=_TEACHER, text="Иванов, опять без домашнего задания?", pan=-0.2),
            Line(voice=_PUPIL, text="Марья Петровна, тетрадь собака съела!", pan=0.4, wait_s=0.5),
            Line(voice=_TEACHER, text="Какой у неё аппетит. Третья тетрадь за неделю!", pan=-0.2, wait_s=0.7),
        ),
        questions=(
            ChoiceQuestion(
                category="Relation",
                question=("Кто разговаривает?", "Who is talking?"),
                right=("Учительница и ученик", "A teacher and a pupil"),
                wrong=(("Продавщица и покупатель", "A saleswoman and a customer"),
                       ("Бабушка и её сосед", "A grandmother and her neighbour"),
                       ("Ветеринар и хозяин", "A vet and a pet's owner")),
            ),
            ChoiceQuestion(
                category="Attitude",
                question=("Как женщина относится к объяснению мальчика?",
                          "How does the woman take the boy's excuse?"),
                right=("Не верит и иронизирует", "She does not believe it and is ironic"),
                wrong=(("Верит и жалеет собаку", "She believes it and pities the dog"),
                       ("Не слышит, что он сказал", "She does not hear what he said"),
                       ("Радуется хорошей новости", "She is glad of the good news")),
            ),
        ),
    )  # fmt: skip


def _barbecue() -> ChoiceClip:
    return ChoiceClip(
        title="barbecue", language="ru", clip_language="ru", seconds=12.0, scene=scenes.tin_roof,
        heard="rain on a roof",
        lines=(
            Line(voice=_UNCLE, text="Слышишь, как стучит? Всё, шашлыки отменяются."),
            Line(voice=_UNCLE, text="Зато сегодня можно не таскать воду на грядки. Ставь чайник!", wait_s=0.6),
        ),
        questions=(
            ChoiceQuestion(
                category="Scene",
                question=("Что стучит на фоне?", "What is drumming in the background?"),
                right=("Дождь по крыше", "Rain on the roof"),
                wrong=(("Дятел по дереву", "A woodpecker on a tree"), ("Поезд на стыках", "A train on rail joints"),
                       ("Сосед молотком", "A neighbour with a hammer")),
            ),
            ChoiceQuestion(
                category="Implied meaning",
                question=("Что хорошего мужчина находит в такой погоде?",
                          "What good does the man see in this weather?"),
                right=("Не нужно поливать огород", "The garden needs no watering"),
                wrong=(("Можно пожарить шашлыки", "They can grill the meat"), ("Не нужно кормить кур",
                                                                               "The hens need no feeding"),
                       ("Можно пойти за грибами", "They can go and pick mushrooms")),
            ),
        ),
    )  # fmt: skip
