// This browser as a way to reach whoever is logged in here: subscribes to what the service pushes, keeps the subscription true at each visit
// of any page, and says plainly where it cannot be. Without this script other ways still work.
"use strict";
(() => {
  const reader = document.documentElement.dataset.reader;
  if (!reader) return;
  const place = document.getElementById("push");
  const name = "beckon-push", hour = 3600000, day = 24 * hour;
  // What is subscribed here: { reader, contact, key, at, isOff }; `at`, in milliseconds since 1970, is when the service was asked last; `isOff`,
  // whether its reader had turned it off by then.
  const kept = () => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
  const keep = (what) => {
    try { if (what) localStorage.setItem(name, JSON.stringify(what)); else localStorage.removeItem(name); } catch { /* Then it asks at each visit. */ }
  };
  const canPush = window.isSecureContext && navigator.serviceWorker && window.PushManager && window.Notification;

  // What is asked arrives also where a tap elsewhere ends the page meanwhile.
  const ask = async (method, path, body) => {
    const answer = await fetch(`/api/v1/${path}`, {
      method, credentials: "same-origin", cache: "no-store", keepalive: true, body: body && JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-CSRF-Token": document.body.dataset.csrf },
    });
    const told = await answer.json().catch(() => ({}));
    return { status: answer.status, isDone: answer.ok, told };
  };
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  // So long the worker may take to start, in milliseconds: where it cannot, nothing else says so.
  const patience = 10000;
  const manager = async () => {
    const late = new Promise((_, failed) => setTimeout(() => failed(new Error("no worker")), patience));
    return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
  };

  // A subscription belongs to one key of the home's.
  const subscribe = async (key) => {
    const push = await manager(), old = await push.getSubscription();
    if (old) {
      const own = old.options?.applicationServerKey;
      if (own && base64(own) === key) return old;
      await old.unsubscribe();
    }
    return push.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  };
  const save = async ({ id, person, channel, label, after, on, sequence }, subscription) => {
    const [p256dh, auth] = ["p256dh", "auth"].map((one) => base64(subscription.getKey(one)));
    return ask("PUT", `contacts/${id}`, {
      person, channel, label, after, on, sequence, address: { endpoint: subscription.endpoint, p256dh }, secret: { auth },
    });
  };
  const unsubscribe = async () => { await (await (await manager()).getSubscription())?.unsubscribe(); };

  // Keeps it true: the browser may have made another one, the service may have given it up, somebody may have removed it. Gives whether
  // it is in force, or "off" where its reader has turned it off.
  const renew = async (own) => {
    const [{ status, isDone, told: contact }, { told: home }] = await Promise.all([ask("GET", `contacts/${own.contact}`), ask("GET", "push")]);
    if (status === 404) { keep(null); await unsubscribe(); return false; }
    if (!isDone) throw new Error(contact.detail);
    if (!contact.on) { keep({ ...own, at: Date.now(), isOff: true }); return "off"; }
    if (!home.key) return true;
    if (Notification.permission !== "granted") return false;
    // What has ended is of no use to the service: the browser makes a new one.
    if (contact.state === "ended") await unsubscribe();
    const subscription = await subscribe(home.key);
    const isOther = contact.address?.endpoint !== subscription.endpoint || contact.state === "ended";
    if (isOther || Date.now() - Date.parse(contact.renewed_at) > day) {
      const saved = await save(contact, subscription);
      // Somebody changed it meanwhile: the next visit asks again.
      if (!saved.isDone) return !isOther;
    }
    keep({ ...own, key: home.key, at: Date.now(), isOff: false });
    return true;
  };

  // Whoever had this browser before did not log out: the service is told with the subscription's own secret, while there is one. Where it
  // cannot be told, it learns of it from the next message. Where the page ends before that, the next one does it once more.
  const handOn = async () => {
    const old = await (await manager()).getSubscription();
    if (old) {
      await ask("POST", "push/left", { endpoint: old.endpoint, auth: base64(old.getKey("auth")) }).catch(() => {});
      await old.unsubscribe();
    }
    keep(null);
  };

  const leave = async () => {
    const own = kept();
    keep(null);
    if (own?.reader === reader) await Promise.allSettled([ask("DELETE", `contacts/${own.contact}`), unsubscribe()]);
  };

  // --- On the page of one's own ways: a button, or why there is none.
  const draw = (words, button, more) => {
    if (!place) return;
    const state = place.querySelector("[role=status]"), row = place.querySelector(".row");
    state.replaceChildren(words);
    if (more) state.append(" ", more);
    row.replaceChildren();
    if (!button) return;
    const one = document.createElement("button");
    one.type = "button";
    one.className = button.style || "";
    one.textContent = button.words;
    one.addEventListener("click", async () => {
      one.disabled = true;
      one.setAttribute("aria-busy", "true");
      await button.act();
    });
    row.append(one);
  };
  const link = (words, path) => {
    const one = document.createElement("a");
    one.href = path;
    one.textContent = words;
    return one;
  };
  const system = () => {
    const found = /iPhone|iPad|Android|Windows|Mac OS|CrOS|Linux/.exec(navigator.userAgent);
    return { "Mac OS": "Mac", CrOS: "Chromebook" }[found?.[0]] || found?.[0] || "";
  };
  // Why the service did not take it, by what it says is wrong; with anything else, trying again may help.
  const refusals = {
    "address.endpoint": () => say("script.push_elsewhere"), id: () => say("script.push_many"), channel: () => say("script.push_switched_off"),
  };
  const begin = async () => {
    if (await Notification.requestPermission() !== "granted") { check(); return; }
    const contact = {
      id: crypto.randomUUID(), person: reader, channel: "web_push", label: say("script.push_label", { system: system() }).trim(),
      after: 0, on: true, sequence: 0,
    };
    let subscription;
    try {
      subscription = await subscribe(place.dataset.pushKey);
    } catch {
      draw(say("script.push_failed"), { words: say("script.push_begin"), act: begin });
      return;
    }
    try {
      const saved = await save(contact, subscription);
      if (!saved.isDone) throw saved;
      keep({ reader, contact: contact.id, key: place.dataset.pushKey, at: Date.now() });
      location.assign("/account/reach?did=device");
    } catch (refused) {
      await subscription.unsubscribe().catch(() => {});
      const known = refused.status === 422 && refusals[refused.told.field];
      draw(known ? known() : say("script.push_not_saved"), { words: say("script.push_begin"), act: begin });
    }
  };
  const check = (isOn = false) => {
    if (!place) return;
    if (isOn === "off") {
      draw(say("script.push_turned_off"));
    } else if (isOn) {
      draw(say("script.push_on"), { words: say("script.push_end"), act: async () => { await leave(); location.assign("/account/reach?did=no_device"); } });
    } else if (!window.isSecureContext) {
      draw(say("script.push_needs_https"), null, link(say("script.push_how_https"), "/secure"));
    } else if (!canPush) {
      draw(say(navigator.standalone === false ? "script.push_home_screen" : "script.push_never"));
    } else if (Notification.permission === "denied") {
      draw(say("script.notify_blocked"));
    } else {
      draw(say("script.push_off"), { words: say("script.push_begin"), style: "main", act: begin });
    }
  };

  // --- Whoever logs out is no longer told here; the page waits for that, but not long.
  for (const form of document.querySelectorAll('form[action="/logout"], form[action="/account/everywhere"]')) {
    form.addEventListener("submit", (event) => {
      if (!kept() || event.defaultPrevented) return;
      event.preventDefault();
      Promise.race([leave(), new Promise((done) => setTimeout(done, 3000))]).catch(() => {}).finally(() => form.submit());
    });
  }

  (async () => {
    const own = kept();
    if (!canPush) { check(); return; }
    try {
      // What somebody else has subscribed here is theirs.
      if (own && own.reader !== reader) await handOn();
      if (own?.reader !== reader) { check(); return; }
      const isThere = await (await manager()).getSubscription() !== null;
      const isFresh = isThere && Date.now() - own.at < hour && Date.now() >= own.at;
      check(isFresh && !place ? true : await renew(own));
    } catch {
      // Without a connection nothing is known: the next visit asks again.
      check(kept()?.reader === reader);
    }
  })();
})();
