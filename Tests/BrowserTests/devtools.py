"""What a driver does not reach of a browser: its service worker, to which the browser's own tools bring a push as its maker would."""
import json
import urllib.request

import websocket

# A browser's subscription, as its maker's service would give one: at an address of the test's own, with true keys.
SUBSCRIBES = """
    (() => {
      const kept = () => JSON.parse(localStorage.getItem("test-subscription") || "null");
      const made = (one) => one && {
        endpoint: one.endpoint, options: { applicationServerKey: Uint8Array.from(one.key).buffer },
        getKey: (name) => Uint8Array.from(one[name]).buffer,
        unsubscribe: async () => { localStorage.removeItem("test-subscription"); return true; },
      };
      PushManager.prototype.getSubscription = async () => made(kept());
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        if (window.refusesPush) throw new DOMException("no service", "AbortError");
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const p256dh = [...new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey))];
        const auth = [...crypto.getRandomValues(new Uint8Array(16))];
        localStorage.setItem("test-subscription", JSON.stringify(
          { endpoint: "ADDRESS/push/" + crypto.randomUUID(), key: [...new Uint8Array(applicationServerKey)], p256dh, auth }));
        return made(kept());
      };
    })();"""

# Keeps what the worker sends, and answers it as the test says: a status and a body, or nothing for no connection.
RECORDS = """
    self.sent = [];
    self.told = null;
    self.wasFetch ??= self.fetch;
    self.fetch = async (address, more) => {
      sent.push([more?.method ?? "GET", String(address), more?.body ?? "", more?.credentials ?? ""]);
      if (told === null) throw new TypeError("no connection");
      return new Response(JSON.stringify(told[1]), { status: told[0] });
    };"""

# A tap on a notification, or on one of its buttons.
TAPS = """
    (async (tag, action) => {
      const [notification] = await registration.getNotifications({ tag });
      if (!notification) return "there is none";
      let end;
      const event = new NotificationEvent("notificationclick", { notification, action });
      event.waitUntil = (promise) => { end = promise; };
      self.dispatchEvent(event);
      await end;
      return "";
    })"""


class Worker:
    """The service worker of the page that `browser` shows."""

    def __init__(self, browser):
        self.browser = browser
        browser.driver.execute_async_script("const done = arguments[0]; navigator.serviceWorker.ready.then(() => done())")
        address = browser.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/version") as answer:
            place = json.load(answer)["webSocketDebuggerUrl"]
        self.socket = websocket.create_connection(place, timeout=30, suppress_origin=True)
        self.number, self.events = 0, []
        self.page = self.attach("page")
        self.call("ServiceWorker.enable", self.page)
        self.registration = browser.wait(self.find_registration, "the worker to be registered")
        self.session = browser.wait(lambda: self.attach("service_worker"), "the worker")

    def close(self):
        self.socket.close()

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") != self.number:
                self.events.append(answer)
                continue
            assert "error" not in answer, (method, answer)
            return answer["result"]

    def attach(self, kind):
        """The session of the first target of a kind; `None` while there is none."""
        found = [one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == kind and one["url"].startswith(self.browser.url)]
        return self.call("Target.attachToTarget", targetId=found[0]["targetId"], flatten=True)["sessionId"] if found else None

    def find_registration(self):
        # Events come with the answers to what is asked.
        self.call("Target.getTargets")
        return next((one["registrationId"] for event in self.events if event["method"] == "ServiceWorker.workerRegistrationUpdated"
                     for one in event["params"]["registrations"] if not one["isDeleted"]), None)

    def run(self, script):
        """What a script inside the worker gives."""
        answer = self.call("Runtime.evaluate", self.session, expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def record(self):
        self.run(RECORDS)

    def answers(self, status, body):
        self.run(f"self.sent = []; self.told = [{status}, {json.dumps(body)}]; 0")

    def loses_connection(self):
        self.run("self.sent = []; self.told = null; 0")

    def sent(self):
        return self.run("self.sent")

    def push(self, message):
        data = message if isinstance(message, str) else json.dumps(message)
        self.call("ServiceWorker.deliverPushMessage", self.page, origin=self.browser.url, registrationId=self.registration, data=data)

    def tap(self, tag, action=""):
        assert self.run(f"{TAPS}({json.dumps(tag)}, {json.dumps(action)})") == ""

    def notifications(self):
        return self.run("""registration.getNotifications().then((all) => all.map((one) => ({
            title: one.title, body: one.body, tag: one.tag, lang: one.lang, renotify: one.renotify,
            actions: one.actions.map(({ action, title }) => [action, title]), path: one.data.path })))""")
