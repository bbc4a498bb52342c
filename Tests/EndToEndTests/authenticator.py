"""An authenticator as W3C Web Authentication describes it, and one that means harm: what a browser would bring of it.

It was written by the document (Web Authentication, level 3, and RFC 8949, 9052): nothing here is Beckon's.
"""
import hashlib
import json
import os
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from openid import base64url  # noqa: E402 (finds the packages of scripts/setup)
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa  # noqa: E402

ES256, EDDSA, RS256 = -7, -8, -257
PRESENT, VERIFIED, BACKED_UP, HAS_KEY, HAS_MORE = 0x01, 0x04, 0x18, 0x40, 0x80


def head(kind, number):
    if number < 24:
        return bytes([kind << 5 | number])
    for more, form in ((24, ">B"), (25, ">H"), (26, ">I")):
        if number < 1 << 8 * struct.calcsize(form):
            return bytes([kind << 5 | more]) + struct.pack(form, number)
    raise ValueError(number)


def cbor(value):
    """Only what is needed here."""
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, dict):
        return head(5, len(value)) + b"".join(cbor(one) for pair in value.items() for one in pair)
    raise TypeError(value)


def number_bytes(number, length=None):
    return number.to_bytes(length or (number.bit_length() + 7) // 8, "big")


class Credential:
    """A key for one host, of one of the algorithms."""

    def __init__(self, algorithm=ES256):
        self.algorithm, self.id, self.count = algorithm, os.urandom(32), 0
        self.private = {
            ES256: lambda: ec.generate_private_key(ec.SECP256R1()), EDDSA: ed25519.Ed25519PrivateKey.generate,
            RS256: lambda: rsa.generate_private_key(65_537, 2048)}[algorithm]()

    def key(self):
        """COSE."""
        public = self.private.public_key()
        if self.algorithm == ES256:
            numbers = public.public_numbers()
            return {1: 2, 3: ES256, -1: 1, -2: number_bytes(numbers.x, 32), -3: number_bytes(numbers.y, 32)}
        if self.algorithm == EDDSA:
            return {1: 1, 3: EDDSA, -1: 6, -2: public.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)}
        numbers = public.public_numbers()
        return {1: 3, 3: RS256, -1: number_bytes(numbers.n), -2: number_bytes(numbers.e)}

    def sign(self, data):
        if self.algorithm == ES256:
            return self.private.sign(data, ec.ECDSA(hashes.SHA256()))
        return self.private.sign(data) if self.algorithm == EDDSA else self.private.sign(data, padding.PKCS1v15(), hashes.SHA256())

    # Each may be told to do something else than it should.

    def data(self, host, flags, more=b""):
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count) + more

    def client_data(self, kind, challenge, origin, **more):
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False, **more}, separators=(",", ":")).encode()

    def made(self, offer, origin, name="Phone", host=None, flags=PRESENT | VERIFIED | BACKED_UP, kind="webauthn.create", challenge=None, key=None,
             identity=None, form="none", change=lambda data: data, **more):
        """The body of `POST /account/passkeys`."""
        identity = self.id if identity is None else identity
        key = cbor(self.key()) if key is None else key
        data = self.data(host or offer["host"], flags | HAS_KEY, bytes(16) + struct.pack(">H", len(identity)) + identity + key)
        return {
            "name": name, "challenge": offer["challenge"],
            "client_data": base64url(self.client_data(kind, challenge or offer["challenge"], origin, **more)),
            "attestation": base64url(change(cbor({"fmt": form, "attStmt": {}, "authData": data})))}

    def signed(self, question, origin, user, host=None, flags=PRESENT | VERIFIED | BACKED_UP, kind="webauthn.get", challenge=None, by=None,
               change=lambda signature: signature, **more):
        """The body of `POST /passkeys/sessions`."""
        data = self.data(host or question["host"], flags)
        client = self.client_data(kind, challenge or question["challenge"], origin, **more)
        signature = (by or self).sign(data + hashlib.sha256(client).digest())
        return {
            "challenge": question["challenge"], "credential": base64url(self.id), "client_data": base64url(client),
            "authenticator_data": base64url(data), "signature": base64url(change(signature)), "user": user}


STRANGE = Credential()
# What is not as it should be where a passkey is made: the arguments of `made`.
HOSTILE_CREATIONS = {
    "for another page": {"origin": "https://evil.example"},
    "for the same host, in another scheme": {"origin": "https://localhost"},
    "for another host": {"host": "evil.example"},
    "for another question": {"challenge": base64url(bytes(32))},
    "an answer to a login": {"kind": "webauthn.get"},
    "inside a page of somebody else": {"crossOrigin": True},
    "without anybody there": {"flags": VERIFIED},
    "without a face, finger or PIN": {"flags": PRESENT},
    "without a key": {"key": b""},
    "with a key of no kind": {"key": cbor({1: 9, 3: -7})},
    "with an algorithm that was not offered": {"key": cbor({1: 2, 3: -47, -1: 8, -2: bytes(32), -3: bytes(32)})},
    "with a point that is on no curve": {"key": cbor({1: 2, 3: ES256, -1: 1, -2: b"\1" * 32, -3: b"\1" * 32})},
    "with an RSA key of a few bits": {"key": cbor({1: 3, 3: RS256, -1: b"\xc5" * 16, -2: b"\1\0\1"})},
    "without an id": {"identity": b""},
    "with half of it": {"change": lambda data: data[:len(data) // 2]},
    "with nothing of it": {"change": lambda data: b""},
    "with something behind it": {"change": lambda data: data + b"\0"},
    "a list without an end": {"change": lambda data: b"\x9f" * 9000},
    "bytes longer than there are": {"change": lambda data: b"\x5b\xff\xff\xff\xff\xff\xff\xff\xff"},
}
# The same where somebody logs in: the arguments of `signed`.
HOSTILE_ANSWERS = {
    "at another page": {"origin": "https://evil.example"},
    "at another port": {"origin": "http://localhost:1"},
    "for another host": {"host": "evil.example"},
    "to another question": {"challenge": base64url(bytes(32))},
    "an answer where one is made": {"kind": "webauthn.create"},
    "inside a page of somebody else": {"crossOrigin": True},
    "without anybody there": {"flags": VERIFIED},
    "without a face, finger or PIN": {"flags": PRESENT},
    "signed by a strange key": {"by": STRANGE},
    "without a signature": {"change": lambda signature: b""},
    "with half a signature": {"change": lambda signature: signature[:len(signature) // 2]},
    "with a signature of zeroes": {"change": lambda signature: bytes(len(signature))},
    "as somebody else": {"user": base64url(b"somebody else")},
}
