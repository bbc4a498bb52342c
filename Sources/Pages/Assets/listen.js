// Plays how a text sounds in the home's own voice: buttons with data-say (the text), or data-say-from (the ids of the fields of which the
// first that is not empty holds it). data-voice and data-language choose the voice; data-with holds, as JSON, what stands in for {placeholders}.
"use strict";
(() => {
  if (!window.AudioContext) return;
  // The buttons are shown from here on; it is an attribute of the page, so that live updates do not hide them again.
  document.documentElement.dataset.listens = "yes";
  let audio = null, playing = null;
  // The newest sounds: pressing again asks for nothing.
  const heard = new Map();

  const token = () => document.body.dataset.csrf || document.querySelector("input[name=csrf]")?.value || "";

  const textOf = (button) => {
    const fields = (button.dataset.sayFrom || "").split(" ").map((id) => document.getElementById(id)).filter((one) => one);
    const text = fields.length ? fields.map((one) => one.value.trim() || one.placeholder || "").find((one) => one) || "" : button.dataset.say || "";
    let values = {};
    try { values = JSON.parse(button.dataset.with || "{}"); } catch { /* Said as it stands. */ }
    return text.replace(/\{([a-z0-9_]+)\}/g, (whole, key) => values[key] ?? whole).trim();
  };

  const show = (button, state) => {
    button.dataset.state = state;
    const words = button.querySelector(".words");
    words.dataset.idle ??= words.textContent;
    words.textContent = state === "idle" ? words.dataset.idle : say(state === "asking" ? "script.listen_asking" : "script.listen_stop");
    if (state === "asking") button.setAttribute("aria-busy", "true"); else button.removeAttribute("aria-busy");
  };

  const fault = (button, words) => {
    let place = button.nextElementSibling;
    if (!place || !place.matches(".listen-fault")) {
      place = document.createElement("span");
      place.className = "listen-fault problem";
      place.setAttribute("role", "status");
      place.dataset.own = "";
      button.after(place);
    }
    place.textContent = words;
    place.hidden = !words;
  };

  const stop = () => {
    if (!playing) return;
    const { button, source, asking } = playing;
    playing = null;
    asking.abort();
    if (source) { source.onended = null; source.stop(); }
    show(button, "idle");
  };

  const why = (status) => status === 401 || status === 403 ? "script.listen_logged_out"
    : status === 422 || status === 413 ? "script.listen_cannot_say"
      : status === 429 ? "script.listen_busy" : "script.listen_no_voice";

  const sound = async (body, signal) => {
    const known = heard.get(body);
    if (known) return known;
    const answer = await fetch("/api/v1/speech", {
      method: "POST", credentials: "same-origin", body, signal,
      headers: { "content-type": "application/json", "x-csrf-token": token() },
    });
    if (!answer.ok) throw Object.assign(new Error(), { status: answer.status });
    const made = await audio.decodeAudioData(await answer.arrayBuffer());
    heard.set(body, made);
    if (heard.size > 30) heard.delete(heard.keys().next().value);
    return made;
  };

  const play = async (button) => {
    const text = textOf(button);
    if (!text) { fault(button, say("script.listen_nothing")); return; }
    fault(button, "");
    const mine = playing = { button, asking: new AbortController(), source: null };
    show(button, "asking");
    try {
      audio ??= new AudioContext();
      // In the tap itself: a browser plays nothing before one.
      const ready = audio.resume();
      const { voice, language } = button.dataset;
      const made = await sound(JSON.stringify({ text, language: language || undefined, voice: voice || undefined }), mine.asking.signal);
      await ready;
      if (playing !== mine) return;
      const source = mine.source = audio.createBufferSource();
      source.buffer = made;
      source.connect(audio.destination);
      source.onended = () => { if (playing === mine) { playing = null; show(button, "idle"); } };
      source.start();
      show(button, "playing");
      document.documentElement.dataset.heard = String(Number(document.documentElement.dataset.heard || 0) + 1);
    } catch (error) {
      if (playing !== mine) return;
      playing = null;
      show(button, "idle");
      fault(button, say(error.status ? why(error.status) : "script.listen_no_connection"));
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.listen");
    if (!button) return;
    const again = playing && playing.button === button;
    stop();
    if (!again) play(button);
  });
})();
