// On every page except Now: shows who is calling. It polls instead of listening, because a browser has only a
// few connections for event streams.
"use strict";
(() => {
  const line = document.getElementById("calls");
  if (!line) return;
  const title = document.title;
  const pause = 10000;
  let timer = 0;

  const show = (open) => {
    const text = open.length === 0 ? ""
      : open.length === 1 ? `🔔 ${open[0].client_name}: ${open[0].label}` : `🔔 ${open.length} calls wait`;
    if (line.textContent !== text) line.textContent = text;
    line.hidden = text === "";
    document.title = open.length ? `(${open.length}) ${title}` : title;
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
