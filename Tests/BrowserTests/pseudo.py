"""Pseudo-languages: English with every letter replaced and 40 % longer, and the same from right to left. What is not in the files of
texts stays English on a page of theirs, and can be found."""
import os
import re
import shutil

import yaml

from browser import ROOT

ACCENTED = dict(zip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                    "áƀćďéƒǵħíĵķĺɱńóƥɋŕšťúṽŵẋýžÁƁĆĎÉƑǴĦÍĴĶĹṀŃÓƤɊŔŠŤÚṼŴẊÝŽ"))
# What is not a sentence: how the language writes numbers and times.
AS_THEY_ARE = {"format"}
LONGER = 0.4
TAGS = ("en-XA", "ur")


def pseudo(text):
    parts = re.split(r"(\{[^}]*\})", text)
    letters = sum(len(part) for part in parts if not part.startswith("{"))
    said = "".join(part if part.startswith("{") else "".join(ACCENTED.get(one, one) for one in part) for part in parts)
    # Words of the usual length: a line must be able to break where it breaks in a language that people speak.
    return said + " ōōōōō" * round(letters * LONGER / 6)


def translated(node, is_format=False):
    if isinstance(node, dict):
        return {key: translated(value, is_format or key in AS_THEY_ARE) for key, value in node.items()}
    return pseudo(node) if isinstance(node, str) and not is_format else node


def share(folder, more=()):
    """A folder of shipped files with the pseudo-languages beside the others, and with these folders more; gives the words that stay as they
    are."""
    for name in ("sounds", *more):
        os.symlink(f"{ROOT}/{name}", f"{folder}/{name}")
    shutil.copytree(f"{ROOT}/boards", f"{folder}/boards")
    with open(f"{ROOT}/boards/texts.en.yaml", encoding="utf-8") as file:
        english = yaml.load(file, Loader=yaml.BaseLoader)  # `yes` is a name here
    for tag in TAGS:
        with open(f"{folder}/boards/texts.{tag}.yaml", "w", encoding="utf-8") as file:
            yaml.safe_dump({"language": tag, "texts": translated(english["texts"])}, file, allow_unicode=True, width=10000)
    return list(strings(english["texts"]["format"]))


def strings_of(value, keys, is_of=False):
    """All texts that stand under one of these keys."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from strings_of(one, keys, key in keys)
    elif isinstance(value, list):
        for one in value:
            yield from strings_of(one, keys, is_of)
    elif isinstance(value, str) and is_of:
        yield value


def strings(value):
    """All texts within lists and dictionaries, and their keys."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield str(key)
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value
