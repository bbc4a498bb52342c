"""What is outside a home, for tests of channels: a push service with its devices, ntfy, Gotify, a receiver of webhooks, a mail server.

Each was written by the documents of what it stands for, and looks at every message as that would. It takes messages unless `then` says what
becomes of the next ones, or `always` of all others; what it would refuse is in `wrong`, in words.

The packages of these documents (scripts/setup puts them into .build/tools) are read from there, as end-to-end tests run without it.
"""
import asyncio
import base64
import dataclasses
import email
import email.policy
import glob
import hashlib
import hmac
import http.server
import json
import os
import re
import socket
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Behind the system's own, which stay what they are.
sys.path += glob.glob(f"{ROOT}/.build/tools/lib/python3*/site-packages")
import http_ece  # noqa: E402
from aiosmtpd.controller import Controller  # noqa: E402
from aiosmtpd.smtp import AuthResult  # noqa: E402
from cryptography.exceptions import InvalidSignature  # noqa: E402
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: E402
from home import free_port  # noqa: E402

# How long one side waits for the other, in seconds.
PATIENCE = 60


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text):
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        raise Refused(400, f"`{text[:40]}` is not base64url without padding")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_of(token):
    """The key of the message that a token answers: its first 16 bytes."""
    return uuid.UUID(bytes=from_base64url(token)[:16])


def token_in(text):
    """The token in the first link of a text to an answer; `None` where it has none."""
    found = re.search(r"/answers?/([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])", text)
    return found and found[1]


def post(url, body=None, headers=()):
    """(status, decoded body): as a device or another program sends it, with nobody's session."""
    data = b"" if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method="POST", headers=dict(headers))
    if body is not None:
        request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"null")


class Refused(Exception):
    """What this side would refuse, whatever the test wants; a proof may want just that (`is_wanted`)."""

    def __init__(self, status, why, is_wanted=False):
        super().__init__(why)
        self.status, self.is_wanted = status, is_wanted


@dataclasses.dataclass
class Refusal:
    """Answers with that instead of taking the message."""
    status: int
    headers: dict = dataclasses.field(default_factory=dict)
    body: bytes = b""


class Death:
    """The connection ends without an answer, and the message is lost."""


class Hold:
    """The message is taken, and the answer waits until it is let go."""

    def __init__(self):
        self.arrived, self.released = threading.Event(), threading.Event()


@dataclasses.dataclass
class Message:
    """One try of a message, as the other side understands it."""
    key: uuid.UUID
    title: str
    body: str
    # The names of answers, and where each is sent.
    answers: dict
    link: str
    raw: object
    kind: str = None
    seen: str = None
    at: float = dataclasses.field(default_factory=time.monotonic)


class Outside:
    """What all of them are: something that listens on this machine and notes every try, and what it took."""

    def __init__(self):
        self.lock = threading.Lock()
        self.tries, self.taken, self.proofs, self.wrong, self.then = [], [], [], [], []
        self.always = None

    def step(self, message):
        """Notes a try; gives what is to become of it. A proof comes at any time: that is taken, and no message."""
        with self.lock:
            if message.kind == "proof":
                return None
            self.tries.append(message)
            return self.then.pop(0) if self.then else self.always

    def take(self, message):
        with self.lock:
            (self.proofs if message.kind == "proof" else self.taken).append(message)

    def tries_of(self, key):
        return [message for message in self.tries if message.key == key]


class WebOutside(Outside):
    """One that is spoken to by HTTP. Each connection is for one message, so that it is dead as soon as it is closed."""

    def __init__(self):
        super().__init__()
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.open()

    def open(self):
        outside = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                self.reply(*outside.look(self.path, self.headers))

            do_HEAD = do_GET

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                try:
                    message = outside.read(self.path, self.headers, body)
                except Refused as refused:
                    if not refused.is_wanted:
                        outside.wrong.append(str(refused))
                    return self.reply(*outside.refusal(refused))
                act = outside.step(message)
                if isinstance(act, Refusal):
                    return self.reply(act.status, act.headers, act.body)
                if isinstance(act, Death):
                    self.close_connection = True
                    return self.connection.shutdown(socket.SHUT_RDWR)
                outside.take(message)
                if isinstance(act, Hold):
                    act.arrived.set()
                    act.released.wait(PATIENCE)
                self.reply(*outside.acknowledge(message))

            def reply(self, status, headers, body):
                # Whoever asked may have gone by now.
                try:
                    self.send_response(status)
                    for name, value in {**headers, "Content-Length": str(len(body)), "Connection": "close"}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    if self.command != "HEAD":
                        self.wfile.write(body)
                except OSError:
                    self.close_connection = True

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        """Nobody listens there any more; `open` begins again at the same port."""
        self.server.shutdown()
        self.server.server_close()

    def look(self, path, headers):
        """The answer to what asks without sending anything."""
        return 404, {}, b""

    def refusal(self, refused):
        return refused.status, {"Content-Type": "text/plain"}, str(refused).encode()


