// Live updates: a page whose <main> has data-live is fetched again when an event of the named kinds comes,
// and only its changes are replaced; what is around every page (frame.js) stays true, too. Without this script every page still works.
"use strict";
(() => {
  const main = document.getElementById("main");

  // Text that was refused and shown again counts as being typed.
  const putBack = new WeakSet(main && main.dataset.refused !== undefined
    ? [...main.querySelectorAll("input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea")].filter((field) => field.value)
    : []);

  // A part in which somebody is typing stays as it is.
  const isInUse = (element) => {
    if (element.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return true;
    const fields = element.matches("input, textarea, select") ? [element] : [...element.querySelectorAll("input, textarea, select")];
    return fields.some((field) => putBack.has(field) ||
      (field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
        : field.tagName === "SELECT" ? [...field.options].some((one) => one.selected !== one.defaultSelected)
          : field.type !== "hidden" && field.value !== field.defaultValue));
  };

  // When an update last brought a button to where it is, or gave it other words: a tap right after that may have been meant
  // for what was there before.
  const movedAt = new WeakMap();
  const places = () => new Map([...document.querySelectorAll("button")].map((one) => [one, {
    box: one.getBoundingClientRect(), words: one.textContent,
    path: one.getAttribute("formaction") || one.form?.getAttribute("action") || "",
  }]).filter(([, place]) => place.box.width > 0));
  // Less than what lies between two buttons, in px, moves none under a finger.
  const isSame = (one, other) => one.words === other.words && one.path === other.path &&
    ["left", "top", "right", "bottom"].every((side) => Math.abs(one.box[side] - other.box[side]) < 8);
  const watchButtons = (change) => {
    const before = places();
    change();
    const now = Date.now(), all = [...before.values()];
    for (const [button, place] of places()) {
      const old = before.get(button);
      if (!(old && isSame(old, place)) && !all.some((one) => isSame(one, place))) movedAt.set(button, now);
    }
  };

  // A form's own `id` would be its field of that name, if it has one.
  const keyOf = (node) => node.nodeType === 1 ? node.dataset.key || node.getAttribute("id") || "" : "";

  // Makes `old` like `fresh`, keeping all equal nodes, and what is focused, opened or being typed.
  const update = (old, fresh) => {
    if (old.isEqualNode(fresh)) return;
    // Drawn by a script of its page.
    if (old.nodeType === 1 && old.dataset.own !== undefined) return;
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) {
      if (old.nodeType === 1 && isInUse(old)) return;
      old.replaceWith(document.importNode(fresh, true));
      return;
    }
    if (old.nodeType !== 1) {
      old.nodeValue = fresh.nodeValue;
      return;
    }
    if (old.matches("input, textarea, select")) {
      if (!isInUse(old)) old.replaceWith(document.importNode(fresh, true));
      return;
    }
    const kept = { DETAILS: ["open"], BUTTON: ["aria-busy"] }[old.nodeName] || [];
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (!kept.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    updateChildren(old, fresh);
  };

  const updateChildren = (old, fresh) => {
    const kept = new Set();
    // Removes what is no longer in the page, unless somebody is using it.
    const leave = (node) => {
      // Put here by a script.
      if (node.dataset?.own !== undefined) { kept.add(node); return; }
      if (node.nodeType === 1 && isInUse(node)) { kept.add(node); node.dataset.gone = say("script.seen_to"); return; }
      node.remove();
    };
    const wanted = new Set([...fresh.children].map(keyOf).filter(Boolean));
    const keyed = new Map();
    for (const child of [...old.children]) {
      const key = keyOf(child);
      if (key && wanted.has(key)) keyed.set(key, child); else if (key) leave(child);
    }
    let place = old.firstChild;
    const go = () => { while (place && kept.has(place)) place = place.nextSibling; };
    for (const child of [...fresh.childNodes]) {
      go();
      const key = keyOf(child), same = key ? keyed.get(key) : null;
      if (same) {
        keyed.delete(key);
        while (place && place !== same && !keyOf(place)) {
          const next = place.nextSibling;
          leave(place);
          place = next;
          go();
        }
        if (place !== same && same.contains(document.activeElement)) {
          // Moving it would lose the focus and close a phone's keyboard: so the others are put after it.
          const after = same.nextSibling;
          while (place !== same) {
            const next = place.nextSibling;
            old.insertBefore(place, after);
            place = next;
          }
        }
        if (place === same) place = place.nextSibling; else old.insertBefore(same, place);
        update(same, child);
      } else if (!key && place && !keyOf(place) && place.nodeName === child.nodeName) {
        const one = place;
        place = place.nextSibling;
        update(one, child);
      } else {
        old.insertBefore(document.importNode(child, true), place);
      }
    }
    while (place) {
      const next = place.nextSibling;
      if (!kept.has(place)) leave(place);
      place = next;
    }
  };

  const away = document.createElement("div");
  away.className = "notice problem";
  away.setAttribute("role", "alert");
  // Shows why the page is not live; empty if it is.
  const setAway = (words) => {
    document.documentElement.dataset.connected = words ? "no" : "yes";
    if (words === away.textContent && away.isConnected === (words !== "")) return;
    watchButtons(() => {
      away.textContent = words;
      if (!words) away.remove(); else if (!away.isConnected) main.before(away);
    });
  };

  // A dead connection looks like a quiet house: an answer that takes longer than this counts as missing.
  const patience = 10000;
  let stream, timer, isLoggedOut = false, connections = 0;
  const hears = (what) => main !== null && main.dataset[what] !== undefined;
  // A page that was drawn without knowing who calls asks as soon as it hears of what happens; not one that shows what was not taken.
  let wasAway = (hears("calls") || hears("reminds") || hears("clients")) && !hears("after") && !hears("refused");
  let isReading = false, isAgain = false, loading = null;
  // Why the page could not be fetched again although the service is reachable; empty if it could.
  let stale = "";
  const whyStale = (status) => status === 404 || status === 410 ? say("script.page_gone")
    : say(status === 403 ? "script.no_access" : "script.not_updated");

  // Asks once after so many seconds, however often that was said: a night without the service must not end in a flood.
  const later = (ask) => {
    let wait;
    return (seconds) => { clearTimeout(wait); wait = setTimeout(ask, 1000 * seconds); };
  };
  const readIn = later(() => read());

  const lose = () => {
    if (stream) stream.close();
    wasAway = true;
    setAway(say(isLoggedOut ? "script.logged_out" : "script.no_connection"));
    clearTimeout(timer);
    timer = setTimeout(connect, 2000);
  };

  // The current page; `null` if it cannot be shown.
  const load = async () => {
    const stop = loading = new AbortController();
    const end = setTimeout(() => stop.abort(), patience);
    try {
      const answer = await fetch(location.href, { credentials: "same-origin", redirect: "follow", signal: stop.signal });
      if (answer.redirected && new URL(answer.url).pathname === "/login") {
        isLoggedOut = true;
        return null;
      }
      if (answer.status === 429) readIn(Number(answer.headers.get("Retry-After")) || 1);
      if (!answer.ok) { stale = whyStale(answer.status); return null; }
      const text = await answer.text();
      isLoggedOut = false;
      stale = "";
      return text;
    } finally {
      clearTimeout(end);
    }
  };

  const read = async () => {
    if (isReading) { isAgain = true; return; }
    isReading = true;
    const connection = connections;
    try {
      let text = null, hasFailed = false;
      try { text = await load(); } catch {
        hasFailed = true;
        // An answer from an earlier connection says nothing about this one.
        if (connection === connections) { isAgain = false; lose(); } else { isAgain = true; }
      }
      // The end of the session must not discard text that is being typed.
      if (isLoggedOut && !hasFailed) { if (isInUse(main)) lose(); else location.reload(); }
      // If the connection is lost, the banner says that instead.
      if (!hasFailed && !isLoggedOut && !wasAway) setAway(stale);
      const page = text === null ? null : new DOMParser().parseFromString(text, "text/html");
      const fresh = page && page.getElementById("main");
      if (page) updateFrame(page);
      if (fresh) {
        document.dispatchEvent(new CustomEvent("beckon:drawn", { detail: Number(page.documentElement.dataset.now) }));
        // The notice of what was just done stays until the page is left.
        const notices = fresh.querySelector("#notices");
        if (notices) notices.replaceWith(document.getElementById("notices").cloneNode(true));
        const [home, called] = [document.querySelector("header .title"), page.querySelector("header .title")];
        watchButtons(() => {
          updateChildren(main, fresh);
          if (home && called) update(home, called);
        });
        document.dispatchEvent(new CustomEvent("beckon:updated"));
      }
    } finally {
      isReading = false;
    }
    if (isAgain) { isAgain = false; read(); }
  };

  const { updateFrame, readFrame } = window.pageFrame({ watchButtons, updateChildren, patience, logOut: (is) => {
    isLoggedOut = is;
    if (is) setAway(say("script.logged_out"));
  } });

  const isLive = main !== null && main.dataset.live !== undefined;
  const kinds = isLive ? main.dataset.live.split(" ") : [];
  // A client's own pages say what became of their calls, and who is there for them.
  const isClients = hears("reminds") && !hears("calls");
  // What changes who is calling or waits, and what one has to do; a page that is read anew for it has that too.
  const around = [...(hears("calls") ? ["asked", "on_the_way", "met", "declined", "cancelled", "escalated", "reached", "claim_lapsed"] : []),
    ...(hears("reminds") ? ["reminder", "occurrence_changed"] : []),
    ...(hears("clients") || isClients ? ["appointment_changed"] : [])].filter((kind) => !kinds.includes(kind));
  const answers = isClients ? ["on_the_way", "met", "declined"].filter((kind) => !kinds.includes(kind)) : [];
  // From here on the page listens: what has happened since it was drawn comes first; on a client's pages, also what has happened while no
  // stream was open, because answers are told from events alone.
  let after = main ? main.dataset.after : undefined;

  // A page that reports calls must notice a lost connection soon, even in the background.
  const tells = hears("calls") && document.getElementById("alerts") !== null;

  // A browser has six connections to one host: a hidden page frees its connection for others, and is fetched again when shown. Of a client's
  // hidden pages one keeps its own, where the browser may show what it hears of.
  let leaveWatch = null, isWatching = false;
  const watch = () => {
    if (leaveWatch) return;
    if (!navigator.locks) { isWatching = true; leaveWatch = () => { leaveWatch = null; isWatching = false; }; return; }
    const waiting = new AbortController();
    let leave;
    const end = new Promise((done) => { leave = done; });
    leaveWatch = () => { leaveWatch = null; isWatching = false; waiting.abort(); leave(); };
    navigator.locks.request("beckon-watch", { signal: waiting.signal }, () => {
      isWatching = true;
      connect();
      return end;
    }).catch(() => { /* Shown before its turn came. */ });
  };
  const maySleep = () => {
    if (!document.hidden) { leaveWatch?.(); return false; }
    if (isClients && window.mayNotify()) watch();
    return !tells && !isWatching;
  };

  const connect = () => {
    if (stream) stream.close();
    clearTimeout(timer);
    if (maySleep()) { wasAway = true; return; }
    timer = setTimeout(lose, patience);
    stream = new EventSource("/api/v1/events" + (after ? `?after=${after}` : ""));
    stream.addEventListener("ready", ({ data }) => {
      clearTimeout(timer);
      after = isClients ? String(JSON.parse(data).sequence) : undefined;
      connections += 1;
      isLoggedOut = false;
      setAway(stale);
      if (wasAway) {
        // A request that still waits on the dead connection would block this one.
        if (isReading && loading) loading.abort();
        if (isLive) read(); else readFrame();
      }
      wasAway = false;
    });
    const hear = (kind) => (event) => document.dispatchEvent(new CustomEvent("beckon:event", { detail: { kind, data: JSON.parse(event.data) } }));
    const follow = ({ lastEventId }) => { if (isClients && lastEventId) after = lastEventId; };
    for (const kind of new Set([...kinds, ...answers, ...around])) stream.addEventListener(kind, follow);
    for (const kind of [...kinds, ...answers]) stream.addEventListener(kind, hear(kind));
    for (const kind of kinds) stream.addEventListener(kind, read);
    // The home or its people have other names.
    stream.addEventListener("names", () => { if (isLive) read(); else readFrame(); });
    for (const kind of around) stream.addEventListener(kind, readFrame);
    // A browser gives up if the answer is not a stream, for example while the service starts; so this always
    // reconnects. Fetching the page shows whether the session has ended.
    stream.onerror = () => { lose(); if (isLive) read(); else readFrame(); };
  };

  const listens = main !== null && window.EventSource !== undefined && (isLive || document.documentElement.dataset.reader !== undefined);
  if (listens && !isLive) {
    connect();
    document.addEventListener("visibilitychange", connect);
  }
  // Without a stream, what is around a page is asked for.
  if ((hears("calls") || hears("reminds") || hears("clients")) && !isLive) {
    setInterval(() => { if (!document.hidden && document.documentElement.dataset.connected !== "yes") readFrame(); }, 10000);
  }
  if (listens && isLive) {
    connect();
    // "Five minutes ago" becomes outdated without an event.
    const every = 1000 * Number(main.dataset.every) || (tells ? 10000 : 30000);
    setInterval(() => { if (tells || !document.hidden) read(); }, every);
    document.addEventListener("visibilitychange", () => { if (!tells) connect(); else if (!document.hidden) read(); });
  }

  // Times that run on. The server has said what it was when the page was drawn: a phone's clock may be wrong.
  let ahead = Date.now() - Number(document.documentElement.dataset.now || Date.now());
  document.addEventListener("beckon:drawn", (event) => { ahead = Date.now() - event.detail; });
  const tick = () => {
    for (const one of document.querySelectorAll("[data-since]")) {
      const seconds = Math.max(0, Math.floor((Date.now() - ahead - Number(one.dataset.since)) / 1000)), minutes = Math.floor(seconds / 60);
      const words = minutes < 60 ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : say("script.clock_hours", { count: Math.floor(minutes / 60) });
      if (one.textContent !== words) one.textContent = words;
    }
  };
  tick();
  setInterval(tick, 1000);

  // A tap that was ignored is reported where the finger is, whatever part of the page is visible.
  const missed = document.createElement("p");
  missed.className = "missed";
  missed.setAttribute("role", "status");
  document.body.append(missed);
  let missedUntil;
  const sayMissed = () => {
    missed.textContent = say("script.had_moved");
    clearTimeout(missedUntil);
    missedUntil = setTimeout(() => { missed.textContent = ""; }, 4000);
  };

  // A sentence may fill several lines; Enter sends it all the same.
  const isSentence = (field) => field.matches && field.matches("textarea[data-enter]");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || !isSentence(event.target)) return;
    event.preventDefault();
    event.target.form.requestSubmit(event.target.form.querySelector("button"));
  });
  // Where style sheets cannot make it as high as its text.
  if (!CSS.supports("field-sizing", "content")) {
    document.addEventListener("input", ({ target }) => {
      if (!isSentence(target)) return;
      target.style.height = "auto";
      target.style.height = `${target.scrollHeight + 2}px`;
    });
  }

  // Sends a form once, however often it is tapped. Before all others that listen, so that they know whether it is sent.
  let sentAt = new WeakMap();
  // Keys act on the focused element, and focus moves with it.
  let isPointing = true;
  for (const [kind, is] of [["pointerdown", true], ["keydown", false]]) {
    document.addEventListener(kind, () => { isPointing = is; }, { capture: true, passive: true });
  }
  document.addEventListener("submit", (event) => {
    // A card that has just come or gone may have put another one under the finger: such a tap has to be
    // repeated.
    if (isPointing && Date.now() - (movedAt.get(event.submitter) || 0) < 500) { event.preventDefault(); sayMissed(); return; }
    if (Date.now() - (sentAt.get(event.target) || 0) < 5000) event.preventDefault(); else sentAt.set(event.target, Date.now());
  }, true);
  // The button says that it is on its way; after all others that listen, since one of them may take the form over.
  window.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.submitter) event.submitter.setAttribute("aria-busy", "true");
  });
  window.addEventListener("pageshow", () => {
    for (const one of document.querySelectorAll("main button[aria-busy]:not([type=button])")) one.removeAttribute("aria-busy");
  });
  // A page that the browser has cached is fetched again on going back; or it keeps the typed text, which can
  // be sent again.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (!main || !isInUse(main)) { location.reload(); return; }
    sentAt = new WeakMap();
    if (listens) { wasAway = true; connect(); }
  });
})();
