"""A provider of OpenID Connect that means harm where a test tells it to, and somebody who goes to it.

It was written by the documents (OpenID Connect Core 1.0 and Discovery 1.0, RFC 6749, 7636, 9207), with authlib's and joserfc's own keys,
signatures and challenges: nothing here is Beckon's. It looks at what the home sends as a strict provider would; what it would refuse is in
`wrong`, in words. A `Twist` changes what it answers.

The packages of scripts/setup are read from .build/tools, as end-to-end tests run without it.
"""
import base64
import dataclasses
import glob
import hmac
import html
import html.parser
import http.cookiejar
import http.server
import json
import os
import re
import socket
import struct
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Behind the system's own, which stay what they are.
sys.path += glob.glob(f"{ROOT}/.build/tools/lib/python3*/site-packages")
from authlib.oauth2.rfc7636 import create_s256_code_challenge  # noqa: E402
from authlib.oidc.core.grants.util import create_half_hash  # noqa: E402
from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402
from joserfc import jws  # noqa: E402
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey  # noqa: E402
from home import PATIENCE, free_port  # noqa: E402

# How long a token is good, in seconds.
TOKEN_LIFE = 300


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


# A red square.
PICTURE = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0))
           + chunk(b"IDAT", zlib.compress((b"\0" + b"\xc8\x20\x20" * 64) * 64)) + chunk(b"IEND", b""))


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def part(value):
    """One of the parts of a token."""
    return base64url(value if isinstance(value, bytes) else json.dumps(value).encode())


def same(value):
    return value


@dataclasses.dataclass
class Twist:
    """What is not as it should be; each function is given what is right, and gives what is sent."""
    discovery: callable = same
    # A list of keys, each as a dictionary.
    keys: callable = same
    header: callable = same
    claims: callable = same
    # Of the provider, a header and claims it makes the token.
    token: callable = None
    # What the token endpoint answers.
    tokens: callable = same
    user_info: callable = same
    # What the browser takes back to the home.
    back: callable = same
    # For the name of an endpoint, what is done with a handler instead of answering.
    instead: dict = dataclasses.field(default_factory=dict)
    # Whether the verifier is looked at.
    checks_verifier: bool = True


# What an endpoint does instead of answering.

def answers(status, body=b"", kind="application/json", **headers):
    def act(handler):
        handler.reply(status, body if isinstance(body, bytes) else json.dumps(body).encode(), kind, headers)
    return act


def page(handler):
    handler.reply(200, b"<!doctype html><title>Sign in to the guest network</title><p>Welcome!", "text/html; charset=utf-8")


