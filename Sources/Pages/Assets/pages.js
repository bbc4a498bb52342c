// What is live: a page whose <main> has data-live is read anew when one of the kinds it names happens, and only what has
// changed in it is replaced. Without this script every page works all the same.
"use strict";
(() => {
  const main = document.getElementById("main");

  // What was typed, refused and drawn again is still being typed.
  const putBack = new WeakSet(main && main.dataset.refused !== undefined
    ? [...main.querySelectorAll("input:not([type=hidden]):not([type=checkbox]):not([type=radio]), textarea")].filter((field) => field.value)
    : []);

  // A part that somebody is typing in stays as it is.
  const isInUse = (element) => {
    if (element.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return true;
    const fields = element.matches("input, textarea, select") ? [element] : [...element.querySelectorAll("input, textarea, select")];
    return fields.some((field) => putBack.has(field) ||
      (field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
        : field.tagName === "SELECT" ? [...field.options].some((one) => one.selected !== one.defaultSelected)
          : field.type !== "hidden" && field.value !== field.defaultValue));
  };

  const keyOf = (node) => node.nodeType === 1 ? node.dataset.key || node.id || "" : "";

  // Makes `old` like `fresh`, keeping every node that is the same, and what is focused, opened or being typed.
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
    const kept = old.nodeName === "DETAILS" ? ["open"] : [];
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
    // What is not in the page any more goes, but not from under somebody's hands.
    const leave = (node) => {
      if (node.nodeType === 1 && isInUse(node)) { kept.add(node); node.dataset.gone = ""; } else node.remove();
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
          // To move it would take the focus, and a phone's keyboard, away: the others go behind it.
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

  let isReading = false, isAgain = false;
  const read = async () => {
    if (isReading) { isAgain = true; return; }
    isReading = true;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin", redirect: "follow" });
      if (answer.redirected && new URL(answer.url).pathname === "/login") { location.reload(); return; }
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("main");
        if (fresh) {
          // What has just been done stays in sight until the page is left.
          const notices = fresh.querySelector("#notices");
          if (notices) notices.replaceWith(document.getElementById("notices").cloneNode(true));
          updateChildren(main, fresh);
          document.dispatchEvent(new CustomEvent("beckon:updated"));
        }
      }
    } catch { /* The line below says that the service is away; the stream tells when it is back. */ }
    isReading = false;
    if (isAgain) { isAgain = false; read(); }
  };

  const away = document.createElement("div");
  away.className = "notice problem";
  away.setAttribute("role", "alert");
  const setAway = (isAway) => {
    if (isAway === away.isConnected) return;
    if (isAway) {
      away.textContent = "Not connected. What you see may be old; it is tried again and again.";
      main.before(away);
    } else {
      away.remove();
    }
    document.documentElement.dataset.connected = isAway ? "no" : "yes";
  };

  if (main && main.dataset.live !== undefined && window.EventSource) {
    const kinds = main.dataset.live.split(" ");
    let stream, wasAway = false;
    const connect = () => {
      stream = new EventSource("/api/v1/events");
      stream.addEventListener("ready", () => {
        setAway(false);
        document.documentElement.dataset.connected = "yes";
        if (wasAway) read();
        wasAway = false;
      });
      for (const kind of kinds) stream.addEventListener(kind, (event) => {
        document.dispatchEvent(new CustomEvent("beckon:event", { detail: { kind, data: JSON.parse(event.data) } }));
        read();
      });
      stream.onerror = () => {
        wasAway = true;
        setAway(true);
        // A browser gives up where the answer is no stream, e.g. while the service starts.
        if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
      };
    };
    connect();
    // "Five minutes ago" grows old by itself.
    setInterval(() => { if (!document.hidden) read(); }, 30000);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) read(); });
  }

  // Asks first, where something cannot be undone; and sends a form once, however often it is tapped.
  const sentAt = new WeakMap();
  document.addEventListener("submit", (event) => {
    const question = (event.submitter && event.submitter.dataset.ask) || event.target.dataset.ask;
    const isAgain = Date.now() - (sentAt.get(event.target) || 0) < 5000;
    if (isAgain || (question && !window.confirm(question))) event.preventDefault(); else sentAt.set(event.target, Date.now());
  });
  // Whoever goes back to a page that the browser kept can send from it again.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
