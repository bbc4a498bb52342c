"""A coordinator who has logged in, as the service sees one."""
import uuid

from home import API

NAME, PASSWORD = "Olga", "three quiet green boats"


class Refused(AssertionError):
    """The service has answered, and not done it."""


def session_headers(session, headers):
    """Who has logged in, as every message of their session says it: from the answer that began it."""
    return {"Cookie": headers["Set-Cookie"].split(";")[0], "X-CSRF-Token": session["csrf_token"]}


class Coordinator:
    def __init__(self, port):
        self.api, self.headers = API(port), {}

    def set_up(self, token):
        """As the first one, by the link of the first start."""
        self.begin("/setup", {"token": token, "name": NAME, "password": PASSWORD})

    def log_in(self):
        self.begin("/sessions", {"name": NAME, "password": PASSWORD})

    def begin(self, path, body):
        self.headers = session_headers(*self.answer("POST", path, body))

    def send(self, method, path, body):
        return self.answer(method, path, body)[0]

    def pair(self, kind, name, client):
        """A new device; gives its token."""
        asked = {"id": str(uuid.uuid4()), "kind": kind, "name": name, "client": client}
        return self.send("POST", "/devices", {"code": self.send("POST", "/pairings", asked)["code"]})["token"]

    def answer(self, method, path, body):
        status, answer, headers = self.api.send(method, path, body, self.headers)
        if status not in (200, 201):
            raise Refused(f"{method} {path} was refused: {status} {answer}")
        return answer, headers
