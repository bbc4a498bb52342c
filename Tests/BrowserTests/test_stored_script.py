"""A text that would be a script, in every text field that the API takes: on every page it is a text, and nothing more."""
import collections
import glob
import http.client
import http.server
import json
import os
import re
import sys
import threading
import unittest
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402
from hostile_texts import BREAKING, GOAL, NOT_FILLED, OUTSIDE, REFUSED, Filling, fields, now  # noqa: E402
from selenium.common.exceptions import NoAlertPresentException, UnexpectedAlertPresentException  # noqa: E402
from test_languages import kind_of, ways_of_clients  # noqa: E402
from test_pages import BEFORE_LOGIN, NO_PAGE, route_of, routes  # noqa: E402
from authenticator import Credential  # noqa: E402
from canvas import Canvas  # noqa: E402
from coordinator import session_headers  # noqa: E402
from document import with_examples  # noqa: E402
from faults import ROOT  # noqa: E402
from logins import LoginService  # noqa: E402
from openid import Provider  # noqa: E402

# What is stored and stands on no page; each with why.
WHO = "who changed it is kept with it, and stands on no page"
ID = "an id: what is shown is what has it"
NAME = "the name that the home has for the client stands in its place"
NOT_SHOWN = {
    "PUT /needs/{id} by": WHO, "POST /proposals/{id}/decisions by": WHO, "POST /proposals/{id}/decisions need.by": WHO,
    "POST /routines by": WHO, "POST /routines/{id}/changes by": WHO, "POST /reminders/{id}/receipts by": WHO,
    "POST /requests client": ID, "POST /requests need": ID, "POST /proposals suggestion": ID,
    "PUT /displays/{id} requests.[].id": ID,
    "POST /requests client_name": NAME, "POST /proposals client_name": NAME, "POST /faults client_name": NAME,
    "POST /proposals/{id}/decisions reason": "what was declined stands on no page",
    "POST /files/{id}/checks text": "what is checked is stored nowhere; test_5 sends it with the form",
    "POST /requests symbol": "a picture is asked for, with this in its address",
    "PUT /displays/{id} level.rows.[].cells.[].symbol.picture": "a picture is asked for, with this in its address",
    "PUT /displays/{id} requests.[].symbol.picture": "a picture is asked for, with this in its address",
    "PUT /displays/{id} level.rows.[].group.symbol.picture": "a picture is asked for, with this in its address",
    "PUT /displays/{id} answer.symbol.picture": "a picture is asked for, with this in its address",
    "PUT /displays/{id} celebration.symbol.picture": "a picture is asked for, with this in its address",
    "PUT /displays/{id} exercise.symbol.picture": "a picture is asked for, with this in its address",
    "PUT /displays/{id} exercise.things.[].picture": "a picture is asked for, with this in its address",
    "PUT /displays/{id} exercise.picture.picture": "a picture is asked for, with this in its address",
    "POST /handover/claims by": WHO, "POST /chores/reminders by": WHO,
    "POST /duties content.role": "a change has put another in its place",
    "PUT /displays/{id} answer.request": ID,
    "PUT /displays/{id} answer.who": "whose picture is asked for; the answer's words name them",
}
# Where what is asked for is shown again.
REFLECTED = ["/login-providers?did={}", "/login-providers/{}", "/login-providers/new?id={}",
             "/history?text={}", "/history?by={}", "/history?client={}", "/history?from={}", "/history?kind={}", "/history?after={}",
             "/nothing/{}", "/now/{}", "/now?answered={}", "/today/{}", "/today/{}/{}", "/plan?week={}", "/plan?month={}", "/plan/{}",
             "/plan/{}/{}", "/plan/new?day={}", "/needs/{}", "/needs?done={}", "/people/{}", "/people?done={}", "/boards/{}",
             "/boards/new?name={}", "/devices/{}/revocation", "/settings?saved={}", "/display/{}", "/login?next={}", "/join/{}",
             "/setup/{}", "/account?done={}", "/audit?name={}", "/audit?from={}", "/costs?before={}",
             "/costs/settle?from={}&to={}&amount={}&currency={}", "/costs/expenses/{}",
             "/account/reach?did={}", "/account/reach?tried=failed&way={}", "/channels?did={}", "/answer/{}",
             "/account/ways?did={}", "/account/ways?link={}", "/login/with/{}",
             "/login/with/00000000-0000-4000-8000-000000000000?state={}&code={}&iss={}&error={}"]
