"""Whether a machine's disk agrees with who was told to have a call, and with the points that chores have brought."""
import collections
import json

# What each chore of the tests is worth.
WORTH = 3


def wrong_claims(stores, witness):
    """Whoever is on the way to a request has it, alone: of two who said so at once, one was told that the other has it."""
    found = [f"DOUBLED: two were told that they have the request {request}" for request in sorted(witness.had_by_two)]
    owners = {row["request_id"]: row["name"] for row in stores.claims}
    for row in stores.requests:
        owner = owners.pop(row["id"], None)
        on_the_way = row["changed_by"] if row["state"] == "on_the_way" else None
        if owner != on_the_way:
            found.append(f"LOST: {on_the_way} is on the way to the request {row['id']}, and {owner} has it")
    return found + [f"LOST: {owner} has the request {request}, which is not there" for request, owner in owners.items()]


def wrong_points(planned):
    """Each chore that is done has its points, once; nothing else has any."""
    found, done = [], {row["id"] for row in planned.entries if json.loads(row["content"])["kind"] == "done"}
    earned = collections.defaultdict(list)
    for line in planned.points:
        earned[line["entry_id"]].append(line["points"])
    for row in planned.entries:
        points = earned.pop(row["id"], [])
        if row["id"] in done and not points:
            found.append(f"LOST: the points of {planned.name(row['routine_id'])}")
        elif points != [WORTH] * (row["id"] in done):
            found.append(f"DOUBLED: the points of {planned.name(row['routine_id'])} are {points}")
    return found + [f"DOUBLED: points for {entry}, which nobody has done" for entry in earned]
