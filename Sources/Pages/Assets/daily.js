// The sentence of the day on a client's own pages: once a day on each phone, when the service says that its time has come, and in none of the
// quiet hours. While the page is in the background it is a notification, for those who have allowed that.
"use strict";
(() => {
  const reader = document.documentElement.dataset.reader || "", token = document.body.dataset.csrf || "";
  const name = "beckon-daily", hour = 3600;
  if (!reader || !token) return;

  // The day on which something was shown last here, and to whom.
  const shownTo = () => { try { return JSON.parse(localStorage.getItem(name)) || {}; } catch { return {}; } };
  let shown = null;
  const wasShown = (day) => { const last = shownTo(); return last.day === day && last.reader === reader; };
  const note = (day) => {
    try { localStorage.setItem(name, JSON.stringify({ day, reader })); } catch { /* Then each page that is opened shows it once. */ }
  };
  // Two pages of one browser show it once.
  const alone = (work) => navigator.locks ? navigator.locks.request(name, work) : work();

  // Returns whether somebody can have seen it.
  const show = (item) => {
    const place = document.createElement("section"), words = document.createElement("p");
    place.id = "daily-notice";
    place.className = "notice";
    place.setAttribute("role", "status");
    place.dataset.own = "";
    words.textContent = item.author ? `${item.text} (${item.author})` : item.text;
    place.append(words);
    document.getElementById("daily-notice")?.remove();
    document.getElementById("main").prepend(place);
    return document.hidden ? window.notify(say("script.daily"), { body: item.text, tag: name }) : true;
  };

  // In the background, without a notification, nobody has seen it: it counts once the page is looked at, unless another page was first.
  const noteOnceSeen = (day) => {
    const seen = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", seen);
      alone(() => { if (wasShown(day)) document.getElementById("daily-notice")?.remove(); else note(day); });
    };
    document.addEventListener("visibilitychange", seen);
  };

  const ask = async () => {
    const answer = await fetch("/api/v1/encouragement/daily", { method: "POST", credentials: "same-origin", cache: "no-store",
      headers: { "x-csrf-token": token } });
    if (!answer.ok) return answer.status === 429 || answer.status >= 500 ? 60 : hour;
    const { day, item, ask_again: wait } = await answer.json();
    if (item && shown !== day && !wasShown(day)) {
      shown = day;
      if (await show(item)) note(day); else noteOnceSeen(day);
    }
    return wait;
  };
  const look = async () => {
    let wait = hour;
    // Without a connection it asks again later.
    try { wait = await alone(ask); } catch { wait = 60; }
    setTimeout(look, 1000 * Math.min(Math.max(wait, 1), hour));
  };
  look();

  // Where the client has it sent of itself, this phone may show it in the background.
  const offer = document.getElementById("daily-notify");
  if (!offer || !window.Notification || !window.isSecureContext) return;
  const draw = () => { offer.hidden = Notification.permission !== "default"; };
  offer.querySelector("button").addEventListener("click", async () => {
    await Notification.requestPermission();
    draw();
  });
  draw();
})();