class Device:
    """A browser's subscription (RFC 8291) at a push service, and what it does when something comes."""

    def __init__(self, service):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.path = f"/push/{base64url(os.urandom(24))}"
        self.endpoint = service.address + self.path
        self.shown = []
        # Whether a notification appears. What comes to a device that is off is taken all the same.
        self.shows = True
        service.devices[self.path] = self

    @property
    def address(self):
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": base64url(point)}

    @property
    def secrets(self):
        return {"auth": base64url(self.secret)}

    def open(self, body):
        try:
            text = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
            message = json.loads(text)
        except (http_ece.ECEException, ValueError) as error:
            raise Refused(201, f"a device cannot read its push: {error}") from error
        return Message(
            uuid.UUID(message["key"]), message["title"], message["body"],
            {answer["name"]: answer["url"] for answer in message.get("answers") or []}, message.get("link"), message,
            kind=message["kind"], seen=message.get("seen"))

    def show(self, message):
        if self.shows:
            self.shown.append(message)
            if message.seen:
                self.confirm(message)

    def confirm(self, message):
        return post(message.seen)[0]


class PushService(WebOutside):
    """A push service (RFC 8030) that asks who sends (RFC 8292)."""

    # What services take; a day is the most for which a token may be good. Bytes, seconds.
    LARGEST, LONGEST = 4096, 86_400

    def __init__(self):
        self.devices, self.sizes = {}, []
        # The home's own public key, under which devices have subscribed.
        self.home_key = None
        super().__init__()

    def read(self, path, headers, body):
        device = self.devices.get(path)
        if device is None:
            raise Refused(404, f"no such subscription: {path}")
        self.check_sender(headers.get("Authorization", ""))
        if headers.get("Content-Encoding") != "aes128gcm":
            raise Refused(400, "Content-Encoding is not aes128gcm")
        if not re.fullmatch(r"\d{1,10}", headers.get("TTL", "")):
            raise Refused(400, "TTL is missing, or no number of seconds")
        if headers.get("Urgency", "normal") not in ("very-low", "low", "normal", "high"):
            raise Refused(400, "Urgency is none of RFC 8030's")
        if not re.fullmatch(r"[A-Za-z0-9_-]{0,32}", headers.get("Topic", "")):
            raise Refused(400, "Topic has more than 32 characters of base64url")
        if len(body) > self.LARGEST:
            raise Refused(413, f"{len(body)} bytes are too many")
        self.sizes.append(len(body))
        message = device.open(body)
        message.device, message.headers = device, headers
        return message

    def check_sender(self, text):
        parts = re.fullmatch(r"vapid t=([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+), ?k=([A-Za-z0-9_-]+)", text)
        if not parts:
            raise Refused(401, "Authorization is no `vapid t=…, k=…`")
        head, claims, signature, key = parts.groups()
        if self.home_key is not None and key != self.home_key:
            raise Refused(403, "another key than that of the subscription")
        if json.loads(from_base64url(head)).get("alg") != "ES256":
            raise Refused(401, "the token is not signed by ES256")
        raw = from_base64url(signature)
        if len(raw) != 64:
            raise Refused(401, "a signature of ES256 has 64 bytes")
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(key))
        try:
            public.verify(
                utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")),
                f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            raise Refused(403, "the token's signature is wrong") from None
        said = json.loads(from_base64url(claims))
        if said.get("aud") != self.address:
            raise Refused(403, f"the token is for {said.get('aud')}, not for {self.address}")
        if not time.time() < said.get("exp", 0) <= time.time() + self.LONGEST:
            raise Refused(403, "the token is over, or good for more than a day")
        if not re.match(r"mailto:[^@]+@[^@]+\.[a-z]+$|https://", said.get("sub", "")):
            raise Refused(403, "`sub` is no address of a person")

    def acknowledge(self, message):
        # It is at the device before the sender knows that it was taken.
        message.device.show(message)
        return 201, {"Location": f"{self.address}/message/{uuid.uuid4()}"}, b""


class Ntfy(WebOutside):
    """A server of ntfy, published to as JSON."""

    def __init__(self, token):
        self.token = token
        super().__init__()

    def look(self, path, headers):
        if path == "/v1/health":
            return 200, {"Content-Type": "application/json"}, b'{"healthy":true}\n'
        if re.fullmatch(r"/[-_A-Za-z0-9]{1,64}/auth", path):
            if self.knows(headers):
                return 200, {"Content-Type": "application/json"}, b'{"success":true}\n'
            return 403, {"Content-Type": "application/json"}, b'{"code":40301,"http":403,"error":"forbidden"}\n'
        return 404, {"Content-Type": "application/json"}, b'{"code":40401,"http":404,"error":"page not found"}\n'

    def knows(self, headers):
        return headers.get("Authorization") == f"Bearer {self.token}"

    def read(self, path, headers, body):
        if path.split("?")[0] != "/":
            raise Refused(404, f"JSON is published to the root, not to {path}")
        if not self.knows(headers):
            raise Refused(403, "the token is not this server's")
        said = json.loads(body)
        if not re.fullmatch(r"[-_A-Za-z0-9]{1,64}", said.get("topic", "")):
            raise Refused(400, "no topic")
        if said.get("priority", 3) not in range(1, 6):
            raise Refused(400, "the priority is not 1 to 5")
        if len(said.get("message", "").encode()) > 4096:
            raise Refused(413, "the message has more than 4,096 bytes")
        actions = said.get("actions", [])
        if len(actions) > 3:
            raise Refused(400, "more than three actions")
        answers = {}
        for action in actions:
            if action.get("action") not in ("view", "broadcast", "http") or not action.get("label"):
                raise Refused(400, f"not an action: {action}")
            if action["action"] == "http":
                answers[json.loads(action.get("body", "{}")).get("with")] = action
        text = json.dumps(said)
        return Message(
            key_of(token_in(text)) if token_in(text) else None, said.get("title"), said.get("message"),
            {name: action["url"] for name, action in answers.items()}, said.get("click"), said)

    @staticmethod
    def press(message, name):
        """What the app does when the button of an answer is pressed on the lock screen; (status, decoded body)."""
        action = next(
            one for one in message.raw["actions"]
            if one["action"] == "http" and json.loads(one.get("body", "{}")).get("with") == name)
        request = urllib.request.Request(
            action["url"], data=action.get("body", "").encode(), method=action.get("method", "POST"),
            headers=action.get("headers", {}))
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def acknowledge(self, message):
        answer = {"id": base64url(os.urandom(9)), "time": int(time.time()), "event": "message", **message.raw}
        return 200, {"Content-Type": "application/json"}, json.dumps(answer).encode()


class Gotify(WebOutside):
    """A server of Gotify with one application."""

    def __init__(self, token):
        self.token = token
        super().__init__()

    def look(self, path, headers):
        if path == "/health":
            return 200, {"Content-Type": "application/json"}, b'{"health":"green","database":"green"}'
        return 404, {"Content-Type": "application/json"}, b'{"error":"Not Found","errorCode":404,"errorDescription":"page not found"}'

    def read(self, path, headers, body):
        if path != "/message":
            raise Refused(404, f"messages are sent to /message, not to {path}")
        if headers.get("X-Gotify-Key") != self.token:
            raise Refused(401, "the token is not the application's")
        said = json.loads(body)
        if said == {}:
            raise Refused(400, "no message", is_wanted=True)
        if not isinstance(said.get("message"), str) or not isinstance(said.get("priority", 0), int):
            raise Refused(400, "no message, or a priority that is no number")
        click = said.get("extras", {}).get("client::notification", {}).get("click", {}).get("url")
        token = token_in(json.dumps(said))
        return Message(key_of(token) if token else None, said.get("title"), said["message"], {}, click, said)

    def acknowledge(self, message):
        answer = {"id": len(self.taken), "appid": 1, "date": "2026-01-01T03:00:00Z", **message.raw}
        return 200, {"Content-Type": "application/json"}, json.dumps(answer).encode()


class Webhook(WebOutside):
    """A program of somebody else's that looks at the signature, as docs/channels.md tells it to."""

    # For so long a signature is good. Seconds.
    TOLERANCE = 300

    def __init__(self, secret):
        self.secret = secret
        super().__init__()

    def read(self, path, headers, body):
        parts = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", headers.get("Beckon-Signature", ""))
        if not parts:
            raise Refused(401, "no signature")
        signed = hmac.new(self.secret.encode(), f"{parts[1]}.".encode() + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(signed, parts[2]):
            raise Refused(401, "the signature is wrong")
        if abs(time.time() - int(parts[1])) > self.TOLERANCE:
            raise Refused(401, "the signature is too old")
        said = json.loads(body)
        return Message(
            uuid.UUID(headers["Idempotency-Key"]), said.get("title"), said.get("body"),
            {answer["name"]: answer["url"] for answer in said.get("answers") or []}, said.get("link"), said,
            kind=said.get("kind"), seen=said.get("seen"))

    def acknowledge(self, message):
        return 204, {}, b""


class MailServer(Outside):
    """A mail server (RFC 5321) that wants a name and a password."""

    def __init__(self, user, password):
        super().__init__()
        self.user, self.password, self.port = user, password, free_port()
        self.open()

    def open(self):
        self.controller = Controller(
            self, hostname="127.0.0.1", port=self.port, authenticator=self.authenticate, auth_required=True, auth_require_tls=False,
            ready_timeout=PATIENCE)
        self.controller.start()

    def close(self):
        """As that of the others: nobody listens there any more, until it is opened again."""
        self.controller.stop()

    def authenticate(self, server, session, envelope, mechanism, data):
        known = (data.login.decode(), data.password.decode()) == (self.user, self.password)
        if not known:
            self.wrong.append("another name or password")
        return AuthResult(success=known, handled=False)

    async def handle_DATA(self, server, session, envelope):
        try:
            message = self.read(envelope)
        except Refused as refused:
            self.wrong.append(str(refused))
            return f"554 5.6.0 {refused}"
        act = self.step(message)
        if isinstance(act, Refusal):
            return f"{act.status} 4.3.0 {act.body.decode()}"
        self.take(message)
        if isinstance(act, Hold):
            act.arrived.set()
            end = time.monotonic() + PATIENCE
            while not act.released.is_set() and time.monotonic() < end:
                await asyncio.sleep(0.05)
        return "250 2.0.0 taken"

    @staticmethod
    def read(envelope):
        content = envelope.original_content
        if re.search(rb"(?<!\r)\n|\r(?!\n)", content):
            raise Refused(554, "lines do not all end with CR LF")
        if max(map(len, content.split(b"\r\n"))) > 998:
            raise Refused(554, "a line has more than 998 bytes")
        said = email.message_from_bytes(content, policy=email.policy.default)
        for name in ("From", "To", "Subject", "Date", "Message-ID"):
            if len(said.get_all(name, [])) != 1:
                raise Refused(554, f"{name} is there {len(said.get_all(name, []))} times")
        if said["Auto-Submitted"] != "auto-generated":
            raise Refused(554, "it does not say that a program has written it")
        if [address.addr_spec for address in said["To"].addresses] != envelope.rcpt_tos:
            raise Refused(554, "it is to another than the envelope")
        if not re.fullmatch(r"<[^<>@\s]+@[^<>@\s]+>", said["Message-ID"].strip()):
            raise Refused(554, f"not an id: {said['Message-ID']}")
        text = said.get_body(("plain",)).get_content()
        token = token_in(text)
        link = re.search(r"https?://\S+/answer/[A-Za-z0-9_-]{43}", text)
        return Message(key_of(token) if token else None, said["Subject"], text, {}, link and link[0], said)