# Those who cannot log in, and what each of the others begins with.
NOBODY = "nobody"
FIRST = {
    "maria": ["/mine"], "kim": ["/today", "/sessions", "/clients/maria", "/goals", "/account/ways"],
    NOBODY: ["/login", "/register", "/display/pair", "/join", "/answer/none", "/enter/none"]}
# So many names behind one question mark; all at once would be longer than an address may be.
MOST_NAMES = 20
# So many links of one kind are followed; more would be the same again.
MOST_OF_A_KIND = 12


def asked_for():
    """For each room of the pages, the names of what stands behind the question mark there."""
    found = collections.defaultdict(set)
    for path in glob.glob(f"{ROOT}/Sources/Pages/*/*.swift"):
        with open(path, encoding="utf-8") as file:
            found[path.split("/")[-2]] |= set(re.findall(r'query\["(\w+)"', file.read()))
    return {room: sorted(names) for room, names in found.items() if names}


def spoilt(paths):
    """Each way of the pages with the text instead of what it names, and one of these addresses of each with it behind the question mark."""
    word, known = urllib.parse.quote(BREAKING, safe=""), routes()
    rooms = {route: names for room, names in asked_for().items() for route in routes(room)}
    first = {}
    for path in paths:
        # What is a client's alone is known by no room: the names of all of them are tried there, some at once.
        first.setdefault(route_of(path, known) or kind_of(path), path.split("?")[0])
    for route, path in first.items():
        if "{}" in route:
            yield route.replace("{}", word)
        names = rooms.get(route) if route in known else sorted({name for names in rooms.values() for name in names})
        for start in range(0, len(names or []), MOST_NAMES):
            yield f"{path}?" + "&".join(f"{name}={word}" for name in names[start:start + MOST_NAMES])


class Tested(Browser):
    """A browser that knows whether a text has become a script; with `guard=False` no policy keeps it from running."""

    def __init__(self, url, guard=True):
        super().__init__(url)
        self.driver.execute_cdp_cmd("Page.enable", {})
        self.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": not guard})

    def alerts(self):
        """Whether one is open; it is closed."""
        found = []
        while True:
            try:
                self.driver.switch_to.alert.accept()
                found.append("an alert is open")
            except NoAlertPresentException:
                return found

    def visit(self, path):
        """What on that page has become more than a text."""
        self.driver.get_log("browser")
        try:
            self.go(path)
            return self.broken()
        except UnexpectedAlertPresentException:
            self.alerts()
            return ["an alert was open"]

    def broken(self):
        found = self.alerts()
        found += self.driver.execute_script("""
            const found = [];
            const tell = (what, one) => found.push(what + ": " + (one.outerHTML || "").slice(0, 120));
            if (window.broken !== undefined) found.push("the script has run");
            for (const one of document.querySelectorAll("*")) {
              const link = (one.getAttribute("href") || one.getAttribute("action") || one.getAttribute("formaction") || one.getAttribute("src") || "");
              if (one.matches("img[src=x], img[onerror]")) tell("a picture that is none", one);
              if (/^\\s*(javascript|vbscript|data:text)/i.test(link)) tell("a link that is a script", one);
              if (one.getAttributeNames().some((name) => /^on/i.test(name))) tell("an attribute that is a script", one);
              if (one.tagName === "SCRIPT" && new URL(one.src || "x:", location).pathname.indexOf("/assets/") !== 0) tell("a script in the page", one);
              if (["IFRAME", "OBJECT", "EMBED", "BASE"].includes(one.tagName)) tell("what no page has", one);
              if (one.tagName === "FORM" && one.action && new URL(one.getAttribute("action") || "", location).host !== location.host) tell("a form for others", one);
            }
            return found;""")
        for line in self.driver.get_log("browser"):
            if any(word in line["message"] for word in ("Content Security Policy", "Refused to")):
                found.append(f"refused by the policy: {line['message'][:200]}")
        return found

    def texts(self):
        """All text of the page, including folded parts, fields, and text for screen readers."""
        return self.driver.execute_script("""
            const found = [document.title];
            const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script, style")) found.push(walk.currentNode.data);
            for (const one of document.querySelectorAll("*")) {
              if (one.value) found.push(String(one.value));
              for (const name of one.getAttributeNames()) if (name !== "href" && name !== "src" && name !== "action") found.push(one.getAttribute(name));
            }
            return found.join("\\n");""")


