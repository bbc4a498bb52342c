// On every page except Now: shows who is calling. It polls instead of listening, because a browser has only a
// few connections for event streams.
"use strict";
(() => {
  const line = document.getElementById("calls");
  if (!line) return;
  const title = document.title;
  const pause = 10000;
  let timer = 0;

  const order = ["urgent", "soon", "normal"];
  const badge = document.createElement("span");
  badge.className = "badge";
  const way = document.querySelector('nav a[href="/now"]');

  const show = (open) => {
    open.sort((one, other) => order.indexOf(one.priority) - order.indexOf(other.priority));
    const first = open[0], others = open.length - 1;
    const text = !first ? ""
      : say(others > 0 ? "script.asks_and_others" : "script.asks", { client: first.client_name, need: first.called, count: others });
    if (line.textContent !== text) line.textContent = text;
    line.hidden = text === "";
    line.classList.toggle("urgent", first !== undefined && first.priority === "urgent");
    document.title = open.length ? `(${open.length}) ${title}` : title;
    if (window.knowCalls) {
      knowCalls(open.map((one) => ({
        title: say("script.asks", { client: one.client_name, need: one.called }), since: Date.parse(one.asked_at),
      })), open.length);
    }
    if (!way) return;
    badge.textContent = String(open.length);
    badge.setAttribute("aria-label", say("script.calls", { count: open.length }));
    if (open.length === 0) badge.remove(); else if (!badge.isConnected) way.append(badge);
  };

  const look = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    fetch("/api/v1/requests?state=open", { credentials: "same-origin", cache: "no-store" })
      .then((answer) => answer.ok ? answer.json() : Promise.reject(answer.status))
      .then((page) => show(page.requests.filter((one) => one.state === "asked" || one.state === "heard")))
      // A failed poll does not mean that there are no calls: the list stays, and is polled again.
      .catch(() => {})
      .finally(() => { timer = setTimeout(look, pause); });
  };

  document.addEventListener("visibilitychange", look);
  look();
})();
