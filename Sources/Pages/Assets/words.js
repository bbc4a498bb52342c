// What the other scripts say, in the reader's language: say("script.clock_hours", { count: 2 }), and notifications. The service puts the texts in.
"use strict";
(() => {
  const texts = {/*texts*/};
  const plurals = new Intl.PluralRules("/*language*/");
  // Whose letters run against the direction of the page, must not turn around what stands beside it.
  const against = document.documentElement.dir === "rtl" ? /./ : /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/;
  const isolated = (value) => typeof value === "string" && against.test(value) ? `\u2068${value}\u2069` : String(value);
  window.say = (name, values = {}) => {
    const text = texts[name];
    if (text === undefined) return name;
    const form = typeof text === "string" ? text : text[plurals.select(values.count)] ?? text.other;
    return form.replace(/\{([a-z0-9_]+)\}/g, (_, key) => isolated(values[key] ?? ""));
  };
  // Whether this browser may show notifications, and the reader wants them.
  window.mayNotify = () => {
    if (!window.Notification || Notification.permission !== "granted") return false;
    try { return !["off", "never"].includes(localStorage.getItem("beckon-notify")); } catch { return true; }
  };
  // A notification, where the reader allows any; returns whether there is one. Browsers of some phones show them by the page's worker alone, and others have none: the page
  // itself has the words all the same.
  window.notify = async (words, more) => {
    if (!window.mayNotify()) return false;
    try {
      const worker = await navigator.serviceWorker?.getRegistration();
      if (worker?.active) await worker.showNotification(words, more);
      else {
        const shown = new Notification(words, more);
        shown.onclick = () => { window.focus(); shown.close(); window.goTo(more?.data?.path); };
      }
      return true;
    } catch { return false; }
  };
  // Leads to the line that a notification was about. What somebody is typing stays.
  window.goTo = (path) => {
    if (!path) return;
    const place = new URL(path, location.href);
    if (place.origin !== location.origin) return;
    if (place.pathname !== location.pathname) {
      const fields = document.querySelectorAll("main textarea, main input:not([type=hidden]):not([type=checkbox]):not([type=radio])");
      if (![...fields].some((field) => field.value !== field.defaultValue)) location.assign(place);
      return;
    }
    const line = document.getElementById(decodeURIComponent(place.hash.slice(1)));
    if (!line) return;
    line.scrollIntoView({ block: "center" });
    line.focus({ preventScroll: true });
  };
  navigator.serviceWorker?.addEventListener("message", (event) => window.goTo(event.data?.path));
})();