class Pages(http.server.ThreadingHTTPServer):
    """Pages made by hand that contain the unescaped text: with the policy of the real pages and without."""

    def __init__(self, policy):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                text = f"<!DOCTYPE html><title>x</title><p>m1m{BREAKING}</p>".encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                if self.path.startswith("/guarded"):
                    self.send_header("Content-Security-Policy", policy)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server_port}"


class StoredScript(unittest.TestCase):
    # Of each who visits them.
    pages, with_forms = {}, collections.defaultdict(list)

    @classmethod
    def setUpClass(cls):
        with open(f"{ROOT}/Sources/Service/CareService/openapi.json", encoding="utf-8") as file:
            cls.document = with_examples(json.load(file))
        cls.service = LoginService(name=None)
        cls.addClassCleanup(cls.service.close)
        # A passkey is for a host that has a name.
        cls.service.host = f"localhost:{cls.service.port}"
        cls.service.origin = f"http://{cls.service.host}"
        cls.url = f"http://127.0.0.1:{cls.service.port}"
        cls.filling = Filling(cls.document, cls.send, cls.service.home.path)
        cls.service.set_up(cls.filling.texts("POST /setup name"))
        cls.visitors = {"olga": cls.service.olga}
        # The display's screen is shown as long as the kiosk listens.
        cls.kiosk = http.client.HTTPConnection("127.0.0.1", cls.service.port, timeout=600)
        cls.kiosk.request("GET", "/api/v1/events?client=maria", headers={"Authorization": f"Bearer {cls.service.kiosk}"})
        cls.stream = cls.kiosk.getresponse()
        cls.addClassCleanup(cls.kiosk.close)
        cls.addClassCleanup(cls.stream.close)
        cls.stream.readline()
        cls.code = cls.fill()

    @classmethod
    def send(cls, who, method, path, body):
        token = {"kiosk": cls.service.kiosk, "station": cls.service.station}.get(who)
        status, headers, answer = cls.service.send(method, path, body, cls.visitors.get(who, {}), token)
        if who not in ("olga", NOBODY) and "Set-Cookie" in headers:
            cls.visitors[who] = session_headers(answer, headers)
        return status, answer

    @classmethod
    def until_the_end(cls, one):
        cls.addClassCleanup(one.close)
        return one

    @classmethod
    def fill(cls):
        filling = cls.filling
        code = filling.people()
        filling.needs()
        filling.requests()
        cls.routines = filling.routines(["anna", "carla"])
        filling.reminders()
        filling.costs("anna", "carla")
        filling.household()
        filling.sessions()
        filling.goals()
        filling.encouragement()
        filling.exercises()
        filling.reach()
        filling.school(cls.until_the_end(Canvas()))
        filling.calendars()
        owner = cls.service.browser()
        owner.log_in(filling.texts("POST /setup name"))
        filling.logins(cls.until_the_end(Provider()), owner, Credential())
        filling.others()
        filling.files()
        filling.display()
        return code

    def browser(self, who="olga", **options):
        browser = Tested(self.url, **options)
        self.addCleanup(browser.close)
        browser.go("/login")
        if who != NOBODY:
            name, value = self.visitors[who]["Cookie"].split("=", 1)
            browser.driver.add_cookie({"name": name, "value": value, "path": "/"})
        return browser

    def test_1_every_text_field_is_filled(self):
        filling, all_fields = self.filling, fields(self.document)
        filled = set(filling.texts.marks)
        self.assertEqual(filling.unexpected, [], "\n".join(filling.unexpected))
        self.assertEqual(all_fields - filled - set(NOT_FILLED) - REFUSED, set(), "into these fields nothing was put")
        self.assertEqual((filled | set(NOT_FILLED) | REFUSED) - all_fields, OUTSIDE, "there are no such fields")
        self.assertEqual(set(filling.refusals), REFUSED)
        self.assertTrue(all(filling.refusals.values()), filling.refusals)
        print(f"  {len(OUTSIDE)} texts from outside, and {len(all_fields)} text fields of the API: {len(filled - OUTSIDE)} filled, {len(REFUSED)} refused in words, {len(NOT_FILLED)} left out", flush=True)

    def test_2_what_is_broken_is_found_out(self):
        """The same check of pages that contain the unescaped text."""
        with urllib.request.urlopen(f"{self.url}/login", timeout=20) as answer:
            pages = Pages(answer.headers["Content-Security-Policy"])
        self.addCleanup(pages.server_close)
        self.addCleanup(pages.shutdown)
        browser = self.browser()
        guarded = "\n".join(browser.visit(f"{pages.url}/guarded"))
        for word in ("a picture that is none", "an attribute that is a script", "a script in the page", "refused by the policy"):
            self.assertIn(word, guarded)
        self.assertNotIn("has run", guarded, "the policy of the pages lets scripts run")
        self.assertIn("alert", "\n".join(browser.visit(f"{pages.url}/bare")))
        bare = self.browser(guard=False)
        self.assertIn("alert", "\n".join(bare.visit(f"{pages.url}/guarded")))
        bare.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "window.alert = () => {}"})
        self.assertIn("the script has run", "\n".join(bare.visit(f"{pages.url}/guarded")))

    def first(self, who):
        """Where they begin, and what is visited however many there are of a kind."""
        if who in FIRST:
            word = urllib.parse.quote(BREAKING, safe="")
            always = [path.replace("{}", word) for path in REFLECTED if route_of(path, BEFORE_LOGIN | {"/login/with/{}"})]
            more = {"maria": sorted(way for way in ways_of_clients() - set(NO_PAGE) if "{}" not in way), NOBODY: [f"/join/{self.code}"]}
            return FIRST[who] + more.get(who, []), always if who == NOBODY else []
        word = urllib.parse.quote(BREAKING, safe="")
        first = ["/now", "/sessions", "/moods", "/goals", "/exercises", "/encouragement", "/costs", "/today", "/plan", "/plan/routines",
                 "/needs", "/people", "/history", "/boards", "/devices", "/settings", "/channels", "/login-providers", "/account/ways",
                 "/people/carla/reach", "/settings/phrases", "/settings/phrases?open=heard", "/account", "/audit", "/boards/hostile.yaml",
                 "/boards/broken.yaml", "/boards/hostile.yaml/items/0", "/display", "/display/maria", f"/join/{self.code}"]
        first += ["/design", "/account/unlinking", "/account/sessions/1", "/exercises/new?name=outside", "/encouragement/new?name=quotes.fr"]
        first += self.filling.unlinked + [f"/plan/{routine.lower()}" for routine in self.routines]
        return first, [path.replace("{}", word) for path in REFLECTED]

    def visit_all(self, browser, visit, who):
        """Follows every link from the first pages on; gives what was visited."""
        waiting, always = self.first(who)
        waiting = [*always, *waiting]
        seen, known, kinds = [], routes(), collections.Counter()
        while waiting:
            path = waiting.pop(0)
            kind = route_of(path, known) or kind_of(path)
            if path in seen or path not in always and kinds[kind] == MOST_OF_A_KIND:
                continue
            seen.append(path)
            kinds[kind] += path not in always
            visit(path)
            for link in browser.driver.execute_script("return [...document.querySelectorAll('a[href]')].map((a) => a.href)"):
                parts = urllib.parse.urlsplit(link)
                is_endless = any(f"{name}=" in parts.query for name in ("week", "month", "day", "open"))
                is_file = parts.path.endswith((".csv", ".ics"))
                if link.startswith(self.url + "/") and not is_file and not is_endless:
                    waiting.append(parts.path + ("?" + parts.query if parts.query else ""))
        return seen

    def test_3_every_page_shows_it_as_text(self):
        found, seen, reached = [], set(), set()

        def visit(path):
            found.extend(f"{path[:80]}: {one}" for one in browser.visit(path))
            if path.startswith("/display"):
                browser.wait(lambda: browser.driver.execute_script("return document.documentElement.dataset.shown") not in ("starting", "away")
                             or "maria" not in browser.path, "the screen")
                found.extend(f"{path[:80]}: {one}" for one in browser.broken())
            if path == "/display":
                seen.update(self.filling.texts.seen_in(browser.texts()))
                self.assertEqual(self.filling.show_hint(), 204)
                browser.wait(lambda: "PUT /displays/{id} hint" in self.filling.texts.seen_in(browser.texts()), "the hint")
                found.extend(f"{path[:80]}: {one}" for one in browser.broken())
                seen.update(self.filling.texts.seen_in(browser.texts()))
                self.assertEqual(self.filling.show_celebration(), {204})
                browser.wait(lambda: "PUT /displays/{id} celebration.words" in self.filling.texts.seen_in(browser.texts()), "the celebration")
                found.extend(f"{path[:80]}: {one}" for one in browser.broken())
                seen.update(self.filling.texts.seen_in(browser.texts()))
                for exercise in self.filling.exercises:
                    self.assertEqual(self.filling.show_exercise(exercise), 204)
                    marks = re.findall("m[0-9]+m", json.dumps(exercise))
                    browser.wait(lambda: browser.driver.execute_script(
                        "return arguments[0].every((mark) => document.getElementById('exercise').dataset.drawn.includes(mark))"
                        " && !document.getElementById('link').hidden", marks), "the exercise")
                    found.extend(f"{path[:80]}: {one}" for one in browser.broken())
                    seen.update(self.filling.texts.seen_in(browser.texts()))
                self.assertEqual(self.filling.show_saying(), 204)
                browser.wait(lambda: "PUT /displays/{id} saying.words" in self.filling.texts.seen_in(browser.texts()), "the sentence")
                found.extend(f"{path[:80]}: {one}" for one in browser.broken())
                seen.update(self.filling.texts.seen_in(browser.texts()))
                self.assertEqual(self.filling.show_waiting(), 204)
                browser.wait(lambda: "PUT /displays/{id} waiting.words" in self.filling.texts.seen_in(browser.texts()), "who is waited for")
                found.extend(f"{path[:80]}: {one}" for one in browser.broken())
            if browser.find("main form input, main form textarea"):
                self.with_forms[who].append(path)
            seen.update(self.filling.texts.seen_in(browser.texts()))
            if not any(one.text in ("Not found", "That did not work") for one in browser.find("h1")):
                reached.add(kind_of(path) if who == "maria" else route_of(path, routes()))
        for who in ("olga", *FIRST):
            browser = self.browser(who)
            self.pages[who] = self.visit_all(browser, visit, who)
            for path in list(spoilt(self.pages[who])):
                self.pages[who].append(path)
                visit(path)
            browser.close()
        every = (set(routes()) | ways_of_clients()) - set(NO_PAGE)
        unseen = set(self.filling.texts.marks) - seen
        print(f"  {self.count()} pages: {len(seen)} of {len(self.filling.texts.marks)} texts seen as texts", flush=True)
        # Each is told, whatever there is of the others.
        for told, (what, right) in {
                "it is more than a text": (found, []), "no way was found to these pages": (every - reached, set()),
                "stored, and seen nowhere": (unseen - set(NOT_SHOWN), set()), "it is shown": (set(NOT_SHOWN) - unseen, set())}.items():
            with self.subTest(told):
                self.assertEqual(what, right, "\n".join(sorted(what)))

    def count(self):
        return sum(len(pages) for pages in self.pages.values())

    def test_4_nothing_runs_where_no_policy_keeps_it_from_running(self):
        found = []
        for who, pages in self.pages.items():
            browser = self.browser(who, guard=False)
            found += [f"{path[:80]}, {who}: {one}" for path in pages for one in browser.visit(path)]
            browser.close()
        self.assertEqual(found, [], "\n".join(found))
        print(f"  {self.count()} pages without the policy: nothing ran", flush=True)

    def test_5_every_form_shows_again_what_was_typed(self):
        """Into every field of every form, and sent."""
        sent, found = 0, []
        for who, pages in self.with_forms.items():
            browser = self.browser(who, guard=False)
            for path in pages:
                more, told = self.send_forms(browser, path)
                sent += more
                found += [f"{path[:80]}, {who}, {one}" for one in told]
            browser.close()
        self.assertEqual(found, [], "\n".join(found))
        self.assertGreater(sent, 10)
        print(f"  {sent} forms filled with it and sent: nothing ran", flush=True)

    def send_forms(self, browser, path):
        """Those of this page: how many, and what became more than a text."""
        browser.go(path)
        count, sent, found = browser.driver.execute_script(self.FORMS + "return forms.length;"), 0, []
        for number in range(count):
            browser.go(path)
            if not browser.driver.execute_script(
                    self.FORMS + "const form = forms[arguments[0]]; if (!form) return false; form.noValidate = true;"
                    "for (const one of texts(form)) { one.type = 'text'; one.removeAttribute('maxlength'); one.value = arguments[1]; }"
                    "form.submit(); return true;", number, BREAKING):
                continue
            sent += 1
            browser.wait(lambda: browser.driver.execute_script("return document.readyState") == "complete", "the answer")
            found += [f"form {number}: {one}" for one in browser.broken()]
        return sent, found

    def test_6_what_a_phone_draws_without_the_service(self):
        """A client's goals that are kept there, and the calls that were known last."""
        texts = self.filling.texts
        # Whatever was open is answered by now.
        self.filling.make("POST /requests", ["called"], "kiosk", asked_at=now())
        maria, olga = self.browser("maria", guard=False), self.browser(guard=False)
        maria.go("/mine/goals")
        maria.wait(lambda: maria.driver.execute_script("return navigator.serviceWorker.controller !== null"), "the worker")
        maria.tap("Keep my goals on this phone")
        maria.wait(lambda: maria.driver.execute_script("return localStorage.getItem('beckon-goals')"), "the goals to be kept")
        olga.go("/now")
        olga.wait(lambda: olga.driver.execute_script(
            "return navigator.serviceWorker.controller !== null && (JSON.parse(localStorage.getItem('beckon-known')) || {calls: []}).calls.length"),
            "the calls to be known")
        self.service.role.kill()
        for browser, path, text in ((maria, "/mine/goals", GOAL), (olga, "/now", "POST /requests called")):
            browser.go(path)
            browser.wait(lambda: text in texts.seen_in(browser.texts()), f"{text} without the service")
            self.assertEqual(browser.broken(), [], path)

    FORMS = """
        const texts = (form) => [...form.querySelectorAll("input, textarea")].filter((one) =>
            !["hidden", "checkbox", "radio", "submit", "button"].includes(one.type));
        const forms = [...document.querySelectorAll("main form")].filter((form) =>
            texts(form).length && !form.querySelector("[type=password]"));
        """


if __name__ == "__main__":
    unittest.main(verbosity=2)