def died(handler):
    """The connection ends without an answer."""
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def cut(handler):
    """The answer ends in the middle."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"issuer": "http')
    died(handler)


def pours(piece, pause=0.0):
    """The answer has no end: `piece` again and again, until nobody reads any more."""
    def act(handler):
        handler.close_connection = True
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.end_headers()
        try:
            handler.wfile.write(b'{"a": "')
            while not handler.provider.is_over.wait(pause):
                handler.wfile.write(piece)
                handler.provider.poured += len(piece)
        except OSError:
            return
    return act


endless = pours(b"a" * 65_536)
# A byte each second, so that there is always something.
trickling = pours(b"a", pause=1)


def silent(handler):
    """Nothing at all comes."""
    handler.close_connection = True
    handler.provider.is_over.wait(PATIENCE)


class Provider:
    """Listens on this machine and knows one person, who agrees to everything. `path`: what its issuer has after the host."""

    def __init__(self, path="", client="beckon", secret="a secret: 100 % +/=&ü"):
        self.port, self.path = free_port(), path
        self.origin = f"http://127.0.0.1:{self.port}"
        self.issuer = self.origin + path
        self.client, self.secret, self.return_to = client, secret, set()
        self.person = {"sub": "a-1", "name": "Ana Ríos", "picture": f"{self.origin}/picture.png"}
        self.methods = ["client_secret_basic", "client_secret_post"]
        self.keys = [RSAKey.generate_key(2048, {"kid": "first", "use": "sig", "alg": "RS256"})]
        self.algorithm = "RS256"
        self.twist = Twist()
        self.lock = threading.Lock()
        # Codes that were not used yet, and the claims of all tokens that were given.
        self.codes, self.given = {}, []
        self.asked, self.wrong, self.poured, self.number = [], [], 0, 0
        self.is_over = threading.Event()
        self.open()

    # What it is.

    def open(self):
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def setup(self):
                super().setup()
                self.provider = provider

            def do_GET(self):
                provider.answer(self, b"")

            def do_POST(self):
                provider.answer(self, self.rfile.read(int(self.headers.get("Content-Length", 0))))

            def reply(self, status, body, kind="application/json", headers=()):
                # Each connection is for one question, so that the provider is gone as soon as it is closed.
                self.close_connection = True
                try:
                    self.send_response(status)
                    for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store",
                                        "Connection": "close", **dict(headers)}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        """Nobody listens there any more; `open` begins again at the same port."""
        self.is_over.set()
        self.server.shutdown()
        self.server.server_close()
        self.is_over.clear()

    def public(self, key):
        return key.as_dict(private=False)

    def metadata(self):
        base = self.issuer.rstrip("/")
        return {
            "issuer": self.issuer, "authorization_endpoint": f"{base}/authorize", "token_endpoint": f"{base}/token",
            "jwks_uri": f"{base}/keys", "userinfo_endpoint": f"{base}/userinfo", "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": [self.algorithm], "scopes_supported": ["openid", "profile"],
            "token_endpoint_auth_methods_supported": self.methods, "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True, "claims_supported": ["sub", "name", "picture"]}

    def times_asked(self, endpoint):
        return sum(name == endpoint for name in self.asked)

    def complain(self, words):
        self.wrong.append(words)

    # What it answers.

    def answer(self, handler, body):
        path, _, query = handler.path.partition("?")
        prefix = self.path.rstrip("/")
        name = path.removeprefix(prefix).strip("/") if path.startswith(prefix) else "?"
        name = {".well-known/openid-configuration": "discovery", "picture.png": "picture"}.get(name, name)
        with self.lock:
            self.asked.append(name)
        act = self.twist.instead.get(name)
        if act:
            return act(handler)
        look = getattr(self, f"on_{name}", None) if re.fullmatch(r"[a-z]+", name) else None
        if look is None:
            return handler.reply(404, b"nothing is here", "text/plain")
        look(handler, dict(urllib.parse.parse_qsl(query, keep_blank_values=True)), body)

    def on_discovery(self, handler, *_):
        handler.reply(200, json.dumps(self.twist.discovery(self.metadata())).encode())

    def on_keys(self, handler, *_):
        handler.reply(200, json.dumps({"keys": self.twist.keys([self.public(key) for key in self.keys])}).encode())

    def on_picture(self, handler, *_):
        handler.reply(200, PICTURE, "image/png")

    def on_authorize(self, handler, query, body):
        """The page that asks whether the home may know who somebody is, and what its buttons do."""
        wrong = self.wrong_request(query)
        if wrong:
            self.complain(f"authorization: {wrong}: {query}")
            return handler.reply(400, html.escape(wrong).encode(), "text/html; charset=utf-8")
        if handler.command == "GET":
            buttons = "".join(f'<button name="answer" value="{value}">{words}</button> ' for value, words in
                              (("yes", f"Yes, I am {html.escape(self.person.get('name', 'somebody'))}"), ("no", "No")))
            text = f"""<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Provider</title>
                <main><h1>May {html.escape(self.client)} know who you are?</h1><form method="post"
                action="{html.escape(handler.path)}">{buttons}</form></main></html>"""
            return handler.reply(200, text.encode(), "text/html; charset=utf-8")
        is_yes = dict(urllib.parse.parse_qsl(body.decode())).get("answer") == "yes"
        back = self.twist.back({**({"code": self.code(query)} if is_yes else {"error": "access_denied"}),
                                "state": query["state"], "iss": self.issuer})
        where = query["redirect_uri"]
        handler.reply(303, b"", "text/plain", {
            "Location": where + ("&" if "?" in where else "?") + urllib.parse.urlencode(back)})

    def wrong_request(self, query):
        if query.get("client_id") != self.client:
            return "unknown client_id"
        if query.get("redirect_uri") not in self.return_to:
            return f"redirect_uri is none of {sorted(self.return_to)}"
        if query.get("response_type") != "code":
            return "response_type is not code"
        if "openid" not in query.get("scope", "").split():
            return "scope has no openid"
        if query.get("code_challenge_method") != "S256" or not re.fullmatch(r"[A-Za-z0-9_-]{43}", query.get("code_challenge", "")):
            return "no challenge by S256"
        for name in ("state", "nonce"):
            if not re.fullmatch(r"[A-Za-z0-9_.~-]{22,200}", query.get(name, "")):
                return f"{name} is missing or easily guessed"
        return None

    def code(self, query):
        """A new one, good once."""
        code = base64url(os.urandom(24))
        with self.lock:
            self.codes[code] = dict(query)
        return code

    def on_token(self, handler, _, body):
        form = dict(urllib.parse.parse_qsl(body.decode(errors="replace"), keep_blank_values=True))

        def refuse(error, why, status=400):
            self.complain(f"token: {why}")
            handler.reply(status, json.dumps({"error": error, "error_description": why}).encode())
        if handler.command != "POST" or not handler.headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded"):
            return refuse("invalid_request", "no form")
        wrong = self.wrong_client(handler.headers.get("Authorization"), form)
        if wrong:
            return refuse("invalid_client", wrong, 401)
        if form.get("grant_type") != "authorization_code":
            return refuse("unsupported_grant_type", f"grant_type is {form.get('grant_type')!r}")
        with self.lock:
            query = self.codes.pop(form.get("code"), None)
        if query is None:
            return refuse("invalid_grant", "the code is unknown, or was used already")
        if form.get("redirect_uri") != query["redirect_uri"]:
            return refuse("invalid_grant", "redirect_uri is another than at the beginning")
        verifier = form.get("code_verifier", "")
        if self.twist.checks_verifier and (
                not re.fullmatch(r"[A-Za-z0-9._~-]{43,128}", verifier)
                or not hmac.compare_digest(create_s256_code_challenge(verifier), query["code_challenge"])):
            return refuse("invalid_grant", "the verifier is not that of the challenge")
        access = base64url(os.urandom(24))
        self.access = access
        handler.reply(200, json.dumps(self.twist.tokens({
            "access_token": access, "token_type": "Bearer", "expires_in": TOKEN_LIFE, "id_token": self.id_token(query["nonce"], access)})).encode())

    def wrong_client(self, authorization, form):
        if self.secret is None:
            return None if form.get("client_id") == self.client and authorization is None else "no client_id, or a secret that nobody has given"
        if authorization is not None:
            if "client_secret_basic" not in self.methods:
                return "the secret is in a header, which is not offered"
            if "client_secret" in form:
                return "the secret is shown in two ways"
            kind, _, text = authorization.partition(" ")
            try:
                name, _, secret = base64.b64decode(text, validate=True).decode().partition(":")
            except ValueError:
                return "the header has no pair"
            # RFC 6749, 2.3.1: both are written as in a form.
            found = (kind.lower(), urllib.parse.unquote_plus(name), urllib.parse.unquote_plus(secret))
            return None if found == ("basic", self.client, self.secret) else "the header has another name or secret"
        if "client_secret_post" not in self.methods:
            return "the secret is in the form, which is not offered"
        return None if (form.get("client_id"), form.get("client_secret")) == (self.client, self.secret) else "the form has another name or secret"

    def on_userinfo(self, handler, *_):
        if handler.headers.get("Authorization") != f"Bearer {getattr(self, 'access', '')}":
            self.complain("userinfo: another access token")
            return handler.reply(401, b"{}")
        handler.reply(200, json.dumps(self.twist.user_info(dict(self.person))).encode())

    # Tokens.

    def id_token(self, nonce, access):
        now = int(time.time())
        claims = self.twist.claims({
            "iss": self.issuer, "aud": self.client, "iat": now, "exp": now + TOKEN_LIFE, "nonce": nonce, **self.person,
            "at_hash": create_half_hash(access, self.algorithm).decode()})
        header = self.twist.header({"alg": self.algorithm, "kid": self.keys[0].kid, "typ": "JWT"})
        self.given.append(claims)
        token = self.twist.token(self, header, claims) if self.twist.token else self.signed(header, claims)
        self.last_token = token
        return token

    def signed(self, header, claims, key=None):
        """A token with a true signature by the key, its own first one unless another is given."""
        header = {name: value for name, value in header.items() if value is not None}
        payload = claims if isinstance(claims, bytes) else json.dumps(claims).encode()
        return jws.serialize_compact(header, payload, key or self.keys[0], algorithms=[header["alg"]])

    def agree(self, address, home):
        """What somebody does whom the home has sent there: they say yes. Gives what the browser brings back to the home."""
        return returned(Visitor(home).agree(address))


def returned(address):
    """What stands in an address behind the question mark."""
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query, keep_blank_values=True))


# What is refused: tokens.

def claims(**changes):
    """With other claims; `None` leaves one out, a function is given what is there."""
    def change(old):
        new = dict(old)
        for name, value in changes.items():
            new[name] = value(old) if callable(value) else value
            if new[name] is None:
                del new[name]
        return new
    return Twist(claims=change)


def header(**changes):
    return Twist(header=lambda old: {**old, **changes})


def later(seconds):
    return lambda _: int(time.time()) + seconds


def unsigned(name):
    return Twist(token=lambda provider, header, claims: f"{part({**header, 'alg': name})}.{part(claims)}.")


def by_secret(make):
    """HMAC, with something that whoever means harm knows."""
    def token(provider, header, claims):
        import hashlib
        head = f"{part({**header, 'alg': 'HS256'})}.{part(claims)}"
        return f"{head}.{base64url(hmac.new(make(provider), head.encode(), hashlib.sha256).digest())}"
    return Twist(token=token)


def in_pem(provider):
    return provider.keys[0].as_pem(private=False)


def in_der(provider):
    return serialization.load_pem_public_key(in_pem(provider)).public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)


STRANGE_KEY = RSAKey.generate_key(2048, {"kid": "first"})


def of_strange_key(**changes):
    return Twist(token=lambda provider, header, claims: provider.signed({**header, **changes}, claims, STRANGE_KEY))


def other_algorithm(provider, header, claims):
    """A true signature on P-256, under the name of a key that is another."""
    return provider.signed({**header, "alg": "ES256"}, claims, ECKey.generate_key("P-256"))


def spoilt(change):
    """A true token, then changed: of its three parts."""
    def token(provider, header, claims):
        return ".".join(change(*provider.signed(header, claims).split("."), claims))
    return Twist(token=token)


# Somebody else has signed it, or nobody.
FORGED_TOKENS = {
    "algorithm none": unsigned("none"),
    "algorithm nOnE": unsigned("nOnE"),
    "HMAC with the public key in PEM": by_secret(in_pem),
    "HMAC with the public key in PEM, without its last line's end": by_secret(lambda provider: in_pem(provider).strip()),
    "HMAC with the public key in DER": by_secret(in_der),
    "HMAC with the modulus": by_secret(lambda provider: provider.public(provider.keys[0])["n"].encode()),
    "HMAC with the home's own secret": by_secret(lambda provider: provider.secret.encode()),
    "HMAC with nothing": by_secret(lambda provider: b""),
    "signed by a strange key under a known name": of_strange_key(),
    "signed by a strange key that it brings along": Twist(token=lambda provider, header, claims: provider.signed(
        {**header, "jwk": STRANGE_KEY.as_dict(private=False)}, claims, STRANGE_KEY)),
    "signed by a strange key that is elsewhere": Twist(token=lambda provider, header, claims: provider.signed(
        {**header, "jku": f"{provider.origin}/strange"}, claims, STRANGE_KEY)),
    "signed by a strange key of another kind": Twist(token=other_algorithm),
    "without a signature": spoilt(lambda head, body, end, claims: (head, body, "")),
    "with half a signature": spoilt(lambda head, body, end, claims: (head, body, end[:len(end) // 2])),
    "with a signature of zeroes": spoilt(lambda head, body, end, claims: (head, body, base64url(b"\0" * 256))),
    "changed after it was signed": spoilt(lambda head, body, end, claims: (head, part({**claims, "sub": "somebody else"}), end)),
    "with a fourth part": spoilt(lambda head, body, end, claims: (head, body, end, end)),
    "with a header that is no JSON": spoilt(lambda head, body, end, claims: (part(b"\xff{"), body, end)),
    "with a header that is a list": spoilt(lambda head, body, end, claims: (part([]), body, end)),
    "with claims that are no JSON": Twist(token=lambda provider, header, claims: provider.signed(header, b"\xff{\0")),
    "with claims that are a list": Twist(token=lambda provider, header, claims: provider.signed(header, b"[1, 2, 3]")),
    "with claims without an end": Twist(token=lambda provider, header, claims: provider.signed(header, b"[" * 8000)),
    "encrypted": Twist(token=lambda provider, header, claims: ".".join([part({"alg": "RSA-OAEP", "enc": "A256GCM", "kid": "first"})] + ["AAAA"] * 4)),
    "no token": Twist(token=lambda provider, header, claims: "hello"),
}
# The provider has signed it, and it is not for this login.
WRONG_CLAIMS = {
    "an old one": claims(iat=later(-7200), exp=later(-3600)),
    "one that ended two minutes ago": claims(iat=later(-TOKEN_LIFE), exp=later(-120)),
    "one of tomorrow": claims(iat=later(86_400), exp=later(2 * 86_400)),
    "one that is not good yet": claims(nbf=later(3600), iat=later(3600), exp=later(7200)),
    "one of 1970": claims(iat=0, exp=300),
    "without an end": claims(exp=None),
    "without a beginning": claims(iat=None),
    "with an end that is a word": claims(exp="tomorrow"),
    "with an end that is no number of a clock": claims(exp=lambda _: -1e300),
    "for somebody else": claims(aud="another home"),
    "for nobody": claims(aud=[]),
    "for us as a part of a name": claims(aud="beckon2"),
    "without whom it is for": claims(aud=None),
    "for several, asked for by another": claims(aud=["beckon", "another home"], azp="another home"),
    "for us, asked for by another": claims(azp="another home"),
    "by another issuer": claims(iss="https://accounts.example"),
    "by an issuer with a slash more": claims(iss=lambda old: old["iss"] + "/"),
    "without an issuer": claims(iss=None),
    "without a nonce": claims(nonce=None),
    "with another nonce": claims(nonce="n" * 43),
    "with an empty nonce": claims(nonce=""),
    "with the hash of another access token": claims(at_hash=lambda _: create_half_hash("another", "RS256").decode()),
    "of nobody": claims(sub=None),
    "of a name that is empty": claims(sub=""),
    "of a number": claims(sub=7),
    "of a name without an end": claims(sub="a" * 5000),
}


# What is refused: answers of the token endpoint.

HOSTILE_ANSWERS = {
    "a page instead of JSON": Twist(instead={"token": page}),
    "nothing": Twist(instead={"token": answers(200)}),
    "a list": Twist(instead={"token": answers(200, b"[]")}),
    "bytes": Twist(instead={"token": answers(200, os.urandom(500))}),
    "no token": Twist(tokens=lambda old: {name: value for name, value in old.items() if name != "id_token"}),
    "a token that is a number": Twist(tokens=lambda old: {**old, "id_token": 7}),
    "a token that is null": Twist(tokens=lambda old: {**old, "id_token": None}),
    "a token of a megabyte": Twist(tokens=lambda old: {**old, "id_token": "a" * (1 << 20)}),
    "that it has failed": Twist(instead={"token": answers(500, b"error")}),
    "that it is busy": Twist(instead={"token": answers(503, b"", **{"Retry-After": "7"})}),
    "that the home is unknown": Twist(instead={"token": answers(401, {"error": "invalid_client", "error_description": "<b>no</b>"})}),
    "an end without an answer": Twist(instead={"token": died}),
    "half an answer": Twist(instead={"token": cut}),
    "without an end": Twist(instead={"token": endless}),
}
# What takes as long as the home's patience.
SLOW_ANSWERS = {
    "a byte each second": Twist(instead={"token": trickling}),
    "silence": Twist(instead={"token": silent}),
}
# What the browser brings back.
HOSTILE_RETURNS = {
    "another issuer": Twist(back=lambda old: {**old, "iss": "https://accounts.example"}),
    "no issuer where one was announced": Twist(back=lambda old: {name: value for name, value in old.items() if name != "iss"}),
    "another state": Twist(back=lambda old: {**old, "state": "s" * 43}),
    "an empty state": Twist(back=lambda old: {**old, "state": ""}),
    "a code that nobody has given": Twist(back=lambda old: {**old, "code": "c" * 32}),
    "an endless code": Twist(back=lambda old: {**old, "code": "c" * 30_000}),
    "no code": Twist(back=lambda old: {name: value for name, value in old.items() if name != "code"}),
    "that somebody said no": Twist(back=lambda old: {"error": "access_denied", "state": old["state"], "iss": old["iss"]}),
    "an error that is a script": Twist(back=lambda old: {"error": "<script>alert(1)</script>", "state": old["state"], "iss": old["iss"]}),
}


# What is refused where a coordinator enters a provider.

def without(name):
    return Twist(discovery=lambda old: {key: value for key, value in old.items() if key != name})


def instead(endpoint, act):
    return Twist(instead={endpoint: act})


HOSTILE_DISCOVERIES = {
    "another issuer": Twist(discovery=lambda old: {**old, "issuer": "https://accounts.example"}),
    "an issuer with a slash more": Twist(discovery=lambda old: {**old, "issuer": old["issuer"] + "/"}),
    "no keys": without("jwks_uri"),
    "no token endpoint": without("token_endpoint"),
    "no flow of codes": Twist(discovery=lambda old: {**old, "response_types_supported": ["id_token"]}),
    "no S256": Twist(discovery=lambda old: {**old, "code_challenge_methods_supported": ["plain"]}),
    "a token endpoint in the open": Twist(discovery=lambda old: {**old, "token_endpoint": "http://accounts.example/token"}),
    "a page that is a script": Twist(discovery=lambda old: {**old, "authorization_endpoint": "javascript:alert(1)"}),
    "a page instead of JSON": instead("discovery", page),
    "a redirect": instead("discovery", answers(302, b"", Location="/elsewhere/.well-known/openid-configuration")),
    "that it is not there": instead("discovery", answers(404, b"not here", "text/plain")),
    "without an end": instead("discovery", endless),
    "an end without an answer": instead("discovery", died),
    "keys that are a page": instead("keys", page),
    "keys without an end": instead("keys", endless),
    "no key at all": Twist(keys=lambda old: []),
    "no key that is known here": Twist(keys=lambda old: foreign_keys()),
}


def foreign_keys():
    """Keys of other kinds, such as providers have beside those of their tokens."""
    curve = ec.generate_private_key(ec.SECP256K1()).public_key().public_numbers()
    return [
        {**RSAKey.generate_key(2048).as_dict(private=False), "kid": "encryption", "use": "enc", "alg": "RSA-OAEP"},
        {**RSAKey.generate_key(2048).as_dict(private=False), "kid": "encryption 256", "alg": "RSA-OAEP-256"},
        {"kty": "EC", "crv": "secp256k1", "kid": "coin", "use": "sig", "alg": "ES256K",
         "x": base64url(curve.x.to_bytes(32, "big")), "y": base64url(curve.y.to_bytes(32, "big"))},
        {**OctKey.generate_key(256).as_dict(), "kid": "a secret", "alg": "HS256"},
        {**OKPKey.generate_key("X25519").as_dict(private=False), "kid": "exchange"},
        {"kty": "AKP", "alg": "ML-DSA-44", "kid": "of the next years", "pub": base64url(os.urandom(1312))},
        {"kty": "RSA", "kid": "half a key", "use": "sig", "alg": "RS256", "n": "AQAB"},
        {"kty": "RSA", "kid": "a key of numbers", "use": "sig", "alg": "RS256", "n": 7, "e": 65_537},
        {"kty": 7, "kid": {}},
        {},
    ]


# What is right, and unusual.

def with_key(algorithm, key):
    """Another kind of key, under another name."""
    def prepare(provider):
        provider.keys, provider.algorithm = [key], algorithm
    return prepare


def twisted(twist):
    def prepare(provider):
        provider.twist = twist
    return prepare


def with_methods(*methods):
    def prepare(provider):
        provider.methods = list(methods)
    return prepare


def without_methods(provider):
    """Then a home may show its secret in the header."""
    provider.methods = ["client_secret_basic"]
    provider.twist = without("token_endpoint_auth_methods_supported")


def without_secret(provider):
    provider.secret, provider.methods = None, ["none"]


def without_names_of_keys(provider):
    provider.keys = [RSAKey.generate_key(2048)]
    provider.twist = Twist(
        keys=lambda old: [{name: value for name, value in key.items() if name not in ("kid", "use", "alg")} for key in old],
        header=lambda old: {"alg": old["alg"]})


def without_naming_itself(provider):
    """As most do that know nothing of RFC 9207."""
    provider.twist = Twist(
        discovery=lambda old: {name: value for name, value in old.items() if name != "authorization_response_iss_parameter_supported"},
        back=lambda old: {name: value for name, value in old.items() if name != "iss"})


def name_by_userinfo(provider):
    def bare(old):
        return {name: value for name, value in old.items() if name not in ("name", "picture")}
    provider.twist = Twist(claims=bare)


UNUSUAL = {
    "keys of others beside its own": twisted(Twist(keys=lambda old: foreign_keys() + old)),
    "one key without a name": without_names_of_keys,
    "PS256": with_key("PS256", RSAKey.generate_key(3072, {"kid": "pss", "use": "sig", "alg": "PS256"})),
    "ES256": with_key("ES256", ECKey.generate_key("P-256", {"kid": "curve", "use": "sig", "alg": "ES256"})),
    "for a list of one": twisted(claims(aud=["beckon"])),
    "for several, asked for by us": twisted(claims(aud=["another home", "beckon"], azp="beckon")),
    "without a hash of the access token": twisted(claims(at_hash=None)),
    "with much besides": twisted(claims(auth_time=lambda _: time.time(), amr=["pwd"], groups=[{"a": [None, 1.5]}] * 50, email="ana@example.org")),
    "its clock half a minute ahead": twisted(claims(iat=later(30), exp=later(330))),
    "its clock half a minute behind": twisted(claims(iat=later(-330), exp=later(-30))),
    "the secret in the form": with_methods("client_secret_post"),
    "nothing of how secrets are shown": without_methods,
    "no secret": without_secret,
    "without saying who answers": without_naming_itself,
    "a name and a picture only where it is asked": name_by_userinfo,
}


# Whoever is sent to a provider.

class Forms(html.parser.HTMLParser):
    """The forms of a page: where each is sent, what stands in it, and its buttons."""

    def __init__(self, page):
        super().__init__()
        self.forms = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        name, value, kind = attributes.get("name"), attributes.get("value") or "", attributes.get("type")
        if tag == "form":
            self.forms.append((attributes.get("action") or "", {}, []))
        elif self.forms and name and tag == "input" and kind not in ("submit", "checkbox", "radio"):
            self.forms[-1][1][name] = value
        elif self.forms and name and (tag == "button" or tag == "input" and kind == "submit"):
            self.forms[-1][2].append((name, value))


class Stop(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None


class Visitor:
    """A browser without a window, at a provider: keeps cookies, goes where it is sent, and stops before it asks anything of the home."""

    def __init__(self, home):
        self.home = home
        self.opener = urllib.request.build_opener(Stop, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def visit(self, address, form=None):
        """(where it ended, page); no page where that is the home's."""
        for _ in range(20):
            if address.startswith(self.home):
                return address, None
            data = None if form is None else urllib.parse.urlencode(form).encode()
            try:
                answer = self.opener.open(urllib.request.Request(address, data=data), timeout=PATIENCE)
            except urllib.error.HTTPError as error:
                answer = error
            with answer:
                page = answer.read().decode(errors="replace")
                if answer.status not in (301, 302, 303, 307, 308):
                    if answer.status != 200:
                        raise AssertionError(f"{answer.status} at {address}:\n{page[:2000]}")
                    return address, page
                address, form = urllib.parse.urljoin(address, answer.headers["Location"]), None
        raise AssertionError(f"sent from one address to the next, at last to {address}")

    def agree(self, address, button=("answer", "yes"), **fields):
        """From where the home has sent them through the provider's forms, and back to an address of the home, which it gives."""
        address, page = self.visit(address)
        for _ in range(6):
            if page is None:
                return address
            found = next((one for one in Forms(page).forms if fields.keys() & one[1].keys() or button in one[2]), None)
            if found is None:
                raise AssertionError(f"no form to go on at {address}:\n{page[-4000:]}")
            place, sent, buttons = found
            sent |= {name: value for name, value in fields.items() if name in sent}
            sent |= dict(one for one in buttons if one == button)
            address, page = self.visit(urllib.parse.urljoin(address, place), sent)
        raise AssertionError(f"still not back at the home but at {address}:\n{page[-4000:]}")
