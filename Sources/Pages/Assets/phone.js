// Pages as a thing on the phone: the worker that answers without a connection, the calls that it then shows, the badge on the icon,
// the offer to install, and links that are copied or shared. Without this script every page still works.
"use strict";
(() => {
  const reader = document.documentElement.dataset.reader || "";
  const stored = {
    get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
    set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* A browser that keeps nothing shows nothing later. */ } },
    remove: (name) => { try { localStorage.removeItem(name); } catch { /* There is nothing. */ } },
  };

  // --- The calls that were known last, and the goals that somebody keeps here. They are one reader's: whoever logs out leaves none, and the next one finds none.
  const name = "beckon-known";
  const goals = "beckon-goals";
  const forget = () => {
    stored.remove(name);
    stored.remove(goals);
    if (navigator.clearAppBadge) navigator.clearAppBadge().catch(() => {});
  };
  // A page that only says what did not work may not know who reads it.
  const isKnown = reader || !document.querySelector("[data-trouble]");
  try {
    const kept = JSON.parse(stored.get(name));
    if (isKnown && kept && kept.reader !== reader) forget();
    const own = JSON.parse(stored.get(goals));
    if (isKnown && own && own.reader !== reader) forget();
  } catch { forget(); }
  if (!reader && isKnown) forget();
  for (const form of document.querySelectorAll('form[action="/logout"], form[action="/account/everywhere"]')) {
    form.addEventListener("submit", forget);
  }
  // So many are shown at most: more nobody can remember.
  const most = 20;
  // Each call as { title, state, since }: the time in milliseconds since 1970. `waiting` counts those that nobody has answered.
  let before = "", writtenAt = 0, shown = null;
  window.knowCalls = (calls, waiting) => {
    if (!reader) return;
    const known = calls.slice(0, most), text = JSON.stringify(known), now = Date.now();
    // Every few seconds is often enough to say how old it is.
    if (text !== before || now - writtenAt >= 5000) stored.set(name, JSON.stringify({ reader, at: writtenAt = now, calls: known }));
    before = text;
    if (!navigator.setAppBadge || waiting === shown) return;
    shown = waiting;
    (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
  };

  // --- The worker: only where the browser trusts the connection (https, or the service's own machine).
  if (navigator.serviceWorker && window.isSecureContext) {
    navigator.serviceWorker.register("/assets/worker.js", { scope: "/", updateViaCache: "none" }).then(
      () => navigator.serviceWorker.ready).then(
      (ready) => ready.active.postMessage({ language: document.documentElement.lang })).catch(() => {});
  }

  // --- Installing: offered on Now, from an hour after the first visit on, until somebody has said yes or no, here or to the browser.
  const offer = document.getElementById("install");
  const hour = 3600000;
  let asking = null;
  const first = Number(stored.get("beckon-first")) || 0;
  if (!first) stored.set("beckon-first", String(Date.now()));
  const mayOffer = () => offer && first && Date.now() - first >= hour && stored.get("beckon-install") !== "never" &&
    !window.matchMedia("(display-mode: standalone)").matches && navigator.standalone !== true;
  const show = () => {
    if (!offer) return;
    // Safari on a phone has no question of its own, only its menu.
    const isByHand = !asking && navigator.standalone === false;
    offer.hidden = !mayOffer() || !(asking || isByHand);
    offer.querySelector("[data-for=prompt]").hidden = !asking;
    offer.querySelector("[data-do=install]").hidden = !asking;
    offer.querySelector("[data-for=share]").hidden = !isByHand;
  };
  window.addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); asking = event; show(); });
  const answered = () => { stored.set("beckon-install", "never"); show(); };
  window.addEventListener("appinstalled", answered);
  if (offer) {
    offer.querySelector("[data-do=never]").addEventListener("click", answered);
    offer.querySelector("[data-do=install]").addEventListener("click", () => {
      const one = asking;
      asking = null;
      if (one) Promise.resolve(one.prompt()).catch(() => {});
      answered();
    });
    show();
  }

  // --- Links for others.
  const copy = async (text) => {
    if (navigator.clipboard && window.isSecureContext) {
      try { return await navigator.clipboard.writeText(text); } catch { /* Not allowed here: then as where there is no https. */ }
    }
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    if (!isDone) throw new Error("not copied");
  };
  const prepare = () => {
    for (const button of document.querySelectorAll(".shared [data-do]")) {
      if (button.dataset.do === "copy" || navigator.share) button.hidden = false;
    }
  };
  document.addEventListener("click", async (event) => {
    const button = event.target.closest && event.target.closest(".shared [data-do]");
    if (!button) return;
    const link = button.closest(".shared").dataset.link;
    if (button.dataset.do === "share") {
      navigator.share({ url: link, title: document.title }).catch(() => {});
      return;
    }
    try {
      await copy(link);
      button.querySelector("span").textContent = button.dataset.done;
    } catch { /* The link itself can be held down. */ }
  });
  document.addEventListener("beckon:updated", prepare);
  prepare();
})();
