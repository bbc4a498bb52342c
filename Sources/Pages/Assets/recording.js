// Recordings for a card: made with this browser's microphone, or chosen as a file of any kind that it can play, and sent as a small file
// that every kiosk plays. Without this script a WAV, FLAC or Ogg file can be sent.
"use strict";
(() => {
  if (!window.OfflineAudioContext || !window.DataTransfer) return;
  // Seconds: more is refused.
  const longest = (place) => Number(place.dataset.recording) || 30;
  const rate = 24000; // Samples a second: all of a voice.
  let running = null;
  // An attribute of the page: live updates do not hide the buttons again.
  if (navigator.mediaDevices && window.MediaRecorder) document.documentElement.dataset.records = "yes";

  const tell = (place, name, values) => { place.querySelector("[data-recorded]").textContent = name ? say(name, values) : ""; };
  const seconds = (number) => new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 }).format(number);

  // RIFF WAVE: one channel of 16 bits.
  const wave = (samples) => {
    const data = new DataView(new ArrayBuffer(44 + samples.length * 2));
    const text = (at, letters) => { for (let index = 0; index < letters.length; index++) data.setUint8(at + index, letters.charCodeAt(index)); };
    text(0, "RIFF");
    data.setUint32(4, 36 + samples.length * 2, true);
    text(8, "WAVEfmt ");
    data.setUint32(16, 16, true);
    data.setUint16(20, 1, true);
    data.setUint16(22, 1, true);
    data.setUint32(24, rate, true);
    data.setUint32(28, rate * 2, true);
    data.setUint16(32, 2, true);
    data.setUint16(34, 16, true);
    text(36, "data");
    data.setUint32(40, samples.length * 2, true);
    samples.forEach((value, index) => data.setInt16(44 + index * 2, Math.max(-1, Math.min(1, value)) * 32767, true));
    return data.buffer;
  };

  const oneChannel = async (file, longest) => {
    // It needs a length before anybody knows it, and decodes whatever it is.
    const whole = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await file.arrayBuffer());
    if (whole.duration > longest + 1) throw new RangeError();
    const mixing = new OfflineAudioContext(1, Math.max(1, Math.ceil(whole.duration * rate)), rate), source = mixing.createBufferSource();
    source.buffer = whole;
    source.connect(mixing.destination);
    source.start();
    return (await mixing.startRendering()).getChannelData(0).subarray(0, longest * rate);
  };

  const isChosen = (field, file) => field.files[0] === file;

  /// Puts a file into the form as what it sounds like.
  const take = async (place, field, file) => {
    let samples;
    try {
      samples = await oneChannel(file, longest(place));
    } catch (reason) {
      if (!(reason instanceof RangeError)) { console.info("the recording is sent as it is:", reason); return false; }
      if (isChosen(field, file)) field.value = "";
      tell(place, "script.recording_long", { most: longest(place) });
      return true;
    }
    const box = new DataTransfer();
    box.items.add(new File([wave(samples)], "recording.wav", { type: "audio/wav" }));
    field.files = box.files;
    tell(place, "script.recording_made", { seconds: seconds(samples.length / rate) });
    return true;
  };

  const show = (button, isRunning) => {
    const words = button.querySelector(".words");
    words.dataset.idle ??= words.textContent;
    words.textContent = isRunning ? say("script.listen_stop") : words.dataset.idle;
    if (isRunning) button.dataset.state = "recording"; else delete button.dataset.state;
  };

  const end = async (isKept) => {
    if (!running) return;
    const { button, place, field, recorder, stream, timer, ended } = running;
    running = null;
    clearInterval(timer);
    if (recorder.state !== "inactive") recorder.stop();
    const blob = await ended;
    for (const track of stream.getTracks()) track.stop();
    show(button, false);
    if (!isKept) return;
    if (!await take(place, field, blob)) tell(place, "script.recording_failed");
  };

  const begin = async (button) => {
    const place = button.closest("[data-recording]"), field = place.querySelector("input[type=file]");
    let stream;
    button.disabled = true;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, autoGainControl: true, noiseSuppression: true } });
    } catch {
      tell(place, "script.recording_no_microphone");
      return;
    } finally { button.disabled = false; }
    if (!button.isConnected) { for (const track of stream.getTracks()) track.stop(); return; }
    const recorder = new MediaRecorder(stream), pieces = [], from = performance.now();
    recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
    const ended = new Promise((done) => recorder.addEventListener("stop", () => done(new Blob(pieces, { type: recorder.mimeType }))));
    recorder.start();
    const timer = setInterval(() => {
      const since = (performance.now() - from) / 1000;
      // The sheet may have been closed: a microphone that nobody sees is off.
      if (!button.isConnected) end(false);
      else if (since >= longest(place) || recorder.state === "inactive") end(true);
      else tell(place, "script.recording_running", { seconds: Math.floor(since) });
    }, 250);
    running = { button, place, field, recorder, stream, timer, ended };
    place.closest("form").dataset.changed = "";
    tell(place, "script.recording_running", { seconds: 0 });
    show(button, true);
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-record]");
    if (!button) return;
    const again = running && running.button === button;
    await end(true);
    if (!again) await begin(button);
  });

  document.addEventListener("change", (event) => {
    const place = event.target.closest("[data-recording]");
    if (!place) return;
    if (event.target.type !== "file") return;
    tell(place, "");
    if (event.target.files[0]) take(place, event.target, event.target.files[0]);
  });

  // What still runs is part of what is saved. At the window, before others count how often the form was sent.
  window.addEventListener("submit", async (event) => {
    if (!running || !event.target.contains(running.button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { submitter, target } = event;
    await end(true);
    target.requestSubmit(submitter);
  }, true);
})();
