"""A text that would be a script, in every text field that the API takes: which fields there are, what goes into each."""
import copy
import json
import os
import sys
import time
import urllib.parse
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{ROOT}/Tests/EndToEndTests")
from browser import png_bytes  # noqa: E402
from codes import App  # noqa: E402

# It ends what it may stand in (an attribute, a title, a field of several lines), and then does two things that are seen.
BREAKING = """"'></title></textarea><img src=x onerror=alert(1)><script>window.broken=1</script>{{{csrf}}}"""

# The same for what may have 64 signs.
SHORT = """"'></title></textarea><img src=x onerror=alert(1)>"""

# Never shown to anybody, and not to be: each with why nothing is put there.
SECRET = "a password is hashed, and shown nowhere"
LOOKED_UP = "is looked up and never stored; what is shown again of it, `REFLECTED` holds"
COMPARED = "is compared with what is there, and never stored"
OPENS = "opens the way to a device: kept as a secret, and shown nowhere"
TRIED = "is tried and kept as a secret, and shown nowhere"
SIGNED = "is looked at by a key, and never shown"
NOT_FILLED = {
    "PUT /displays/{id} saying.video": "names a file beside the kind words: what is not there is not shown",
    "POST /setup token": LOOKED_UP, "POST /setup password": SECRET, "POST /sessions password": SECRET,
    "PUT /account password": SECRET, "PUT /account old_password": SECRET,
    "POST /session/confirmation current_password": SECRET, "POST /invitations/{id}/acceptance password": SECRET,
    "POST /devices code": LOOKED_UP, "PUT /files/{id} version": COMPARED, "PUT /settings version": COMPARED,
    "PUT /phrases version": COMPARED, "POST /boards/{id}/changes version": COMPARED, "POST /boards/{id}/steps version": COMPARED,
    "POST /boards/{id}/changes changes.[].card.path": COMPARED, "POST /boards/{id}/changes changes.[].card.id": COMPARED,
    "POST /boards/{id}/changes changes.[].card.label": COMPARED, "POST /boards/{id}/changes changes.[].to.group.path": COMPARED,
    "POST /boards/{id}/changes changes.[].to.group.id": COMPARED, "POST /boards/{id}/changes changes.[].to.group.label": COMPARED,
    "POST /speech text": "is said, and never stored",
    "POST /handover/claims from": LOOKED_UP, "POST /registrations password": SECRET, "POST /account/leaving password": SECRET,
    "POST /boards opened_from": LOOKED_UP, "POST /boards version": COMPARED,
    "PUT /encouragement client": LOOKED_UP, "PUT /encouragement deck.last": COMPARED, "PUT /encouragement deck.daily.key": COMPARED,
    "PUT /encouragement deck.shown.key": COMPARED,
    "POST /encouragement category": LOOKED_UP, "PUT /encouragement/favourites id": LOOKED_UP,
    "POST /coursework/{id}/changes address": TRIED,
    **{f"{place} {name}": TRIED for place in ("POST /calendars", "POST /calendars/search", "POST /calendars/{id}/changes")
       for name in ("address", "user", "password")},
    "PUT /login-providers/{id} client_secret": OPENS,
    "POST /login-providers/{id}/starts next": LOOKED_UP,
    **{f"POST /login-providers/{{id}}/answers {name}": LOOKED_UP for name in ("state", "code", "iss", "error")},
    **{f"POST /account/passkeys {name}": SIGNED for name in ("challenge", "client_data", "attestation")},
    **{f"POST /passkeys/sessions {name}": SIGNED
       for name in ("challenge", "credential", "client_data", "authenticator_data", "signature", "user")},
    "PUT /account/second-step code": COMPARED, "POST /session/second-step token": LOOKED_UP, "POST /session/second-step code": COMPARED,
    "PUT /channels/{id} secrets.*": OPENS, "PUT /contacts/{id} secret.*": OPENS,
    "POST /push/left endpoint": COMPARED, "POST /push/left auth": COMPARED,
    "PUT /encouragement/stores/{id} version": COMPARED, "PUT /encouragement/stores/{id} replaces": LOOKED_UP,
}

