"""Ways of spoiling a home that is in order, to see that each is found: what a finding begins with → how."""
import contextlib
import os
import sqlite3

from reminded import GRACE, Planned
from witness import Stores


class NothingToSpoil(Exception):
    """This home holds nothing of the kind: another may."""


def first(found, what):
    for one in found:
        return one
    raise NothingToSpoil(what)


def change(files, *statements, store="care"):
    """Changes a store by hand, past the triggers that keep its journal."""
    with contextlib.closing(sqlite3.connect(f"{files}/{store}.sqlite")) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            if database.execute(statement).rowcount == 0:
                raise NothingToSpoil(statement)
        database.commit()


def copy_row(files, table, where, **changes):
    """Adds a copy of a row, with a number of its own and other expressions for some columns."""
    with contextlib.closing(sqlite3.connect(f"{files}/care.sqlite")) as database:
        columns = database.execute(f"PRAGMA table_info({table})").fetchall()
    values = {name: "NULL" if is_key else name for _, name, _, _, _, is_key in columns} | changes
    change(files, f"INSERT INTO {table} SELECT {', '.join(values.values())} FROM {table} WHERE {where} LIMIT 1")


def lose_confirmed(files, witness):
    request = first(sorted(witness.confirmed), "a request that the service has confirmed")
    change(files, f"DELETE FROM request WHERE lower(id) = '{request}'")


def lose_asked(files, witness):
    label, _ = first(witness.asked(), "a request of which “Asked” was said")
    change(files, f"DELETE FROM request WHERE client = 'maria' AND label = '{label}'")


def double_request(files, witness):
    copy_row(files, "request", "client = 'maria'", id="'00000000-0000-4000-8000-000000000000'", asked_at="asked_at + 50")


def double_event(files, witness):
    copy_row(files, "journal", "kind = 'asked'")


def lose_answer(files, witness):
    answer = first(witness.answers, "an answer that the service has accepted")
    change(files, f"DELETE FROM response WHERE lower(id) = '{answer}'")


def lose_station_answer(files, witness):
    witness.lines.append({"role": "station", "event": "started", "kind": "announcement", "text": "Maria knows: nothing."})


def skip_announcement(files, witness):
    heard = witness.announced()
    by = first((by for _, state, by in witness.answers.values() if by in heard and state != "on_the_way"),
               "an answer that the client has heard")
    witness.lines = [line for line in witness.lines if line["text"].split()[0].rstrip(":") != by]


def keep_in_outbox(files, witness):
    change(files, """
        INSERT INTO command (id, kind, body) VALUES ('00000000-0000-4000-8000-000000000000', 'ask', '{}')""", store="kiosk")


def mark_calls_unsent(files, witness):
    first((row for row in Stores(files).deliveries if row["state"] == "sent"), "a call that was sent")
    witness.paged = []


def lose_call(files, witness):
    change(files, "DELETE FROM delivery WHERE id = (SELECT min(id) FROM delivery)")


def open_routine(files, witness):
    """One that was promised and due, the longest ago, and is still to be done."""
    with contextlib.closing(sqlite3.connect(f"{files}/care.sqlite")) as database:
        rows = database.execute("SELECT routine_id FROM occurrence WHERE is_due_taken = 1 AND outcome IS NULL").fetchall()
    promised = [routine for routine, in rows if routine.lower() in witness.promised]
    return first(sorted(promised, key=lambda routine: witness.planned[routine.lower()][1]), "a chore that is still to be done")


def lose_routine(files, witness):
    routine = first(sorted(witness.promised), "a chore that the service has confirmed")
    change(files, f"DELETE FROM routine WHERE lower(id) = '{routine}'")


def lose_occurrence(files, witness):
    routine = open_routine(files, witness)
    change(files, f"DELETE FROM occurrence WHERE routine_id = '{routine}'",
           f"UPDATE routine SET next_at = NULL WHERE id = '{routine}'")


def oversleep(files, witness):
    routine = open_routine(files, witness)
    _, due = witness.planned[routine.lower()]
    if due + GRACE >= witness.until:
        raise NothingToSpoil("a chore that is long due and still to be done")
    change(files, f"DELETE FROM occurrence WHERE routine_id = '{routine}'",
           f"UPDATE routine SET next_at = {due * 1000:.0f} WHERE id = '{routine}'")


def lose_reminder(files, witness):
    change(files, f"DELETE FROM reminder WHERE routine_id = '{open_routine(files, witness)}' AND kind = 'due' AND channel = 'station'")


def leave_waiting(files, witness):
    # The program's cannot be put off.
    long_due = f"""
        SELECT number FROM reminder WHERE state = 'told' AND channel = 'command' AND routine_id IS NOT NULL
        AND at < {(witness.until - GRACE) * 1000:.0f} ORDER BY at LIMIT 1"""
    change(files, f"UPDATE reminder SET state = 'waiting' WHERE number = ({long_due})")


