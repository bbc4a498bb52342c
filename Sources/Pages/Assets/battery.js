// Tells the service how full this device's battery is, where the browser says so: Chromium, over HTTPS or on the service's own
// machine. At the opening of a page, at each whole 5 %, and when charging begins or ends; once a minute at most, however many pages
// are open. Written for old tablets, as display.js is.
"use strict";
(function () {
  if (!navigator.getBattery || !window.fetch || !document.body.dataset.csrf) return;
  // Milliseconds between two messages, and percent.
  var least = 60000, step = 5;
  var name = "beckon-battery";
  // A browser that another person uses now has not told it for them.
  var who = document.documentElement.dataset.reader || document.body.dataset.client || "";
  // What was told last: { who, at, percent, charging }; for a browser that keeps nothing.
  var told = null, timer = null, isOpening = true;

  function last() {
    try { told = JSON.parse(localStorage.getItem(name)) || told; } catch (error) { /* What this page has told counts. */ }
    return told && told.who === who && told.at <= Date.now() ? told : null;
  }

  function keep(state) {
    told = { who: who, at: Date.now(), percent: state.percent, charging: state.is_charging };
    try { localStorage.setItem(name, JSON.stringify(told)); } catch (error) { /* Told more often then. */ }
  }

  // In how many milliseconds it has to be told; `null` if there is nothing to tell.
  function wait(state) {
    var before = last();
    if (!before) return 0;
    var since = Date.now() - before.at;
    var isSame = before.charging === state.is_charging && Math.floor(before.percent / step) === Math.floor(state.percent / step);
    // An opening tells it once more, for the service may not have it any more.
    if (isSame && (!isOpening || since < least)) return null;
    return Math.max(0, least - since);
  }

  function watch(battery) {
    function state() { return { percent: Math.round(battery.level * 100), is_charging: battery.charging }; }
    function look() {
      if (timer !== null) return;
      var later = wait(state());
      if (later === null) isOpening = false; else timer = setTimeout(tell, later);
    }
    function tell() {
      timer = null;
      var now = state();
      // Another page may have told it meanwhile.
      if (wait(now) !== 0) { look(); return; }
      isOpening = false;
      keep(now);
      fetch("/api/v1/machine", {
        method: "PUT", credentials: "same-origin", body: JSON.stringify({ battery: now }),
        headers: { "content-type": "application/json", "x-csrf-token": document.body.dataset.csrf }
      }).then(function (answer) { return answer.status < 500 && answer.status !== 429; }, function () { return false; })
        .then(function (isDone) {
          if (isDone) return;
          isOpening = true;
          if (timer === null) timer = setTimeout(tell, least);
        });
    }
    battery.addEventListener("levelchange", look);
    battery.addEventListener("chargingchange", look);
    look();
  }

  // A browser that refuses says nothing.
  navigator.getBattery().then(watch, function () {});
})();
