"""Homes that earlier versions left (Tests/Support), and whether a store still holds everything of theirs."""
import contextlib
import sqlite3

from home import ROOT


def rows(path, query):
    with contextlib.closing(sqlite3.connect(path, uri=True)) as database:
        return database.execute(query).fetchall()


def version(store):
    """The format of a store: 1 is the first version's."""
    return rows(store, "PRAGMA user_version")[0][0]


class OldVersion:
    """What a version left in a folder of Tests/Support, and which of it goes on.

    Everything else was written once and stays, in the columns that there were; what later versions have beside it is theirs.
    """

    def __init__(self, folder, *, goes_on, passes=()):
        """
        - goes_on: by table, the columns that a later version changes while the home goes on.
        - passes: tables of what only waits, is renewed or ends by itself.
        """
        self.home = f"{ROOT}/Tests/Support/{folder}/home"
        # Only looked at: nothing is written beside it.
        self.store = f"file:{self.home}/care.sqlite?immutable=1"
        self.format = version(self.store)
        tables = {name for name, in rows(self.store, "SELECT name FROM sqlite_master WHERE type = 'table'") if not name.startswith("sqlite_")}
        assert set(goes_on) | set(passes) <= tables, f"{folder}: no longer in its store: {(set(goes_on) | set(passes)) - tables}"
        self.stays = {}
        for table in sorted(tables - set(passes)):
            columns = [column[1] for column in rows(self.store, f"PRAGMA table_info({table})")]
            assert set(goes_on.get(table, ())) <= set(columns), f"{folder}, {table}: no such columns: {goes_on[table]}"
            self.stays[table] = ", ".join(column for column in columns if column not in goes_on.get(table, ()))

    def losses(self, store):
        """What a `care.sqlite` that is not in use has lost of that version's content, in words."""
        found = [] if rows(store, "PRAGMA integrity_check") == [("ok",)] else ["the store is damaged"]
        for table, columns in self.stays.items():
            lost = set(rows(self.store, f"SELECT {columns} FROM {table}")) - set(rows(store, f"SELECT {columns} FROM {table}"))
            found += [f"lost of {table}: {row}" for row in sorted(lost, key=str)]
        sent = "SELECT id FROM delivery WHERE state = 'sent'"
        if set(rows(self.store, sent)) - set(rows(store, sent)):
            found.append("a call that was made counts as not made")
        return found

    def count(self):
        """How many rows are compared."""
        return sum(rows(self.store, f"SELECT count(*) FROM {table}")[0][0] for table in self.stays)

    def labels(self):
        """What was asked, in its order."""
        return [label for label, in rows(self.store, "SELECT label FROM request ORDER BY number")]


REQUEST_GOES_ON = ("state", "changed_at", "changed_by", "reason", "escalation", "sequence")
DELIVERY_GOES_ON = ("state", "attempts", "next_try_at", "error")

# 0.1.0, before there were routines.
FIRST = OldVersion(
    "first-version", passes={"due"},
    goes_on={"request": REQUEST_GOES_ON, "fault": ("is_open",), "delivery": DELIVERY_GOES_ON})

# 0.2.0, before there were zones, duties and chores.
SECOND = OldVersion(
    "second-version", passes={"due", "message_key", "presence", "clock", "leap"},
    goes_on={
        "request": REQUEST_GOES_ON, "fault": ("is_open",), "delivery": DELIVERY_GOES_ON,
        "routine": ("taken_to", "next_at", "planned_at"),
        "occurrence": ("missed_at", "next_at", "is_due_taken", "is_missed_taken"),
        # `at`: what quiet hours hold back is held anew at each start, by the clock of the day on which the test runs.
        "reminder": ("state", "at", "tell_at", "late", "attempts", "next_try_at", "error"),
        "session": ("last_seen",), "device": ("last_seen",), "picture": ("is_stripped",)})
