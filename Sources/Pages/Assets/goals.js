// A client's goals on their own phone: reminders while a page is open, and, for those who want that, the goals themselves, so that they
// can be read, ticked off, added and deleted without a connection. What was done then is sent later, in order, each once.
"use strict";
(() => {
  const name = "beckon-goals";
  const html = document.documentElement, reader = html.dataset.reader || "", token = document.body.dataset.csrf || "";
  const isOffline = document.getElementById("goals") !== null;
  const day = 86400000;
  // At so many times of a day somebody may be reminded of one.
  const mostTimes = 12;

  // --- What this phone keeps: only where its reader has asked for it, and theirs alone. phone.js removes it when they log out.
  const load = () => {
    try {
      const kept = JSON.parse(localStorage.getItem(name));
      return kept && typeof kept.reader === "string" && Array.isArray(kept.goals) && Array.isArray(kept.queue) ? kept : null;
    } catch { return null; }
  };
  const save = (kept) => { try { localStorage.setItem(name, JSON.stringify(kept)); return true; } catch { return false; } };
  // Two pages of one browser take turns.
  const alone = (work) => navigator.locks ? navigator.locks.request(name, work) : work();

  // Random, as the service takes ids: the same is sent again until it was answered.
  const newID = () => crypto.randomUUID ? crypto.randomUUID()
    : "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
      (digit ^ crypto.getRandomValues(new Uint8Array(1))[0] & 15 >> digit / 4).toString(16));
  const text = (value) => typeof value === "string" ? value : "";

  // --- Times on the home's clocks, which may be others than this phone's.
  const wall = (moment, zone) => {
    const parts = {};
    const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit",
      hour: "2-digit", minute: "2-digit", second: "2-digit" });
    for (const { type, value } of format.formatToParts(moment)) parts[type] = value;
    return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
  };
  const seconds = (local) => Date.parse(`${local}Z`) / 1000;
  const two = (number) => String(number).padStart(2, "0");
  const time = (local) => {
    const hour = Number(local.slice(11, 13));
    return say(hour < 12 ? "format.time_morning" : "format.time_afternoon",
      { hour, hour2: two(hour), hour12: hour % 12 || 12, minute: local.slice(14, 16) });
  };
  const until = (end, zone) => {
    const there = wall(end, zone), days = Math.floor(seconds(there) / 86400) - Math.floor(seconds(wall(Date.now(), zone)) / 86400);
    if (days < 0) return say("script.goal_over");
    if (days === 0) return say("script.goal_today", { time: time(there) });
    return days === 1 ? say("script.goal_tomorrow", { time: time(there) }) : say("script.goal_days", { count: days, time: time(there) });
  };

  // --- The service's goals as they are kept here. When one ends, the service says.
  const openEnd = 527040;
  const shortened = (goal) => {
    const { routine, occurrence } = goal, chore = occurrence.chore || {};
    return { id: routine.id, key: occurrence.key, title: occurrence.title, details: text(occurrence.details), count: chore.count || 1,
      parts: chore.parts || 0, isDone: occurrence.state === "done" || occurrence.state === "skipped", entry: text(occurrence.last_entry),
      end: goal.end ? Date.parse(goal.end) : null, alarms: (goal.alarms || []).map((one) => Date.parse(one)) };
  };
  const read = async () => {
    const answer = await fetch("/api/v1/goals", { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(`no goals: ${answer.status}`);
    const page = await answer.json();
    const quiet = (page.quiet || []).map((one) => ({ from: Date.parse(one.from), until: Date.parse(one.until) }));
    return { zone: page.zone, quiet, goals: page.goals.map(shortened) };
  };
  // What was sent is laid over what is kept until that was read after it: it would be undone in between.
  const update = async () => {
    const sent = new Set((load()?.queue || []).filter((one) => one.sent).map((one) => one.id)), now = await read();
    await alone(() => {
      const kept = load();
      if (kept && kept.reader === reader) save({ ...kept, ...now, queue: kept.queue.filter((one) => !sent.has(one.id)), at: Date.now() });
    });
    return now;
  };
  const waiting = (kept) => kept ? kept.queue.filter((one) => !one.sent) : [];

  // --- What was done here and is not sent yet, laid over them: ticks are added, a goal that was deleted is gone.
  const view = (kept) => {
    const goals = kept.goals.map((one) => ({ ...one }));
    for (const one of kept.queue) {
      const at = goals.findIndex((goal) => goal.id === one.goal), goal = goals[at];
      if (one.kind === "add") { if (at < 0) goals.push({ ...one.as }); continue; }
      if (!goal) continue;
      if (one.kind === "delete") goals.splice(at, 1);
      if (one.kind === "done" && !goal.isDone) {
        goal.parts = Math.min(goal.count, goal.parts + 1);
        goal.isDone = goal.parts === goal.count;
        goal.entry = one.id;
      }
      if (one.kind === "undo") {
        goal.parts = Math.max(0, (goal.isDone && goal.parts === 0 ? goal.count : goal.parts) - 1);
        goal.isDone = false;
        goal.entry = "";
      }
    }
    return goals.sort((one, other) => one.isDone - other.isDone || (one.end ?? Infinity) - (other.end ?? Infinity) || one.title.localeCompare(other.title));
  };
  const add = (one) => alone(() => {
    const kept = load();
    if (!kept) return false;
    kept.queue.push(one);
    return save(kept);
  });

  // --- Sending: in order, until the service has all or refuses for another time. What it refuses for good is told, and left out. What has
  // to wait until tomorrow, because there was too much of it today, or until there is room, holds up only what is about the same goal. What is kept is read anew after
  // each answer: somebody may have logged out in another page.
  const send = () => alone(async () => {
    const lost = [], full = [], held = new Set();
    let later = false;
    for (;;) {
      const before = load(), one = before && before.reader === reader && waiting(before).find((each) => !held.has(each.goal));
      if (!one) break;
      const answer = await fetch(one.path, { method: "POST", credentials: "same-origin", body: JSON.stringify(one.body),
        headers: { "content-type": "application/json", "x-csrf-token": token } });
      if (answer.status === 401 || answer.status === 408 || answer.status >= 500) break;
      let isSent = answer.ok;
      if (!answer.ok) {
        const problem = await answer.json().catch(() => ({}));
        if (answer.status === 429 && !problem.field) break;
        if (answer.status === 429) {
          held.add(one.goal);
          later = true;
          continue;
        }
        // A page of an earlier login: the next one has the right token.
        if (answer.status === 403 && problem.field === "X-CSRF-Token") break;
        // Sent before, and its answer was lost; or its goal was deleted meanwhile, which wins.
        if (problem.type === "urn:beckon:problem:goals_full") {
          held.add(one.goal);
          full.push(one.title);
          continue;
        }
        const isKnown = answer.status === 409 && problem.field === "id", isGone = answer.status === 404 && one.kind !== "add";
        isSent = isKnown;
        if (!isKnown && !isGone) lost.push(one.title);
      }
      const kept = load();
      if (!kept || kept.reader !== reader) break;
      const queue = kept.queue.flatMap((each) => each.id !== one.id ? [each] : isSent ? [{ ...each, sent: true }] : []);
      if (!save({ ...kept, queue })) break;
    }
    return { lost, full, later };
  });

  // --- Reminders while a page is open: once each, also in several pages, and none that came while all were closed for long.
  const late = 10 * 60000;
  const remind = (goals) => {
    let told = 0;
    try { told = Number(localStorage.getItem("beckon-goals-told")) || 0; } catch { /* Then a page tells again after it was loaded. */ }
    const now = Date.now(), from = Math.max(told > now ? 0 : told, now - late);
    const due = goals.filter((goal) => !goal.isDone && goal.alarms.some((at) => from < at && at <= now));
    if (due.length === 0) return;
    try { localStorage.setItem("beckon-goals-told", String(now)); } catch { /* As above. */ }
    const words = due.map((goal) => say("script.goal_reminder", { title: goal.title })).join(" ");
    let place = document.getElementById("goal-reminder");
    if (!place) {
      place = document.createElement("p");
      place.id = "goal-reminder";
      place.className = "notice";
      place.setAttribute("role", "alert");
      place.dataset.own = "";
      document.getElementById("main").prepend(place);
    }
    place.textContent = words;
    if (navigator.vibrate) navigator.vibrate([200, 100, 200]);
    if (document.hidden) window.notify(words, { tag: "goals" });
  };

  // --- A page with a connection.
  const online = async () => {
    if (!reader || !token) return;
    let known = { goals: [] };
    // What waits is not on this page yet: a tap on a card that does not have it would do it twice. A card is held until it was drawn anew.
    const held = new Set();
    const hold = () => {
      for (const one of load()?.queue || []) held.add(one.goal.toLowerCase());
      for (const card of document.querySelectorAll("[data-key^=goal-]")) card.inert = held.has(card.dataset.key.slice(5));
    };
    const release = () => {
      held.clear();
      hold();
    };
    const longestHeld = 10000;
    const tell = (id, style, text) => {
      const words = document.getElementById(id) || document.createElement("p");
      words.id = id;
      words.className = style;
      words.setAttribute("role", "alert");
      words.dataset.own = "";
      // The same again is no news: it would be read out once more.
      if (words.textContent !== text) words.textContent = text;
      if (!words.isConnected) document.getElementById("main").prepend(words);
    };
    const refresh = async () => {
      hold();
      const { lost, full, later } = await send();
      known = await update();
      if (held.size > 0) setTimeout(release, longestHeld);
      if (lost.length > 0) tell("goals-lost", "notice problem", say("script.goals_lost", { titles: lost.join(", ") }));
      if (full.length > 0) tell("goals-full", "notice problem", say("script.goals_no_room", { titles: full.join(", ") }));
      if (later) tell("goals-later", "notice", say("script.goals_later"));
    };
    const keeping = () => document.getElementById("keeping");
    const show = () => {
      const place = keeping();
      // Where no worker runs, nothing is shown without a connection.
      if (!place || !navigator.serviceWorker || !window.isSecureContext) return;
      place.hidden = false;
      place.querySelector("[data-do=keep]").hidden = load() !== null;
      place.querySelector("[data-do=forget]").hidden = load() === null;
    };
    document.addEventListener("click", async (event) => {
      const button = event.target.closest && event.target.closest("#keeping [data-do]");
      if (!button) return;
      if (button.dataset.do === "keep") {
        // First that they are kept, and then what: who logs out in another page meanwhile keeps nothing.
        await alone(() => save({ reader, queue: [], goals: [], zone: "UTC", at: Date.now() }));
        try { await update(); } catch { localStorage.removeItem(name); }
      } else {
        await send().catch(() => {});
        await alone(() => { if (waiting(load()).length === 0) localStorage.removeItem(name); });
      }
      show();
    });
    show();
    document.addEventListener("beckon:updated", () => { show(); release(); refresh().catch(() => {}); });
    setInterval(() => remind(known.goals), 15000);
    // Times that come are read anew now and then.
    setInterval(() => refresh().catch(() => {}), day / 48);
    await refresh().catch(() => {});
  };

  // --- The page without a connection: what is kept, as far as it is known, and what can be done about it.
  const offline = () => {
    const section = document.getElementById("goals"), list = section.querySelector("ul"), typed = [...section.querySelectorAll("input")];
    const field = (id) => document.getElementById(`goal-${id}`);
    const make = (tag, words, style) => {
      const made = document.createElement(tag);
      if (words) made.textContent = words;
      if (style) made.className = style;
      return made;
    };
    const draw = () => {
      const kept = load();
      section.hidden = kept === null;
      if (!kept) return;
      document.getElementById("goals-waiting").textContent = waiting(kept).length === 0 ? "" : say("script.goals_waiting", { count: waiting(kept).length });
      list.replaceChildren(...view(kept).map((goal) => {
        const line = make("li", "", "card item"), row = make("div", "", "row answers");
        const button = (words, style, act) => {
          const made = make("button", words, style), seen = make("span", `: ${goal.title}`, "unseen");
          made.type = "button";
          made.append(seen);
          made.addEventListener("click", act);
          row.append(made);
          return made;
        };
        const state = [goal.isDone ? say("script.goal_done") : goal.end === null ? "" : until(goal.end, kept.zone),
          goal.count > 1 && !goal.isDone ? say("script.goal_parts", { done: goal.parts, all: goal.count }) : ""];
        line.append(make("h3", goal.title));
        if (goal.details) line.append(make("p", goal.details, "lines-kept"));
        line.append(make("p", state.filter(Boolean).join(" · "), "state"), row);
        const entry = (kind, more) => act({ id: newID(), kind, goal: goal.id, title: goal.title }, (one) => ({ path: "/api/v1/entries",
          body: { id: one.id, routine: goal.id, key: goal.key, kind: kind === "done" ? "done" : "undone", at: new Date().toISOString(), ...more } }));
        if (!goal.isDone) button(say(goal.count > 1 ? "script.goal_one_more" : "script.goal_tick"), "main", () => entry("done", goal.count > 1 ? { parts: 1 } : {}));
        if (goal.entry && (goal.isDone || goal.parts > 0)) button(say("script.goal_undo"), "", () => entry("undo", { undoes: goal.entry }));
        let asked = false;
        const gone = button(say("script.goal_delete"), "", () => {
          if (!asked) {
            asked = true;
            gone.firstChild.textContent = say("script.goal_delete_yes");
            gone.className = "danger";
            return;
          }
          act({ id: newID(), kind: "delete", goal: goal.id, title: goal.title }, (one) => ({ path: `/api/v1/routines/${goal.id}/changes`,
            body: { id: one.id, scope: "all", replaces: 0, at: new Date().toISOString() } }));
        });
        return line;
      }));
    };
    const act = async (one, rest) => {
      if (!await add({ ...one, ...rest(one) })) section.querySelector("[role=alert]").textContent = say("script.goals_full");
      draw();
    };
    const enter = async () => {
      const kept = load(), title = field("title").value.trim(), now = Date.now(), fault = section.querySelector("[role=alert]");
      fault.textContent = "";
      if (!kept) return;
      const count = Number(field("count").value.trim() || "1"), start = wall(now, kept.zone);
      const times = field("reminders").value.split(/[\s,;]+/).filter(Boolean).map((one) => /^(\d{1,2})[:.](\d{2})$/.exec(one));
      if (!title) fault.textContent = say("script.goal_title_missing");
      else if (!Number.isInteger(count) || count < 1 || count > 100) fault.textContent = say("script.goal_count_wrong");
      else if (times.some((one) => !one || Number(one[1]) > 23 || Number(one[2]) > 59)) fault.textContent = say("script.goal_times_wrong");
      else if (new Set(times.map((one) => one[0])).size > mostTimes) fault.textContent = say("script.goal_times_many", { most: mostTimes });
      // A time alone is today's, as on the page with a connection.
      const date = field("date").value || (field("time").value ? start.slice(0, 10) : "");
      const minutes = date ? Math.ceil((seconds(`${date}T${field("time").value || "23:59"}:00`) - seconds(start)) / 60) : openEnd;
      if (!fault.textContent && !(minutes >= 1 && minutes <= openEnd)) fault.textContent = say("script.goal_end_wrong");
      if (fault.textContent) return;
      const again = [...new Set(times.map((one) => Number(one[1]) * 60 + Number(one[2])))].sort((one, other) => one - other);
      const id = newID(), today = start.slice(0, 11);
      const alarms = again.flatMap((one) => [0, 1, 2].map((days) =>
        now + (seconds(`${today}00:00:00`) + days * 86400 + one * 60 - seconds(start)) * 1000)).filter((at) => at > now)
        .map((at) => (kept.quiet || []).find((quiet) => quiet.from <= at && at < quiet.until)?.until ?? at);
      const content = { title, client: kept.reader, assignment: { kind: "fixed", person: kept.reader },
        schedule: { start, zone: kept.zone }, priority: "normal",
        reminders: { minutes_before: [], due: false, missed: minutes < openEnd && again.length > 0, until_done: again }, grace_minutes: minutes, clients_own: true, goal: true };
      if (count > 1) content.count = count;
      await act({ id, kind: "add", goal: id, title,
        as: { id, key: `${start}[${kept.zone}]`, title, details: "", count, parts: 0, isDone: false, entry: "", end: minutes < openEnd ? now + minutes * 60000 : null, alarms } },
      () => ({ path: "/api/v1/routines", body: { id, content, at: new Date(now).toISOString() } }));
      for (const one of typed) one.value = "";
    };
    document.getElementById("goal-add").addEventListener("click", enter);
    for (const one of typed) one.addEventListener("keydown", (event) => { if (event.key === "Enter") enter(); });
    draw();
    setInterval(() => { const kept = load(); if (kept) remind(view(kept)); }, 15000);
    window.addEventListener("storage", draw);
  };

  if (isOffline) offline(); else online();
})();