# Taken for what they name or mean: a text such as this is refused, which is tried as well.
REFUSED = {
    "PUT /needs/{id} client", "POST /proposals client", "POST /proposals/{id}/decisions need.client",
    "POST /routines content.client", "POST /routines content.need", "POST /routines content.schedule.repeat.rules.[]",
    "POST /routines/{id}/changes content.client", "POST /routines/{id}/changes content.need",
    "POST /routines/{id}/changes content.schedule.repeat.rules.[]",
    "PUT /displays/{id} client", "PUT /settings values.*", "POST /boards language", "POST /speech language", "POST /trials client",
    # Only people write there, under their own names.
    "POST /expenses by", "POST /expenses/{id}/corrections by", "POST /payments by", "POST /payments/{id}/withdrawals by",
    "POST /charges by", "POST /charges/{id}/withdrawals by", "POST /charges/{id}/reminders by",
    "POST /duties by", "POST /duties/{id}/changes by", "POST /duties/{id}/swaps by", "PUT /call-paths by",
    "POST /appointments by", "POST /appointments content.client", "POST /appointments content.provider",
    "PUT /appointments/{id} by", "PUT /appointments/{id} content.client", "PUT /appointments/{id} content.provider",
    "POST /calendars client", "POST /calendars taking.person", "POST /calendars by", "POST /calendars/{id}/changes taking.person",
    "POST /calendars/{id}/changes event", "POST /coursework client", "POST /coursework address", "POST /coursework by", "POST /moods client", "POST /moods value", "PUT /people/{id}/signs signs.[].id",
    "PUT /encouragement/stores/{id} item.categories.[]", "PUT /encouragement/stores/{id} item.sound",
    "PUT /encouragement/stores/{id} item.video",
    "PUT /contacts/{id} address.*", "POST /feeds client", "PUT /channels/{id} as_typed.[]",
    "PUT /login-providers/{id} issuer", "PUT /login-providers/{id} home",
    "POST /routines content.exercise", "POST /routines/{id}/changes content.exercise",
    "POST /routines content.provider", "POST /routines/{id}/changes content.provider",
    "PUT /rewards/{id} by", "POST /points/{id}/gifts by", "PUT /points/{id}/switch by",
    "POST /duties content.schedule.repeat.rules.[]", "POST /duties/{id}/changes content.schedule.repeat.rules.[]",
    "POST /requests/{id}/responses takes_over", "POST /handover/claims to",
    "POST /registrations email", "POST /registrations picture", "POST /registrations/{id}/acceptance person",
}

# What comes by another way than a field of the API, or through one that has a text of its own elsewhere.
GOAL, EXERCISE, EXERCISE_SAYS = "a goal", "the name of an exercise", "what an exercise says"
TASK, COURSE, KNOWN_AS = "a school task", "a course", "what a login provider calls somebody"
OUTSIDE = {GOAL, EXERCISE, EXERCISE_SAYS, TASK, COURSE, KNOWN_AS}


def fields(document):
    """Every field of a request's body that is any text: `POST /requests label`."""
    schemas = document["components"]["schemas"]

    def walk(schema, path, seen):
        if "$ref" in schema:
            name = schema["$ref"].split("/")[-1]
            if name in seen:
                return
            schema, seen = schemas[name], seen + [name]
        kinds = schema.get("type")
        if "string" in (kinds if isinstance(kinds, list) else [kinds]) \
                and not any(word in schema for word in ("enum", "const", "format", "pattern")):
            yield path
        for name, inner in schema.get("properties", {}).items():
            yield from walk(inner, path + [name], seen)
        if "items" in schema:
            yield from walk(schema["items"], path + ["[]"], seen)
        if isinstance(schema.get("additionalProperties"), dict):
            yield from walk(schema["additionalProperties"], path + ["*"], seen)
        for word in ("oneOf", "anyOf", "allOf"):
            for inner in schema.get(word, []):
                yield from walk(inner, path, seen)
    found = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                place = f"{method.upper()} {path.removeprefix('/api/v1')}"
                found |= {f"{place} {'.'.join(field)}" for field in walk(content["schema"], [], [])}
    return found


class Texts:
    """The text for each field, with a number by which it is found again."""

    def __init__(self):
        self.marks = {}

    def __call__(self, field, ending=BREAKING):
        if field not in self.marks:
            self.marks[field] = f"m{len(self.marks) + 1}m"
        return self.marks[field] + ending

    def seen_in(self, text):
        """The fields that show their text, complete up to its first special characters."""
        return {field for field, mark in self.marks.items() if f"{mark}\"'></title></textarea><img" in text}


