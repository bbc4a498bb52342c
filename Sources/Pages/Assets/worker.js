// Shows what the service pushes, and answers where the service does not: with a page that says so. It keeps that page and what it is drawn with, and nothing of anybody;
// with a connection, everything comes from the service.
"use strict";
const kept = "beckon-offline-/*version*/";
const page = "/offline";
// A dead network looks like a slow one: after so many milliseconds it counts as dead.
const patience = 30000;

const keep = async () => {
  const answer = await fetch(page, { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok || answer.redirected) throw new Error(`the offline page cannot be kept: ${answer.status}`);
  const text = await answer.clone().text();
  const files = new Set([...text.matchAll(/(?:src|href)="(\/assets\/[^"#]+)/g)].map((found) => found[1].replaceAll("&amp;", "&")));
  const cache = await caches.open(kept);
  await Promise.all([...files].map((file) => cache.add(file)));
  await cache.put(page, answer);
};

const offline = async () => await caches.match(page) ?? Response.error();

const waiting = (answer) => new Promise((done, failed) => {
  const end = setTimeout(() => failed(new Error("no answer")), patience);
  answer.finally(() => clearTimeout(end)).then(done, failed);
});

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("beckon-offline-") && name !== kept) await caches.delete(name);
  await self.clients.claim();
})()));

// Somebody reads in another language than the page that is kept.
self.addEventListener("message", (event) => {
  if (event.data && event.data.language) event.waitUntil((async () => {
    const known = await caches.match(page);
    const text = known ? await known.text() : "";
    if (!text.includes(`<html lang="${event.data.language}"`)) await keep().catch(() => {});
  })());
});

// --- What the service pushes, also where no page is open. Browsers end the subscription of whoever takes a push and shows nothing: so
// something is always shown, and the device confirms what it has shown.
const texts = {/*texts*/};
const words = (name, language) => {
  for (const tag of [language, self.navigator.language]) {
    const own = texts[(tag || "").toLowerCase()] || texts[(tag || "").toLowerCase().split("-")[0]];
    if (own) return own[name];
  }
  return Object.values(texts)[0]?.[name] || "Beckon";
};
// Addresses lead to this site, however the service is called elsewhere: `null` for none.
const here = (address) => {
  if (typeof address !== "string" || !address) return null;
  try {
    const place = new URL(address, self.location.origin);
    return place.pathname + place.search + place.hash;
  } catch { return null; }
};
// So long it waits before it confirms once more, in milliseconds.
const pauses = [0, 2000, 8000];
const confirm = async (address) => {
  for (const pause of pauses) {
    await new Promise((done) => setTimeout(done, pause));
    try {
      const answer = await fetch(address, { method: "POST", credentials: "omit" });
      if (answer.status < 500) return;
    } catch { /* The network may just be waking up. */ }
  }
};
const read = (data) => {
  try {
    const message = data.json();
    if (message && typeof message.title === "string" && message.title) return message;
  } catch { /* Shown as what it is not. */ }
  return { title: "Beckon", body: words("worker.unreadable"), kind: "alert" };
};
const show = (message, more) => {
  const tag = String(message.thread || message.key || "beckon"), isAlert = message.kind === "alert";
  return self.registration.showNotification(message.title, {
    body: String(message.body || ""), tag, renotify: isAlert, requireInteraction: isAlert, lang: message.language || "", dir: "auto",
    icon: "/assets/app-192.png", data: { path: here(message.link) || "/", message },
    actions: (Array.isArray(message.answers) ? message.answers : []).filter((one) => here(one.url)).slice(0, 2)
      .map((one) => ({ action: String(one.name), title: String(one.label) })), ...more,
  });
};

self.addEventListener("push", (event) => event.waitUntil((async () => {
  const message = read(event.data), seen = here(message.seen);
  await show(message);
  if (seen) await confirm(seen);
})()));

// After so many milliseconds an answer counts as not sent.
const patienceForAnswers = 15000;
// Says what came of an answer, in the place of what was answered. What was not sent can be sent again.
const answer = async (message, one) => {
  const stop = new AbortController(), end = setTimeout(() => stop.abort(), patienceForAnswers);
  let body, isAgain = false;
  try {
    // With the session of whoever is logged in here: nobody answers for somebody else.
    const told = await fetch(here(one.url), {
      method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ with: one.name }), signal: stop.signal,
    });
    const { said } = await told.json().catch(() => ({}));
    const known = { 403: "worker.another_person", 404: "worker.unknown", 409: "worker.already", 410: "worker.late" }[told.status];
    isAgain = !told.ok && !known;
    body = !isAgain && typeof said === "string" && said ? said : words(told.ok ? "worker.sent" : known || "worker.not_sent", message.language);
  } catch {
    body = words("worker.not_sent", message.language);
    isAgain = true;
  } finally {
    clearTimeout(end);
  }
  // What is answered, or cannot be, leads to the pages: there is nothing to answer any more.
  const after = isAgain ? {} : { answers: [], link: "/" };
  await show({ ...message, body, ...after }, { renotify: isAgain, requireInteraction: isAgain });
};

// A notification leads to the page, and to the line in it, that it was about. A button of one answers at once.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path, message } = event.notification.data || {};
  const one = event.action && message?.answers?.find(({ name }) => name === event.action);
  event.waitUntil((async () => {
    if (one) { await answer(message, one); return; }
    const [page] = await self.clients.matchAll({ type: "window" });
    if (!page) { await self.clients.openWindow(path || "/"); return; }
    await page.focus();
    if (path) page.postMessage({ path });
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event, path = new URL(request.url).pathname;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(waiting(fetch(request)).catch(offline));
  } else if (path.startsWith("/assets/")) {
    event.respondWith(fetch(request).catch(async () => await caches.match(request) ?? Response.error()));
  }
});
