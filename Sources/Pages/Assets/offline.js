// The page without a connection: shows the calls that this browser knew last, says how old they are, and goes back to the live page
// by itself as soon as the service answers.
"use strict";
(() => {
  const pause = 3000;
  const section = document.getElementById("known"), list = section.querySelector("ul"), age = document.getElementById("known-at");

  const known = () => {
    try {
      const kept = JSON.parse(localStorage.getItem("beckon-known"));
      return kept && Array.isArray(kept.calls) && Number.isFinite(kept.at) ? kept : null;
    } catch { return null; }
  };
  const two = (number) => String(number).padStart(2, "0");
  const time = (moment) => {
    const date = new Date(moment), hour = date.getHours();
    return say(hour < 12 ? "format.time_morning" : "format.time_afternoon",
      { hour, hour2: two(hour), hour12: hour % 12 || 12, minute: two(date.getMinutes()) });
  };
  // A phone's clock may have been set since: then only the time is said, and no age that is wrong.
  const words = (at) => {
    const minutes = Math.floor((Date.now() - at) / 60000);
    if (minutes === 0) return say("script.known_now", { time: time(at) });
    if (minutes < 0) return say("script.known_at", { time: time(at) });
    return minutes < 120 ? say("script.known_minutes", { time: time(at), count: minutes })
      : say("script.known_hours", { time: time(at), count: Math.floor(minutes / 60) });
  };
  const draw = () => {
    const kept = known();
    section.hidden = kept === null || kept.calls.length === 0;
    document.getElementById("unknown").hidden = kept === null || kept.calls.length > 0;
    if (!kept) return;
    document.getElementById("unknown").textContent = say("script.known_none", { time: time(kept.at) });
    age.textContent = words(kept.at);
    list.replaceChildren(...kept.calls.map((one) => {
      const line = document.createElement("li"), title = document.createElement("h3"), when = document.createElement("p");
      line.className = "card old";
      title.textContent = String(one.title);
      when.className = "quiet";
      when.textContent = [one.state, Number.isFinite(one.since) ? say("script.known_since", { time: time(one.since) }) : ""].filter(Boolean).join(" · ");
      line.append(title, when);
      return line;
    }));
  };

  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    const stop = new AbortController(), end = setTimeout(() => stop.abort(), 10000);
    try {
      const answer = await fetch("/api/v1/health", { cache: "no-store", signal: stop.signal });
      if (answer.status >= 500 && answer.status !== 503) return;
      // Whoever opened this page by itself has nowhere to go back to. Else the address stays: to go to one with a fragment would load nothing.
      if (location.pathname === "/offline") location.replace("/"); else location.reload();
    } catch { /* Still none. */ } finally {
      clearTimeout(end);
      isLooking = false;
    }
  };
  document.getElementById("again").addEventListener("click", look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  window.addEventListener("online", look);
  setInterval(look, pause);
  setInterval(draw, 15000);
  draw();
})();