class Filling:
    """Puts the text into every field, through the API, as a role that may."""

    def __init__(self, document, send, home):
        """`send(who, method, path, body)` gives (status, body); who is kiosk, station, nobody, or somebody who has logged in."""
        self.document, self.send, self.home = document, send, home
        # Pages to which no link leads: forms that unfold where scripts run, and what is asked by a way of its own.
        self.unlinked = []
        self.texts = Texts()
        self.refusals = {}
        self.unexpected = []

    def example(self, place):
        method, path = place.split(" ")
        body = self.document["paths"][f"/api/v1{path}"][method.lower()]["requestBody"]
        return copy.deepcopy(body["content"]["application/json"]["example"])

    def make(self, place, /, names=(), who="olga", id=None, expect=(200, 201, 204), **more):
        """The document's example with the text in these fields and what else is said; gives what came back."""
        body = self.example(place)
        for name, value in more.items():
            put(body, name.replace("__", "."), value)
        for name in names:
            put(body, name, self.texts(f"{place} {name}"))
        if "id" in body:
            body["id"] = id if place.startswith("PUT ") else str(uuid.uuid4())
        if "at" in body:
            body["at"] = now()
        # Whoever has logged in signs with their own name.
        if "by" in body and who == "olga" and "by" not in names and "by" not in more:
            del body["by"]
        if isinstance(body.get("need"), dict) and who == "olga" and "need.by" not in names:
            body["need"].pop("by", None)
        method, path = place.split(" ")
        status, answer = self.send(who, method, path.replace("{id}", str(id or "")), body)
        if status not in expect:
            self.unexpected.append(f"{place} {list(names)} as {who}: {status} {answer}")
        return (answer or {}) if isinstance(answer, dict) else {}, body

    def refuse(self, place, name, /, who="olga", id=None, **more):
        """The text in this field is refused, in words."""
        answer, _ = self.make(place, [], who, id, expect=range(400, 500), **{name.replace(".", "__"): "m" + BREAKING}, **more)
        self.refusals[f"{place} {name}"] = answer.get("detail")

    def needs(self):
        place, texts = "PUT /needs/{id}", ["label", "say", "called", "symbol", "group"]
        self.make(place, texts, "station", id="walk", by="Anna", replaces=0)
        self.make(place, ["by"], "station", id="dance", label="Dance", replaces=0)
        # On a button, and therefore short.
        self.make(place, [], "station", id="swim", label="Swim", replaces=0, kind=self.texts(f"{place} kind", SHORT))
        self.refuse(place, "client", id="sing")
        place = "POST /proposals"
        for _ in range(3):
            made, body = self.make(place, ["client_name", "label", "say", "symbol", "suggestion"], "kiosk", proposed_at=now())
            decide = "POST /proposals/{id}/decisions"
            if _ == 0:
                self.make(decide, [], "olga", id=body["id"], need_id="first", need=None)
            elif _ == 1:
                need = {f"need__{name}": self.texts(f"{decide} need.{name}") for name in ("label", "say", "called", "symbol", "group")}
                self.refuse(decide, "need.client", id=body["id"], need_id="second", **need)
                self.make(decide, ["by"], "station", id=body["id"], need_id="second",
                          need__by=self.texts(f"{decide} need.by"), need__uses=["asked"], need__active=True,
                          need__priority="normal", need__replaces=0, need__kind=self.texts(f"{decide} need.kind", SHORT), **need)
        _, body = self.make(place, ["label"], "kiosk", proposed_at=now())
        self.make("POST /proposals/{id}/decisions", ["reason"], "olga", id=body["id"], approved=False, need_id=None)
        self.refuse(place, "client", "kiosk", proposed_at=now())

    def requests(self):
        place, texts = "POST /requests", ["client_name", "label", "called", "say"]
        answers = "POST /requests/{id}/responses"
        for state, who, names in [("declined", "station", ["by", "reason"]), ("on_the_way", "station", ["by"]), ("met", "station", ["by"]),
                                  ("cancelled", "kiosk", ["reason"]), (None, None, [])]:
            _, body = self.make(place, texts, "kiosk", asked_at=now())
            if state:
                self.make(answers, names, who, id=body["id"], state=state,
                          **({} if "reason" in names else {"reason": None}), **({} if "by" in names else {"by": "Maria"}))
            note = "POST /requests/{id}/notes"
            self.make(note, ["text", "by"], "station", id=body["id"])
            self.unlinked.append(f"/history/requests/{body['id']}/notes")
        self.unlinked += [f"/now/{body['id']}/{one}" for one in ("seeing", "answers", "notes")]
        words = "POST /clients/{id}/words"
        self.make(words, ["by"], "station", id="maria", text=self.texts(f"{words} text", SHORT))
        self.make(place, ["symbol"], "kiosk", asked_at=now())
        # Without a stroke or a full stop it is no picture's address.
        self.make(place, [], "kiosk", asked_at=now(), symbol="\"'><img src=x onerror=alert(1)>")
        self.refuse("POST /trials", "client")
        self.refuse("POST /speech", "language")
        # Whose ids these are, nobody knows; they are taken, as a kiosk's newer board may have them.
        self.make(place, ["client", "need"], "kiosk", asked_at=now())
        self.make("POST /faults", ["client_name", "detail"], "kiosk")
        for source, kind in [("kiosk", "board_refused"), ("kiosk", "switch_stuck"), ("station", "command_failed")]:
            self.make("POST /faults", ["client_name", "detail"], source, source=source, kind=kind)

    def routines(self, people):
        place, zone = "POST /routines", "Etc/UTC"
        # What was over when a routine was made is never due.
        start = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 5))
        plan = {"start": start, "zone": zone, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}}
        key = f"{start}[{zone}]"
        common = {"content__client": "maria", "content__priority": "urgent", "content__assignment": {"kind": "in_turn", "people": people}, "content__schedule": plan}
        texts = ["content.title", "content.details", "content.symbol"]
        edit = {name: self.texts(f"{place} content.edits.[].edit.{name}") for name in ("title", "details", "symbol")}
        made, first = self.make(place, texts, "station", by="Anna", **common)
        other, _ = self.make(place, texts + ["by"], "station", **common)
        self.make(place, [], "station", by="Anna", **dict(common, content__edits=[{"of": key, "edit": edit}]))
        for name in ("content.client", "content.need", "content.exercise", "content.provider"):
            self.refuse(place, name, **{key: value for key, value in common.items() if key != name.replace(".", "__")})
        rule = dict(plan, repeat={"kind": "rules", "rules": ["m" + BREAKING]})
        answer, _ = self.make(place, [], "olga", expect=range(400, 500), **dict(common, content__schedule=rule))
        self.refusals[f"{place} content.schedule.repeat.rules.[]"] = answer.get("detail")
        place = "POST /routines/{id}/changes"
        self.make(place, ["edit.title", "edit.details", "edit.symbol", "by"], "station", id=other.get("id"), occurrence=key, to=None,
                  replaces=other.get("sequence"), edit__assignment=None)
        whole = {"scope": "all", "occurrence": None, "to": None, "edit": None}
        content = dict(self.example("POST /routines")["content"], client="maria", schedule=plan,
                       assignment={"kind": "in_turn", "people": people})
        self.make(place, ["content.title", "content.details", "content.symbol"], "station", id=made.get("id"),
                  **dict(whole, replaces=made.get("sequence"), content=dict(content, edits=[{"of": key, "edit": {
                      name: self.texts(f"{place} content.edits.[].edit.{name}") for name in ("title", "details", "symbol")}}])))
        self.unlinked.append(f"/plan/{made.get('id', '').lower()}/{urllib.parse.quote(key, safe='')}/one")
        for name, bad in [("content.client", dict(content, client="m" + BREAKING)),
                          ("content.need", dict(content, need="m" + BREAKING)),
                          ("content.exercise", dict(content, exercise="m" + BREAKING)),
                          ("content.provider", dict(content, provider="m" + BREAKING)),
                          ("content.schedule.repeat.rules.[]", dict(content, schedule=rule))]:
            answer, _ = self.make(place, [], "olga", id=made.get("id"), expect=range(400, 500),
                                  **dict(whole, replaces=0, content=bad))
            self.refusals[f"{place} {name}"] = answer.get("detail")
        entry = {"routine": first["id"], "key": key}
        self.make("POST /entries", ["text", "by"], "station", kind="note", **entry)
        self.make("POST /entries", ["by"], "station", kind="done", **entry)
        self.unlinked.append(f"/today/{first['id'].lower()}/{urllib.parse.quote(key, safe='')}/entries")
        return [first["id"], other.get("id")]

    def costs(self, one, other):
        """Expenses, payments and what was asked for, between these two people."""
        split = {"content__paid_by": one, "content__split": {"kind": "equally", "people": [other]}}
        place = "POST /expenses"
        first, _ = self.make(place, ["content.what"], **split)
        self.refuse(place, "by", **split)
        place = "POST /expenses/{id}/corrections"
        self.make(place, ["content.what", "reason"], id=first.get("id"), replaces=first.get("number"), **split)
        self.refuse(place, "by", id=first.get("id"), **split)
        for thing, names in [("payments", ["content.note"]), ("charges", ["content.what"])]:
            place = f"POST /{thing}"
            made, _ = self.make(place, names, content__from=other, content__to=one)
            self.refuse(place, "by", content__from=other, content__to=one)
            place = f"POST /{thing}/{{id}}/withdrawals"
            self.refuse(place, "by", id=made.get("id"))
            if thing == "charges":
                self.refuse("POST /charges/{id}/reminders", "by", id=made.get("id"))
            self.make(place, ["reason"], id=made.get("id"))
            # One more that stays.
            self.make(f"POST /{thing}", content__from=other, content__to=one)
        kept, _ = self.make("POST /expenses", **split)
        self.show_picture(f"/expenses/{kept.get('id')}/receipt")

    def show_picture(self, path):
        status, answer = self.send("olga", "PUT", path, png_bytes(8, 12, lambda row: bytes([250, 250, 20 * row]) * 8))
        if status not in (200, 201, 204):
            self.unexpected.append(f"PUT {path}: {status} {answer}")

    def household(self):
        """Places, duties, ways of calls, rewards, and who asks to come in."""
        self.make("PUT /places/{id}", ["name"], id="west", sequence=0)
        self.make("PUT /devices/{id}", ["name"], id=self.kiosk_elsewhere, place="west", clients=None, serves=None)
        place, zone = "POST /duties", "Etc/UTC"
        start = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - 600))
        plan = {"start": start, "zone": zone, "repeat": {"kind": "rules", "rules": ["FREQ=DAILY"]}}
        spoilt = dict(plan, repeat={"kind": "rules", "rules": ["m" + BREAKING]})
        common = {"content__person": "anna", "content__zone": "west", "content__schedule": plan}
        made, body = self.make(place, ["content.role"], **common)
        duty = body["id"]
        self.refuse(place, "by", **common)
        self.refuse_rules(place, **dict(common, content__schedule=spoilt))
        place = "POST /duties/{id}/changes"
        common.update(replaces=made.get("sequence"), content__minutes=480)
        made, _ = self.make(place, ["content.role"], id=duty, **common)
        common["replaces"] = made.get("sequence")
        self.refuse(place, "by", id=duty, **common)
        self.refuse_rules(place, id=duty, **dict(common, content__schedule=spoilt))
        self.refuse("POST /duties/{id}/swaps", "by", id=duty, of=f"{start}[{zone}]", person="carla")
        place = "PUT /call-paths"
        steps = [{"after": 0, "who": [{"kind": "role", "role": self.texts(f"{place} paths.[].steps.[].who.[].role")}]},
                 {"after": 60, "who": [{"kind": "everybody"}]}]
        self.make(place, replaces=0, paths=[
            {"id": str(uuid.uuid4()), "name": self.texts(f"{place} paths.[].name"), "priorities": ["urgent"], "steps": steps}])
        self.refuse(place, "by", replaces=1, paths=[])
        self.calls()
        self.points()
        self.registrations()
        soon = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 600))
        _, body = self.make("POST /routines", [], "station", by="Anna", content__title="Bins", content__audience="household", content__client=None,
                                content__clients_own=False, content__details=None, content__schedule=dict(plan, start=soon),
                                content__assignment={"kind": "fixed", "person": "anna"})
        self.make("POST /chores/reminders", ["by"], "station", routine=body["id"], key=f"{soon}[{zone}]")
        own = self.send("olga", "GET", "/session", None)[1]["person"]["id"]
        for person in (own, "maria"):
            self.make("POST /routines", content={
                "title": f"Windows of {person}", "audience": "household", "clients_own": False, "priority": "normal", "points": 5,
                "proof": "photo", "grace_minutes": 1440, "assignment": {"kind": "fixed", "person": person},
                "reminders": {"minutes_before": [], "due": False, "missed": False}, "schedule": {"start": start, "zone": zone}})

    def points(self):
        place, reward = "PUT /rewards/{id}", str(uuid.uuid4())
        self.make(place, ["content.title", "content.details", "content.symbol"], id=reward, content__way__cost=3)
        self.refuse(place, "by", id=str(uuid.uuid4()), content__title="Zoo")
        place = "POST /points/{id}/gifts"
        self.make(place, ["reason"], id="maria", points=20)
        self.refuse(place, "by", id="maria")
        # One is refused, and one waits.
        asked = [self.make("POST /grants", ["by"], "station", reward=reward, person="maria")[1]["id"] for _ in range(2)]
        self.make("POST /grants/{id}/answers", ["by", "reason"], "station", id=asked[0], state="refused")
        self.refuse("PUT /points/{id}/switch", "by", id="carla")

    def sessions(self):
        """Sessions of a provider, what is said of one, moods and signs."""
        self.make("PUT /people/{id}", id="kim", name="Dr Kim", role="provider", clients=["maria"], sequence=0, absences=[], reminders__muted=[])
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        place = "POST /appointments"
        common = {"content__provider": "kim", "content__client": "maria", "content__at": at, "content__title": None}
        self.make(place, ["content.title"], **{name: value for name, value in common.items() if name != "content__title"})
        made, _ = self.make(place, [], **common)
        for name in ("by", "content.client", "content.provider"):
            self.refuse(place, name, **{key: value for key, value in common.items() if key != name.replace(".", "__")})
        place, of = "PUT /appointments/{id}", {"id": made.get("id"), "replaces": made.get("sequence")}
        for name in ("by", "content.client", "content.provider"):
            self.refuse(place, name, **of, **{key: value for key, value in common.items() if key != name.replace(".", "__")})
        self.make(place, ["content.title"], **of, **{name: value for name, value in common.items() if name != "content__title"})
        self.make("POST /appointments/{id}/lines", ["text"], "kiosk", id=made.get("id"), kind="remark")
        place = "POST /moods"
        self.make(place, ["by"], "kiosk", client="maria")
        self.refuse(place, "client", "kiosk")
        self.refuse(place, "value", "kiosk", client="maria", scale="body_part")
        place = "PUT /people/{id}/signs"
        self.make(place, id="maria", version=0, signs=[{"id": "hums", "label": self.texts(f"{place} signs.[].label", SHORT)}])
        answer, _ = self.make(place, [], "olga", "maria", expect=range(400, 500), version=1, signs=[{"id": "m" + BREAKING, "label": "Hums"}])
        self.refusals[f"{place} signs.[].id"] = answer.get("detail")

    def encouragement(self):
        """A file of its own, with one sentence."""
        place, new = "PUT /encouragement/stores/{id}", {"version": None, "replaces": None}
        self.make(place, ["item.text", "item.author", "item.source"], id="quotes-hostile.en.yaml", **new)
        answer, _ = self.make(place, [], "olga", "tips-hostile.en.yaml", expect=range(400, 500), item__categories=["m" + BREAKING], **new)
        self.refusals[f"{place} item.categories.[]"] = answer.get("detail")
        for name in ("item.sound", "item.video"):
            self.refuse(place, name, id="tips-hostile.en.yaml", **new)

    def reach(self):
        """What messages go over, and a way to reach somebody by it."""
        place = "PUT /channels/{id}"
        # Nothing listens there.
        settings = {"host": "127.0.0.1", "port": "9", "security": "none", "from": "home@example.org"}
        self.make(place, id="mail", secrets=None, sequence=0, settings=dict(settings, user=self.texts(f"{place} settings.*")))
        place, of = "PUT /contacts/{id}", {"person": "carla", "channel": "mail", "secret": None}
        self.make(place, id=str(uuid.uuid4()), label=self.texts(f"{place} label", SHORT), address={"address": "carla@example.org"}, **of)
        answer, _ = self.make(place, [], "olga", str(uuid.uuid4()), expect=range(400, 500), address={"address": "m" + BREAKING}, **of)
        self.refusals[f"{place} address.*"] = answer.get("detail")
        place = "PUT /channels/{id}"
        answer, _ = self.make(place, id="mail", secrets=None, sequence=0, settings=settings, as_typed=["m" + SHORT[:30]],
                              expect=range(400, 500))
        self.refusals[f"{place} as_typed.[]"] = answer.get("detail")
        # The address of somebody's calendar.
        self.refuse("POST /feeds", "client")

    def school(self, canvas):
        """Where school tasks are read: nothing that is typed there is shown, but what is read."""
        for name in ("client", "address", "by"):
            self.refuse("POST /coursework", name)
        canvas.add(1, self.texts(TASK), context_name=self.texts(COURSE))
        self.make("POST /coursework", client="maria", kind="planner", address=canvas.address, token=canvas.token)

    def exercises(self):
        """One of the home's own, which Maria is to do."""
        says = self.texts(EXERCISE_SAYS)
        text = (f"exercise: hostile\nname: |-\n  {self.texts(EXERCISE, SHORT)}\nlanguage: en-GB\ninstructions: |-\n  {says}\n"
                f"steps:\n  - say: |-\n      {says}\n")
        self.make("PUT /files/{id}", id="exercises%2Fhostile.yaml", text=text, version=None)
        self.make("POST /routines", content={
            "title": "Breathe", "client": "maria", "exercise": "hostile", "clients_own": True, "priority": "normal", "grace_minutes": 1440,
            "assignment": {"kind": "fixed", "person": "maria"}, "reminders": {"minutes_before": [], "due": False, "missed": False},
            "schedule": {"start": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()), "zone": "Etc/UTC"}})

    def goals(self):
        start = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
        self.make("POST /routines", content={
            "title": self.texts(GOAL), "client": "maria", "goal": True, "clients_own": True, "priority": "normal", "count": 3,
            "grace_minutes": 1440, "assignment": {"kind": "fixed", "person": "maria"}, "schedule": {"start": start, "zone": "Etc/UTC"},
            "reminders": {"minutes_before": [], "due": False, "missed": False}})

    def logins(self, provider, owner, authenticator):
        """A login provider that calls somebody so, a passkey, and somebody with a second step. `owner`: a coordinator's browser; each of
        these is made as a real provider, browser and authenticator would."""
        place, id = "PUT /login-providers/{id}", str(uuid.uuid4())
        new = {"issuer": provider.issuer, "client_secret": provider.secret, "home": owner.service.origin}
        for name in ("issuer", "home"):
            self.refuse(place, name, id=id, name="Example", **{key: value for key, value in new.items() if key != name})
        provider.client = self.texts(f"{place} client_id")
        provider.person["name"] = self.texts(KNOWN_AS)
        provider.return_to.add(owner.service.return_to(id))
        self.make(place, ["client_id"], id=id, name=self.texts(f"{place} name", SHORT), **new)
        owner.link(id, provider)
        offer = owner.send("POST", "/account/passkeys/challenges", None, 201)
        name = self.texts("POST /account/passkeys name", SHORT)
        owner.send("POST", "/account/passkeys", authenticator.made(offer, owner.service.origin, name=name), 201)

    def calendars(self):
        """Files with such texts in them: what becomes of their events is shown. What opens other calendars is shown nowhere."""
        place, change = "POST /calendars", "POST /calendars/{id}/changes"
        of = {"kind": "file", "address": None}
        made, _ = self.make(place, ["name"], text=calendar("first", self.texts(f"{place} text")), **of)
        self.make(change, [], id=made.get("id"), kind="renew", text=calendar("second", self.texts(f"{change} text")))
        self.make(change, ["name"], id=made.get("id"), kind="set")
        for name in ("client", "by", "taking.person"):
            self.refuse(place, name, text=calendar("third", "Choir"), **of)
        self.refuse(change, "taking.person", id=made.get("id"), kind="set", taking__all_day_at=480)
        self.refuse(change, "event", id=made.get("id"), kind="end")

    def calls(self):
        """One that is handed over with whoever has it."""
        _, call = self.make("POST /requests", [], "kiosk", label="Tea", asked_at=now())
        place = "POST /requests/{id}/responses"
        self.make(place, [], "station", id=call["id"], state="on_the_way", by="Anna", reason=None)
        self.make("PUT /people/{id}", id="ben", name="Ben", sequence=0, absences=[])
        self.refuse(place, "takes_over", "station", id=call["id"], state="on_the_way", by="Ben", reason=None)
        place = "POST /handover/claims"
        self.refuse(place, "to", "station")
        self.make(place, ["by"], "station")

    def registrations(self):
        self.make("PUT /registration", open=True)
        place = "POST /registrations"
        made, body = self.make(place, ["name"], "nobody", password="seven slow old trams")
        self.refuse(place, "email", "nobody", name="Frida")
        self.refuse(place, "picture", "nobody", name="Frida")
        self.make(place, [], "nobody", name="Frida", password="seven slow old trams")
        place = "POST /registrations/{id}/acceptance"
        self.refuse(place, "person", id=body["id"])
        self.make(place, ["name"], id=body["id"])

    def others(self):
        """Those who come as themselves: a client and their provider."""
        for person, role in (("maria", "client"), ("kim", "provider")):
            made, _ = self.make("POST /invitations", name="Anybody", role=role, person=person)
            self.make("POST /invitations/{id}/acceptance", who=person, id=made.get("code"), name="Anybody", password="seven slow old trams")

    def refuse_rules(self, place, id=None, **more):
        answer, _ = self.make(place, [], "olga", id, expect=range(400, 500), **more)
        self.refusals[f"{place} content.schedule.repeat.rules.[]"] = answer.get("detail")

    def reminders(self):
        """The person who claimed one: stored, but not shown."""
        for _ in range(100):
            found = self.send("station", "GET", "/agenda", None)[1]["reminders"]
            if found:
                return self.make("POST /reminders/{id}/receipts", ["by"], "station", id=found[0]["id"])
            time.sleep(0.1)
        self.unexpected.append("no reminder came")

    def people(self):
        """A client, and somebody who has been invited; devices that are paired."""
        place = "PUT /people/{id}"
        self.make(place, ["name"], "olga", id="carla", role="caregiver", sequence=0, absences=[])
        there = next(one for one in self.send("olga", "GET", "/people", None)[1]["people"] if one["id"] == "maria")
        # No two people have the same name.
        self.make(place, [], "olga", id="maria", role="client", sequence=there["sequence"], absences=[], reminders__muted=[],
                  name=self.texts(f"{place} name") + " Maria")
        made, _ = self.make("POST /invitations", ["name"], "olga")
        joined, _ = self.make("POST /invitations", ["name"], "olga", role="caregiver")
        self.make("POST /invitations/{id}/acceptance", ["name"], "nobody", id=joined.get("code"), password="seven slow old trams")
        for kind, client in [("display", "maria"), ("station", None)]:
            code, _ = self.make("POST /pairings", ["name"], "olga", kind=kind, client=client)
            self.make("POST /devices", [], "nobody", code=code.get("code"))
        code, _ = self.make("POST /pairings", ["name"], "olga", kind="kiosk")
        self.kiosk_elsewhere = self.make("POST /devices", [], "nobody", code=code.get("code"))[0].get("id")
        place = "PUT /machine"
        self.make(place, [], "kiosk", version=self.texts(f"{place} version", SHORT),
                  batteries=[{"name": self.texts(f"{place} batteries.[].name"), "percent": 5, "is_charging": False}])
        # Whoever is not let in stands in the audit log by the name that they typed.
        self.make("POST /sessions", ["name"], "nobody", expect=(401,), password="not the right one")
        # Somebody who has changed their own name.
        other, _ = self.make("POST /invitations", [], "olga", role="caregiver", name="Dora")
        self.make("POST /invitations/{id}/acceptance", [], "dora", id=other.get("code"), name="Dora", password="seven slow old trams")
        self.make("PUT /account", ["name"], "dora", expect=(200, 204))
        # A second step for her, pictures, and somebody who is there already and may log in.
        app = App(self.send("dora", "POST", "/account/second-step", None)[1]["address"])
        self.make("PUT /account/second-step", who="dora", code=app.code())
        own = self.send("olga", "GET", "/session", None)[1]["person"]["id"]
        for person in (own, "carla"):
            self.show_picture(f"/people/{person}/picture")
        self.make("POST /invitations", name="Carla", role="caregiver", person="carla")
        self.unlinked += ["/people/carla/invitation", "/people/carla/invitation/removal"]
        return made.get("code")

    def files(self):
        """A board with the text wherever a board has one, a file that is no board at all, phrases and settings."""
        place = "PUT /files/{id}"
        text = json.dumps(self.texts(f"{place} text"))
        # No two of them may sound alike.
        one, two, three = (json.dumps(f"{self.texts(f'{place} text')} {number}") for number in ("one", "two", "three"))
        board = (f"board: hostile\nname: {text}\nlanguage: en-GB\nitems:\n"
                 f"  - {{ id: one, label: {one}, cue: {one}, say: {text}, request: normal }}\n"
                 f"  - label: {two}\n    group:\n      - {{ id: two, label: {two}, say: {text} }}\n"
                 f"      - {{ id: three, label: {three}, say: {text} }}\n")
        self.make(place, [], "olga", id="hostile.yaml", text=board, version=None)
        broken = f"board: broken\nname: {text}\n{text}: {text}\nitems:\n  - {{ lable: {text}, open: {text}, symbol: {text} }}\n"
        self.make("POST /files/{id}/checks", [], "olga", id="hostile.yaml", text=broken)
        self.texts("POST /files/{id}/checks text")
        with open(f"{self.home}/boards/broken.yaml", "w") as file:
            file.write(broken)
        self.boards()
        version = self.send("olga", "GET", "/phrases", None)[1]["version"]
        # Braces name what is filled in, and there is nothing named like that.
        words = self.texts("PUT /phrases values.*").replace("{{{csrf}}}", "")
        self.make("PUT /phrases", [], "olga", version=version, values={"ready": words, "heard": words})
        version = self.send("olga", "GET", "/settings", None)[1]["version"]
        answer, _ = self.make("PUT /settings", [], "olga", expect=range(400, 500), version=version,
                              values={"scan_time": "m" + BREAKING})
        self.refusals["PUT /settings values.*"] = answer.get("detail")

    def boards(self):
        """What boards have of it that are changed card by card."""
        place = "POST /boards"
        self.make(place, ["title"], "olga", cards=[{"fields": {"label": self.texts(f"{place} cards.[].fields.*")}}])
        self.refuse(place, "language")
        place = "POST /boards/{id}/changes"
        board = self.send("olga", "GET", "/boards/hostile.yaml", None)[1]
        self.make(place, [], "olga", id="hostile.yaml", version=board["version"], changes=[
            {"kind": "add", "fields": {"label": self.texts(f"{place} changes.[].fields.*"), "request": "normal"}},
            {"kind": "add", "fields": {"label": "More"}, "group": [{"fields": {
                "label": self.texts(f"{place} changes.[].group.[].fields.*"), "request": "normal"}}]}])

    def display(self):
        """What the kiosk shows on the client's screen; the kiosk has to be listening."""
        place = "PUT /displays/{id}"

        def text(name):
            return self.texts(f"{place} {name}")
        cell = "level.rows.[].cells.[]."
        screen = self.example(place)
        screen.update(number=int(time.time() * 1000) + 1, language="en-GB", hint=text("hint"))
        screen["level"]["rows"] = [{"cells": [
            {"id": text(cell + "id"), "label": text(cell + "label"), "symbol": {"text": text(cell + "symbol.text")}, "kind": "request",
             "state": "heard", "note": text(cell + "note")},
            {"id": self.texts("POST /displays/{id}/taps cell"), "label": "Picture", "symbol": {"picture": text(cell + "symbol.picture")}, "kind": "speech"}]}]
        group = "level.rows.[].group."
        screen["level"]["rows"] += [
            {"cells": [], "group": {"id": text(group + "id"), "label": text(group + "label"), "symbol": {"text": text(group + "symbol.text")},
                                    "kind": "group", "note": text(group + "note")}},
            {"cells": [], "group": {"id": "other", "label": "Other", "symbol": {"picture": text(group + "symbol.picture")}, "kind": "group"}}]
        screen["look"].update(layout="strips")
        screen["answer"] = {"request": text("answer.request"), "who": text("answer.who"), "state": "on_the_way", "is_urgent": False,
                            "words": text("answer.words"), "label": text("answer.label"), "symbol": {"picture": text("answer.symbol.picture")}}
        screen["not_working"] = text("not_working")
        screen["caption"]["text"] = text("caption.text")
        asked = {"state": "heard", "is_urgent": False, "words": text("requests.[].words")}
        screen["requests"] = [
            dict(asked, id=text("requests.[].id"), label=text("requests.[].label"), symbol={"text": text("requests.[].symbol.text")}),
            dict(asked, id="other", label="Other", symbol={"picture": text("requests.[].symbol.picture")})]
        status, answer = self.send("kiosk", "PUT", "/displays/maria", screen)
        if status not in (200, 204):
            self.unexpected.append(f"{place}: {status} {answer}")
        self.refuse(place, "client", "kiosk", id="maria")
        screen.update(number=screen["number"] + 1, language=self.texts(f"{place} language", SHORT))
        screen["answer"]["symbol"] = {"text": text("answer.symbol.text")}
        status, answer = self.send("kiosk", "PUT", "/displays/maria", screen)
        if status not in (200, 204):
            self.unexpected.append(f"{place} language: {status} {answer}")
        self.make("POST /displays/{id}/taps", ["cell"], "station", id="maria", expect=(202,), screen=screen["number"])
        self.screen = screen
        told = {"words": text("celebration.words"), "label": text("celebration.label")}
        self.celebrations = [dict(told, symbol={kind: text(f"celebration.symbol.{kind}")}) for kind in ("picture", "text")]

        self.link = {"address": "https://meet.example/maria", "words": text("link.words")}
        told = {"label": text("exercise.label")}
        self.exercises = [dict(told, breath={"phase": "in", "words": text("exercise.breath.words"), "milliseconds": 4000})]
        for kind in ("picture", "text"):
            self.exercises.append(dict(told, symbol={kind: text(f"exercise.symbol.{kind}")}))
            self.exercises.append(dict(told, picture={kind: text(f"exercise.picture.{kind}")}))
            self.exercises.append(dict(told, things=[{kind: text(f"exercise.things.[].{kind}")}]))

        self.saying = {name: text(f"saying.{name}") for name in ("words", "by")}
        self.waiting = {name: text(f"waiting.{name}") for name in ("who", "words")}

    def show_hint(self):
        """Is on the screen where no caption is."""
        return self.show(caption=None)

    def show_celebration(self):
        """Has the whole screen, where no answer has it."""
        return {self.show(answer=None, celebration=one) for one in self.celebrations}

    def show_exercise(self, one):
        """Has the whole screen, too; beside it is the link to a video."""
        return self.show(celebration=None, answer=None, exercise=one, link=self.link)

    def show_saying(self):
        """Stands where nothing else has the whole screen."""
        return self.show(celebration=None, answer=None, exercise=None, saying=self.saying)

    def show_waiting(self):
        """Stands above the cards where nothing has the whole screen."""
        return self.show(celebration=None, answer=None, exercise=None, saying=None, waiting=self.waiting)

    def show(self, **changes):
        self.screen.update(number=self.screen["number"] + 1, **changes)
        return self.send("kiosk", "PUT", "/displays/maria", self.screen)[0]


def put(body, path, value):
    """Sets the value at `a.b`; `None` removes it."""
    *way, last = path.split(".")
    for step in way:
        body = body.setdefault(step, {}) if body.get(step) is not None else body.__setitem__(step, {}) or body[step]
    if value is None:
        body.pop(last, None)
    else:
        body[last] = value


def now():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def calendar(uid, title):
    """A calendar of one event, tomorrow."""
    start = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(time.time() + 86_400))
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", f"UID:{uid}", f"DTSTART:{start}", f"SUMMARY:{title}",
                        "END:VEVENT", "END:VCALENDAR", ""])
