"""The home that the first version left (Tests/Support/first-version), and whether a store still holds everything of it."""
import contextlib
import sqlite3

from home import ROOT

OLD = f"{ROOT}/Tests/Support/first-version/home"
# Only looked at: nothing is written beside it.
OLD_STORE = f"file:{OLD}/care.sqlite?immutable=1"
# What was written once and stays, in the columns that there were. What waits, and states, go on.
WRITTEN_ONCE = {
    "identity": "id",
    "journal": """sequence, at, kind, request_id, state, changed_at, changed_by, reason, escalation, changed_in, fault_id, minutes,
        late""",
    "response": "*",
    "request": "id, client, client_name, need, label, called, say, priority, asked_at, received_at, asks_again",
    "fault": "id, source, kind, is_active, client_name, detail, at",
    "delivery": "id, sequence, request_id, channel, recipient",
}
# What kiosk and station had still to send: (label, state) in today's service, once they have.
SENT_LATER = {("radio", None), ("scarf", None), ("light", "on_the_way")}


def rows(path, query):
    with contextlib.closing(sqlite3.connect(path, uri=True)) as database:
        return database.execute(query).fetchall()


def losses(store):
    """What a `care.sqlite` that is not in use has lost of the first version's content, in words."""
    found = [] if rows(store, "PRAGMA integrity_check") == [("ok",)] else ["the store is damaged"]
    for table, columns in WRITTEN_ONCE.items():
        if columns == "*":
            # What later versions have beside it is theirs.
            columns = ", ".join(column[1] for column in rows(OLD_STORE, f"PRAGMA table_info({table})"))
        lost = set(rows(OLD_STORE, f"SELECT {columns} FROM {table}")) - set(rows(store, f"SELECT {columns} FROM {table}"))
        found += [f"lost of {table}: {row}" for row in sorted(lost, key=str)]
    if rows(store, "SELECT state FROM delivery WHERE id = 1") != [("sent",)]:
        found.append("the call that was made counts as not made")
    return found


def version(store):
    """The format of a store: 1 is the first version's."""
    return rows(store, "PRAGMA user_version")[0][0]


def still_to_come(store):
    """What kiosk and station had still to send, and the service has not got yet."""
    there = rows(store, "SELECT label, state FROM request")
    return [wanted for wanted in SENT_LATER if not any(wanted[0] == label and wanted[1] in (None, state) for label, state in there)]