def told_reminder(files, witness, channel):
    """The first reminder of a chore that counts as told."""
    reminders = Planned(Stores(files), witness).reminders
    return first((row["id"] for row in reminders if row["channel"] == channel and row["state"] == "told"),
                 f"a reminder that was told by {channel}")


def mark_reminders_unsent(files, witness):
    told_reminder(files, witness, "command")
    witness.paged = []


def forget_telling(files, witness):
    told_reminder(files, witness, "station")
    witness.lines = [line for line in witness.lines if "chore " not in line["text"]]


def tell_again(files, witness):
    before = witness.acknowledged[-1]
    number = first((number for number in [*before.kinds, *before.closed] if before.forbids(number, witness.until)),
                   "a chore of which everything was told")
    witness.lines.append({"role": "station", "event": "started", "kind": "alert", "text": f"chore {number} for Maria now.",
                          "at": witness.lines[-1]["at"]})


def page_again(files, witness):
    sent = witness.acknowledged[0].sent or witness.acknowledged[-1].sent
    witness.paged.append(first(sorted(sent), "a reminder that the program was given"))


def double_reminder(files, witness):
    planned = Planned(Stores(files), witness)
    # One that somebody puts off is told again.
    once = first((row["id"] for row in planned.reminders if planned.told_by_journal[row["id"]] and row["id"] not in planned.put_off),
                 "a chore's reminder in the journal that nobody has put off")
    copy_row(files, "journal", f"kind = 'reminder' AND lower(subject) = '{once}'")


def lose_tick(files, witness):
    entry = first(witness.ticks, "a chore that was ticked off over the API")
    change(files, f"DELETE FROM entry WHERE lower(id) = '{entry}'")


def lose_station_tick(files, witness):
    witness.lines.append({"role": "station", "event": "started", "kind": "announcement", "text": "Done: chore 999 for Maria."})


def lose_points(files, witness):
    change(files, "DELETE FROM point_line WHERE number = (SELECT min(number) FROM point_line)")


def double_points(files, witness):
    copy_row(files, "point_line", "kind = 'earned'", id="'00000000-0000-4000-8000-000000000000'")


def lose_claim(files, witness):
    change(files, "UPDATE request SET state = 'on_the_way', changed_by = 'Nobody' WHERE id = (SELECT min(id) FROM request)")


def claim_twice(files, witness):
    witness.had_by_two.add("00000000-0000-4000-8000-000000000000")


def damage(files, witness):
    with open(f"{files}/care.sqlite", "r+b") as file:
        for page in range(1, os.path.getsize(f"{files}/care.sqlite") // 4096):
            file.seek(page * 4096)
            file.write(b"\xff" * 64)
    for end in ["-wal", "-shm"]:
        with contextlib.suppress(FileNotFoundError):
            os.remove(f"{files}/care.sqlite{end}")


def halve(name):
    def spoil(files, witness):
        if not os.path.exists(f"{files}/{name}"):
            raise NothingToSpoil(name)
        with open(f"{files}/{name}", "r+") as file:
            file.truncate(os.path.getsize(f"{files}/{name}") // 2)
    return spoil


def litter(files, witness):
    for number in range(4):
        with open(f"{files}/switch.json.{number}.partial", "w"):
            pass


SPOILERS = {
    "LOST: the service had confirmed": lose_confirmed,
    "LOST: “Asked” was said": lose_asked,
    "DOUBLED: two requests": double_request,
    "times in the journal": double_event,
    "LOST: the service had accepted": lose_answer,
    "LOST: the station had said": lose_station_answer,
    "UNHEARD": skip_announcement,
    "STUCK": keep_in_outbox,
    "are marked as sent": mark_calls_unsent,
    "LOST: escalations without a call": lose_call,
    "LOST: the service had confirmed the routine": lose_routine,
    "LOST: nobody will be reminded": lose_occurrence,
    "STUCK: chore": oversleep,
    "LOST: the reminder due by station": lose_reminder,
    "STUCK: the reminder": leave_waiting,
    "NOT TOLD": forget_telling,
    "NOT SENT: the reminder": mark_reminders_unsent,
    "TOLD AGAIN: chore": tell_again,
    "TOLD AGAIN: the program": page_again,
    "DOUBLED: the reminder": double_reminder,
    "LOST: the service had noted": lose_tick,
    "LOST: the station had said that chore": lose_station_tick,
    "LOST: the points": lose_points,
    "DOUBLED: the points": double_points,
    "LOST: Nobody is on the way": lose_claim,
    "DOUBLED: two were told that they have": claim_twice,
    "DAMAGED: care.sqlite": damage,
    "HALF WRITTEN: boards/small.yaml": halve("boards/small.yaml"),
    "HALF WRITTEN: tokens/kiosk": halve("tokens/kiosk"),
    "HALF WRITTEN: last-good/beckon.yaml": halve("last-good/beckon.yaml"),
    "HALF WRITTEN: switch.json": halve("switch.json"),
    "LITTER": litter,
}
