// Answers where the service does not: with a page that says so. It keeps that page and what it is drawn with, and nothing of anybody;
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

// A notification of a page's leads to that page, and to the line in it that it was about.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path;
  event.waitUntil((async () => {
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
