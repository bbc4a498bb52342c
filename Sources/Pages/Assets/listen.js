// Plays how a text sounds in the home's own voice: buttons with data-say (the text; with data-pieces each of its lines, one after the other), or data-say-from (the ids of the fields of which the
// first that is not empty holds it). data-voice and data-language choose the voice; data-with holds, as JSON, what stands in for {placeholders}.
// Or plays a recording: data-recording-at has its address; data-recording-from has the ids of a field for a file, and of one with the name of a recording beside the boards.
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

  const ask = async (path, options) => {
    const answer = await fetch(path, { credentials: "same-origin", ...options });
    if (!answer.ok) throw Object.assign(new Error(), { status: answer.status });
    return answer.arrayBuffer();
  };

  // What a button plays one after the other, and under which name each is known once it was heard; nothing where there is nothing.
  const wishes = (button) => {
    const { voice, language, recordingFrom, recordingAt } = button.dataset;
    if (recordingAt) return [{ key: recordingAt, load: (signal) => ask(recordingAt, { signal }) }];
    if (recordingFrom) {
      const [file, choice] = recordingFrom.split(" ").map((id) => document.getElementById(id));
      if (file.files[0]) return [{ load: () => file.files[0].arrayBuffer() }];
      const path = `/api/v1/sounds?path=${encodeURIComponent(choice.value)}`;
      return choice.value ? [{ key: path, load: (signal) => ask(path, { signal }) }] : [];
    }
    const text = textOf(button);
    return ("pieces" in button.dataset ? text.split("\n") : [text]).filter((piece) => piece).map((piece) => {
      const body = JSON.stringify({ text: piece, language: language || undefined, voice: voice || undefined });
      return { key: body, load: (signal) => ask("/api/v1/speech", {
        method: "POST", body, signal, headers: { "content-type": "application/json", "x-csrf-token": token() },
      }) };
    });
  };

  const why = (status) => status === 401 || status === 403 ? "script.listen_logged_out"
    : status === 422 || status === 413 ? "script.listen_cannot_say"
      : status === 404 ? "script.listen_cannot_play" : status === 429 ? "script.listen_busy" : "script.listen_no_voice";

  const sound = async ({ key, load }, signal) => {
    const known = heard.get(key);
    if (known) return known;
    const made = await audio.decodeAudioData(await load(signal));
    if (key) heard.set(key, made);
    if (heard.size > 30) heard.delete(heard.keys().next().value);
    return made;
  };

  const play = async (button) => {
    const wanted = wishes(button);
    if (!wanted.length) { fault(button, say("script.listen_nothing")); return; }
    fault(button, "");
    const mine = playing = { button, asking: new AbortController(), source: null };
    show(button, "asking");
    try {
      audio ??= new AudioContext();
      // In the tap itself: a browser plays nothing before one.
      const ready = audio.resume();
      let next = sound(wanted[0], mine.asking.signal);
      for (let place = 0; place < wanted.length; place += 1) {
        const made = await next;
        await ready;
        if (playing !== mine) return;
        // What comes next is asked for while this is heard; whether it came is seen when its turn is.
        next = place + 1 < wanted.length ? sound(wanted[place + 1], mine.asking.signal) : null;
        next?.catch(() => {});
        const source = mine.source = audio.createBufferSource();
        source.buffer = made;
        source.connect(audio.destination);
        const ended = new Promise((resolve) => { source.onended = resolve; });
        source.start();
        show(button, "playing");
        document.documentElement.dataset.heard = String(Number(document.documentElement.dataset.heard || 0) + 1);
        await ended;
        if (playing !== mine) return;
      }
      playing = null;
      show(button, "idle");
    } catch (error) {
      if (playing !== mine) return;
      playing = null;
      show(button, "idle");
      fault(button, say(error.status ? why(error.status) : error.name === "EncodingError" ? "script.listen_cannot_play" : "script.listen_no_connection"));
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
