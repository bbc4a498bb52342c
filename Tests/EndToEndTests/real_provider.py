"""A real provider of OpenID Connect, canaille, with one account and one home that may send people there.

Run as a program it is the provider itself, with everything in memory: scripts/setup puts canaille into .build/tools, whose Python runs it.
"""
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from home import PATIENCE, ROOT, free_port, wait_for  # noqa: E402
from openid import Visitor, returned  # noqa: E402

PYTHON = f"{ROOT}/.build/tools/bin/python3"
USER, NAME, PASSWORD = "ana", "Ana Ríos", "seven calm brown foxes"
CLIENT, SECRET = "beckon", "a-secret:100%+/=&"


class Canaille:
    """The provider as a process of its own; what it knows ends with it. `return_to` is the one redirect URI that it takes."""

    def __init__(self, return_to):
        self.folder, self.port = tempfile.mkdtemp(prefix="beckon-canaille."), free_port()
        self.issuer = f"http://localhost:{self.port}"
        settings = f"{self.folder}/settings.json"
        with open(settings, "w") as file:
            json.dump({"port": self.port, "return_to": return_to}, file)
        with open(f"{self.folder}/log", "w") as log:
            self.process = subprocess.Popen(
                [PYTHON, os.path.abspath(__file__), settings], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            wait_for(self.answers, "canaille to listen, or to end")
            assert self.process.poll() is None, f"canaille has ended: {self.log()}"
        except BaseException:
            self.close()
            raise

    def answers(self):
        with contextlib.suppress(OSError):
            with urllib.request.urlopen(f"{self.issuer}/.well-known/openid-configuration", timeout=PATIENCE) as answer:
                return answer.status == 200
        return self.process.poll() is not None

    def agree(self, address, home):
        """What somebody does whom the home has sent there: they log in, and say yes. Gives what the browser brings back to the home."""
        return returned(Visitor(home).agree(address, ("answer", "accept"), login=USER, password=PASSWORD))

    def log(self):
        with open(f"{self.folder}/log", errors="replace") as file:
            return file.read()[-3000:]

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def serve(settings):
    import base64
    import datetime

    import canaille
    from canaille.app import models
    from canaille.backends import Backend
    from werkzeug.serving import make_server

    app = canaille.create_app({
        "SECRET_KEY": base64.b64encode(os.urandom(32)).decode(), "SERVER_NAME": f"localhost:{settings['port']}",
        "PREFERRED_URL_SCHEME": "http", "CANAILLE": {"DATABASE": "memory", "SMTP": None},
        "CANAILLE_OIDC": {"TRUSTED_DOMAINS": []},
    })
    with app.app_context():
        Backend.instance.save(models.User(
            user_name=USER, formatted_name=NAME, given_name=NAME.split()[0], family_name=NAME.split()[1], password=PASSWORD,
            emails=["ana@example.org"]))
        client = models.Client(
            client_id=CLIENT, client_secret=SECRET, client_name="Beckon", client_uri=settings["return_to"],
            redirect_uris=[settings["return_to"]], scope=["openid", "profile"], grant_types=["authorization_code"], response_types=["code"],
            token_endpoint_auth_method="client_secret_basic", id_token_signed_response_alg="RS256", client_id_issued_at=datetime.datetime.now(datetime.timezone.utc))
        Backend.instance.save(client)
        client.audience = [client]
        Backend.instance.save(client)
    make_server("127.0.0.1", settings["port"], app, threaded=True).serve_forever()


if __name__ == "__main__":
    # Its own settings come from nowhere else.
    with open(sys.argv[1]) as given:
        serve(json.load(given))
