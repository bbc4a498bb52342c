// Sound and notifications of calls on every page, and "heard" where they are shown; on a client's pages, of what is due and of the answers to
// their calls. Without this script calls can still be read and answered.
"use strict";
(() => {
  const controls = document.getElementById("alerts");
  const stored = {
    get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
    set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* A browser that keeps nothing asks again. */ } },
  };
  document.documentElement.dataset.scripted = "yes";
  // A client's pages hear no calls.
  const hearsCalls = document.querySelector("main[data-calls]") !== null;

  // --- Sounds, as IEC 60601-1-8 has them and scripts/make-sounds makes them for stations: fundamentals of 150-1000 Hz with four
  // harmonics; high: 2 x 5 pulses, medium: 3, low: 2. Each pulse is [Hz, pause before it in seconds].
  const half = [[523.25, 0], [523.25, 0.1], [659.26, 0.35], [659.26, 0.1], [784, 0.1]];
  const sounds = {
    urgent: { pulses: [...half, [523.25, 0.75], ...half.slice(1)], length: 0.15, rise: 0.035, peak: 0.8, every: 10 },
    soon: { pulses: [[440, 0], [523.25, 0.2], [440, 0.2]], length: 0.2, rise: 0.05, peak: 0.65, every: 30 },
    normal: { pulses: [[392, 0], [329.63, 0.25]], length: 0.22, rise: 0.06, peak: 0.5, every: 30 },
  };
  const order = ["urgent", "soon", "normal"];
  let audio = null, wave = null;

  const isWanted = () => stored.get("beckon-sound") === "on";
  const isRunning = () => audio !== null && audio.state === "running";

  const startAudio = async () => {
    if (!window.AudioContext) return;
    if (!audio) {
      audio = new AudioContext();
      wave = audio.createPeriodicWave(new Float32Array(6), new Float32Array([0, 1, 0.6, 0.45, 0.3, 0.2]));
      audio.onstatechange = draw;
    }
    // Waits for a gesture where the browser wants one.
    audio.resume().then(draw, () => {});
  };

  // A phone with a dark screen stops the page, and then it does not ring: while the sound is on, the screen
  // stays on.
  let lock = null, isLocking = false, cannotLock = !navigator.wakeLock;
  const keepAwake = async () => {
    if (cannotLock || isLocking) return;
    const isNeeded = isWanted() && !document.hidden;
    if (isNeeded === (lock !== null)) return;
    isLocking = true;
    try {
      if (isNeeded) {
        const one = lock = await navigator.wakeLock.request("screen");
        // The browser releases it whenever the page is hidden, or the battery is low.
        one.addEventListener("release", () => { if (lock === one) { lock = null; draw(); } });
      } else {
        const one = lock;
        lock = null;
        await one.release();
      }
    } catch { lock = null; cannotLock = isNeeded && !document.hidden; }
    isLocking = false;
    draw();
  };

  // An escalated call is louder: +2 dB each time, up to the maximum.
  const mine = String(Math.random());
  const play = (name, level) => {
    if (!isWanted() || !isRunning()) return;
    // Of several pages of one browser, one sounds.
    const [other, at] = (stored.get("beckon-sounded") || " 0").split(" ");
    if (other !== mine && Date.now() - Number(at) < 2500 && Date.now() >= Number(at)) return;
    stored.set("beckon-sounded", `${mine} ${Date.now()}`);
    ring(name, level);
  };
  const ring = (name, level) => {
    const sound = sounds[name];
    const peak = Math.min(1, sound.peak * Math.pow(1.26, level));
    let at = audio.currentTime + 0.05;
    for (const [frequency, pause] of sound.pulses) {
      at += pause;
      const tone = audio.createOscillator(), gain = audio.createGain();
      tone.setPeriodicWave(wave);
      tone.frequency.value = frequency;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(peak, at + sound.rise);
      gain.gain.setValueAtTime(peak, at + sound.length - sound.rise);
      gain.gain.linearRampToValueAtTime(0, at + sound.length);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + sound.length);
      at += sound.length;
    }
    document.documentElement.dataset.sounded = String(Number(document.documentElement.dataset.sounded || 0) + 1);
  };

  // --- What rings: every card with data-ring until somebody answers, every card with data-once when it appears.
  // A card of which there may be news more than once has a name for each.
  const keyOf = (card) => card.dataset.news || card.dataset.key;
  const rung = new Map(), told = new Map();
  let awaySince = 0, awayRung = 0, isFirst = true;

  // Some phones' browsers grant the permission and then refuse.
  const cannotNotify = () => { stored.set("beckon-notify", "never"); draw(); };

  // Where a card stands: where its line leads, itself in this page, where a link in it leads, or its line on Now.
  const pathOf = (card) => card.getAttribute("href") || (card.id && `${location.pathname}${location.search}#${card.id}`)
    || card.querySelector("a[href]")?.getAttribute("href") || `/now#${keyOf(card)}`;
  const notify = async (card, level) => {
    if (!document.hidden) return;
    const data = { path: pathOf(card) };
    if (!hearsCalls) { window.notify(card.dataset.say, { tag: keyOf(card), data }); return; }
    if (stored.get("beckon-notify") !== "on" || !window.mayNotify()) return;
    // What sounds once is no call: nobody waits for an answer to it.
    const words = card.dataset.ring ? say(level > 0 ? "script.tap_unanswered" : "script.tap_to_answer") : "";
    const isShown = await window.notify(card.dataset.say,
      { body: words, tag: keyOf(card), renotify: true, requireInteraction: card.dataset.ring === "urgent", data });
    if (!isShown) cannotNotify();
  };

  // What somebody answers to a client's call.
  const answered = ({ kind, request }) => {
    const { id, label, called, changed_by: name, reason } = request;
    const words = { on_the_way: name ? "mine.comes" : "mine.somebody_comes", met: name ? "mine.done_by" : "today.done",
      declined: name ? "mine.cannot" : "mine.somebody_cannot" }[kind];
    window.notify(label || called, { body: [say(words, { name }), reason].filter(Boolean).join(" "), tag: `call-${id}`, renotify: true });
  };
  document.addEventListener("beckon:event", ({ detail: { kind, data } }) => {
    const isAnswer = ["on_the_way", "met", "declined"].includes(kind);
    if (!hearsCalls && isAnswer && data.request && document.hidden) answered({ kind, request: data.request });
  });

  const check = () => {
    const now = Date.now() / 1000;
    const wanted = [];
    const cards = [...document.querySelectorAll("[data-ring], [data-once]")];
    const here = new Set(cards.map(keyOf));
    for (const key of rung.keys()) if (!here.has(key)) rung.delete(key);
    for (const key of told.keys()) if (!here.has(key)) told.delete(key);
    for (const card of cards) {
      const key = keyOf(card), name = card.dataset.ring || card.dataset.once, level = Number(card.dataset.level || 0);
      const isNews = !told.has(key) || told.get(key) < level;
      if (isNews) {
        told.set(key, level);
        // Cards that were there when the page was opened were seen; due ones were sounded when they came.
        if (!isFirst || card.dataset.ring) notify(card, level);
      }
      const last = rung.get(key);
      const isDue = card.dataset.ring
        ? last === undefined || isNews || now - last >= sounds[name].every
        : last === undefined && !isFirst;
      if (isDue) wanted.push({ name, level });
      if (isDue || last === undefined) rung.set(key, now);
    }
    isFirst = false;
    // While disconnected, this page cannot sound calls.
    if (hearsCalls && document.documentElement.dataset.connected === "no") {
      awaySince = awaySince || now;
      if (now - awaySince >= 5 && now - awayRung >= 30) { awayRung = now; wanted.push({ name: "soon", level: 0 }); }
    } else {
      awaySince = awayRung = 0;
    }
    if (wanted.length > 0) {
      wanted.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name) || other.level - one.level);
      play(wanted[0].name, wanted[0].level);
    }
    const bar = document.getElementById("waiting");
    const count = bar ? Number(bar.dataset.count) : document.querySelectorAll("[data-ring]").length;
    const title = document.title.replace(/^\(\d+\) /, "");
    if (document.title !== (count > 0 ? `(${count}) ` : "") + title) document.title = (count > 0 ? `(${count}) ` : "") + title;
    // Only while what is shown is true: the calls of a page that has lost its connection are older than they say.
    if (window.knowCalls && hearsCalls && (controls || bar) && document.documentElement.dataset.connected === "yes") {
      knowCalls([...document.querySelectorAll('[data-key^="request-"]')].map((card) => ({
        title: card.dataset.say, state: card.dataset.state, since: Number(card.dataset.since || card.querySelector("[data-since]")?.dataset.since),
      })), count);
    }
  };

  // --- "Heard": a call that is visible. Half of the card, or half of the window if the card is larger.
  const sending = new Set();
  const inSight = (card) => {
    const box = card.getBoundingClientRect();
    const seen = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return box.height > 0 && seen >= Math.min(box.height, innerHeight) / 2;
  };
  const hear = () => {
    if (document.hidden) return;
    for (const form of document.querySelectorAll("form.heard")) {
      const path = form.getAttribute("action");
      if (sending.has(path) || !inSight(form.closest("[data-ring]") || form.parentElement)) continue;
      sending.add(path);
      fetch(path, { method: "POST", body: new URLSearchParams(new FormData(form)), credentials: "same-origin", redirect: "manual" })
        .then((answer) => { if (answer.type !== "opaqueredirect" && !answer.ok) throw new Error(); })
        // Tried again: the client must not wait for a lost message.
        .catch(() => setTimeout(() => sending.delete(path), 3000));
    }
  };

  // --- Sound is one switch in the header, which says its state in words; what this browser cannot do is one line below the calls.
  const tools = document.getElementById("tools");
  const icon = (name) => {
    const space = "http://www.w3.org/2000/svg";
    const one = document.createElementNS(space, "svg"), use = document.createElementNS(space, "use");
    one.setAttribute("class", "icon");
    one.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `${tools.dataset.icons}#${name}`);
    one.append(use);
    return one;
  };
  const button = (text, press) => {
    const one = document.createElement("button");
    one.type = "button";
    one.append(text);
    one.addEventListener("click", press);
    return one;
  };
  const line = (text) => {
    const one = document.createElement("p");
    one.textContent = text;
    one.className = "quiet";
    return one;
  };
  // Words that lead somewhere.
  const link = (text, path) => {
    const whole = line(""), one = document.createElement("a");
    one.href = path;
    one.textContent = text;
    whole.append(one);
    return whole;
  };
  let toggle = null;
  // When a tap has made the sound run that was wanted before: such a tap does not end it.
  let begunAt = 0;
  const turn = () => {
    stored.set("beckon-sound", isWanted() && isRunning() && Date.now() - begunAt > 1000 ? "off" : "on");
    if (isWanted()) startAudio().then(() => { draw(); setTimeout(() => { if (isRunning()) ring("normal", 0); }, 200); });
    draw();
    keepAwake();
  };
  const askToNotify = async () => {
    if (await Notification.requestPermission() === "granted") {
      stored.set("beckon-notify", "on");
      if (!await window.notify(say(hearsCalls ? "script.notified_like_this" : "script.notified_of_news"), { tag: "beckon" })) cannotNotify();
    }
    draw();
  };
  // Whether messages come to this browser for its reader also while these pages are closed, as it knew at its last visit (reach.js).
  const isPushed = () => {
    try {
      const own = JSON.parse(stored.get("beckon-push"));
      return own?.reader === document.documentElement.dataset.reader && !own.isOff && window.Notification?.permission === "granted";
    } catch { return false; }
  };
  // What this browser does not do: each in a few words for the line below the calls, and in a sentence behind it.
  const lacking = () => {
    const silence = document.querySelector("[data-key=silence]"), limits = [];
    if (silence) limits.push([silence.dataset.short, silence.cloneNode(true)]);
    if (!window.AudioContext) limits.push([say("script.no_sound_short"), line(say("script.cannot_play"))]);
    else if (isWanted() && !isRunning()) limits.push([say("script.tap_short"), line(say("script.tap_for_sound"))]);
    else if (isWanted() && lock === null) limits.push([say("script.screen_short"), line(say("script.keep_screen_on"))]);
    const may = window.Notification && Notification.permission !== "denied" && stored.get("beckon-notify") !== "never";
    const isOn = may && Notification.permission === "granted" && (stored.get("beckon-notify") === "on" || !hearsCalls && window.mayNotify());
    limits.push([say(isOn || isPushed() ? "script.notified_short" : "script.notify_short"),
      isOn ? button(say("script.do_not_notify"), () => { stored.set("beckon-notify", "off"); draw(); })
        : isPushed() ? link(say("script.push_on"), "/account/reach")
        : may ? button(say("script.notify"), askToNotify)
          : !window.isSecureContext ? link(say("script.needs_https"), "/secure")
            : line(say(window.Notification && Notification.permission === "denied" ? "script.notify_blocked" : "script.cannot_notify"))]);
    return limits;
  };
  let drawn = "";
  function draw() {
    if (!tools) return;
    if (window.AudioContext) {
      const isHeard = isWanted() && isRunning();
      if (!toggle) { toggle = button("", turn); tools.append(toggle); }
      toggle.setAttribute("aria-pressed", String(isHeard));
      toggle.toggleAttribute("data-waits", isWanted() && !isHeard);
      const words = document.createElement("span");
      words.textContent = toggle.title = say(isHeard ? "script.sound_on" : !isWanted() ? "script.sound_off"
        : hearsCalls ? "script.sound_waits" : "script.reminders_wait");
      toggle.replaceChildren(icon(isHeard ? "sound" : "silent"), words);
    }
    if (!controls) return;
    const limits = lacking(), words = limits.map(([short]) => short).join(" · ");
    if (words === drawn) return;
    drawn = words;
    const focused = controls.contains(document.activeElement), wasOpen = controls.querySelector("details")?.open;
    const all = document.createElement("details"), summary = document.createElement("summary");
    summary.append(words);
    all.className = "limits";
    all.open = wasOpen === true;
    all.append(summary, ...limits.map(([, whole]) => whole));
    controls.replaceChildren(all);
    if (focused) (controls.querySelector("details[open] button") || summary).focus();
  }

  const gesture = () => { if (isWanted() && !isRunning()) { begunAt = Date.now(); startAudio(); } };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, gesture, { passive: true });
  if (isWanted()) startAudio();
  draw();
  check();
  hear();
  keepAwake();
  setInterval(() => { check(); hear(); keepAwake(); }, 1000);
  document.addEventListener("beckon:updated", () => { check(); hear(); draw(); });
  document.addEventListener("visibilitychange", () => { check(); hear(); keepAwake(); });
  document.addEventListener("scroll", hear, { passive: true });
})();
