"""The home that the first version left (Tests/Support/first-version), and what of it is still to come."""
from old_versions import FIRST, rows

OLD, OLD_STORE = FIRST.home, FIRST.store
# What kiosk and station had still to send: (label, state) in today's service, once they have.
SENT_LATER = {("radio", None), ("scarf", None), ("light", "on_the_way")}


def still_to_come(store):
    """What kiosk and station had still to send, and the service has not got yet."""
    there = rows(store, "SELECT label, state FROM request")
    return [wanted for wanted in SENT_LATER if not any(wanted[0] == label and wanted[1] in (None, state) for label, state in there)]
