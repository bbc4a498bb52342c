// The client's screen: draws the newest screen from the kiosk, and sends touches back. It decides nothing.
// Written for old tablets: no modules, nothing newer than ES2018.
"use strict";
(function () {
  var root = document.documentElement;
  var main = document.getElementById("rows");
  var asked = document.getElementById("asked");
  var caption = document.getElementById("caption");
  var client = document.body.dataset.client;
  var csrf = document.body.dataset.csrf;
  var base = "/api/v1/displays/" + encodeURIComponent(client);
  var screen = null;
  var drawnLevel = "";
  // By the cell's id.
  var cards = {};
  // How far a request is, for those who do not read.
  var steps = { asked: "●○○○", heard: "●●○○", on_the_way: "●●●○", met: "●●●●", declined: "✕", cancelled: "✕" };

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function symbol(value, isSmall) {
    if (!value) return null;
    if (value.picture) {
      var image = element("img");
      image.alt = "";
      // The file may be on another machine.
      image.onerror = function () { image.hidden = true; };
      image.src = base + "/symbol?path=" + encodeURIComponent(value.picture);
      return image;
    }
    var drawn = element("span", isSmall ? "" : "symbol", value.text);
    drawn.setAttribute("aria-hidden", "true");
    return drawn;
  }

  function fill(card, cell) {
    card.textContent = "";
    var drawn = symbol(cell.symbol, false);
    if (drawn) card.appendChild(drawn);
    card.appendChild(element("span", "label", cell.label));
    if (cell.note) card.appendChild(element("span", "note", cell.note));
    card.dataset.kind = cell.kind;
    if (cell.state) card.dataset.state = cell.state; else delete card.dataset.state;
  }

  // Only changes are drawn: a focused card stays focused, and nothing flickers.
  function drawLevel(level) {
    var shape = JSON.stringify(level.rows.map(function (row) {
      return row.cells.map(function (cell) { return cell.id; });
    })) + level.since + "/" + level.columns;
    var isNew = shape !== drawnLevel;
    if (isNew) {
      main.textContent = "";
      cards = {};
      drawnLevel = shape;
      main.style.setProperty("--columns", String(level.columns));
      main.style.setProperty("--narrow", String(Math.min(2, level.columns)));
    }
    level.rows.forEach(function (row, index) {
      var line = main.children[index];
      if (!line) {
        line = element("div", "row");
        main.appendChild(line);
      }
      row.cells.forEach(function (cell) {
        var known = cards[cell.id];
        var text = JSON.stringify(cell);
        if (!known) {
          var card = element("button", "card");
          card.type = "button";
          card.dataset.cell = cell.id;
          known = cards[cell.id] = { card: card, text: "" };
          line.appendChild(card);
        }
        if (known.text !== text) {
          known.text = text;
          fill(known.card, cell);
        }
      });
    });
    return isNew;
  }

  function drawHighlight(shown, isNew) {
    var mark = shown.highlight;
    var target = null;
    // Where whole rows are scanned they stay whole; elsewhere a narrow screen may flow the cards as they fit.
    if (mark && mark.cell === undefined) main.dataset.rows = "scanned"; else if (mark && isNew) delete main.dataset.rows;
    var isFlowing = getComputedStyle(main).display === "grid";
    for (var index = 0; index < main.children.length; index++) {
      var line = main.children[index];
      var isRow = !!mark && mark.row === index;
      var isWhole = isRow && mark.cell === undefined;
      line.className = "row" + (isWhole ? " scanned" + (mark.kind === "previewed" ? " previewed" : "") : "");
      if (isRow) target = line;
      for (var cell = 0; cell < line.children.length; cell++) {
        var isHere = isRow && mark.cell === cell;
        var card = line.children[cell];
        var wanted = "card" + (isHere ? " " + (mark.kind === "chosen" ? "chosen" : "scanned") : "")
          + (isHere && mark.kind === "previewed" ? " previewed" : "");
        if (card.className !== wanted) card.className = wanted;
        if (isHere && isFlowing) target = card;
        if (isHere) card.setAttribute("aria-current", "true"); else card.removeAttribute("aria-current");
      }
    }
    if (isNew && !target) window.scrollTo(0, 0);
    if (target) bringIntoSight(target);
  }

  // Scrolls so that the scanned card is fully visible between the requests and the caption.
  function bringIntoSight(line) {
    var place = line.getBoundingClientRect();
    var top = asked.getBoundingClientRect().height + 12;
    var bottom = window.innerHeight - document.getElementById("words").getBoundingClientRect().height - 12;
    if (place.top >= top && place.bottom <= bottom) return;
    var by = place.bottom > bottom ? Math.min(place.bottom - bottom, place.top - top) : place.top - top;
    window.scrollBy(0, by);
  }

  function drawAsked(requests) {
    var text = JSON.stringify(requests);
    if (asked.dataset.drawn === text) return;
    asked.dataset.drawn = text;
    asked.textContent = "";
    requests.forEach(function (request) {
      var line = element("li");
      line.dataset.state = request.state;
      var drawn = symbol(request.symbol, true);
      if (drawn) line.appendChild(drawn);
      line.appendChild(element("b", "", request.label));
      var dots = element("span", "steps", steps[request.state] || "");
      dots.setAttribute("aria-hidden", "true");
      line.appendChild(dots);
      line.appendChild(element("span", "", request.words));
      asked.appendChild(line);
    });
  }

  function drawCaption(shown) {
    var words = shown.caption;
    var isAsking = shown.state === "asking";
    var text = shown.hint && (shown.missed !== undefined || !words) ? shown.hint : words ? words.text : "";
    var kinds = [];
    if (words && text === words.text) {
      kinds.push(words.kind);
      if (words.is_urgent) kinds.push("urgent");
    } else {
      kinds.push("hint");
    }
    if (isAsking) kinds.push("asking");
    caption.className = kinds.join(" ");
    caption.hidden = !text;
    caption.disabled = !isAsking;
    if (caption.textContent !== text) caption.textContent = text;
  }

  function draw(shown) {
    screen = shown;
    if (root.lang !== shown.language) root.lang = shown.language;
    root.dataset.size = shown.look.size;
    root.dataset.theme = shown.look.theme;
    root.dataset.motion = shown.look.reduced_motion ? "reduced" : "full";
    root.dataset.shown = shown.state;
    root.dataset.number = String(shown.number);
    drawAsked(shown.requests);
    drawCaption(shown);
    drawHighlight(shown, drawLevel(shown.level));
  }

  // An old screen would mislead. The text says why nothing is shown: the kiosk is starting, or the service
  // cannot be reached.
  function setEmpty(why) {
    screen = null;
    drawnLevel = "";
    main.textContent = "";
    cards = {};
    asked.textContent = "";
    delete asked.dataset.drawn;
    caption.hidden = true;
    root.dataset.shown = why;
  }
  function setStarting() { setEmpty("starting"); }
  function setAway() { setEmpty("away"); }

  function touch(cell) {
    if (!screen) return;
    var headers = { "Content-Type": "application/json" };
    if (csrf) headers["X-CSRF-Token"] = csrf;
    var tap = { screen: screen.number, cell: cell, at: new Date().toISOString() };
    fetch(base + "/taps", { method: "POST", credentials: "same-origin", headers: headers, body: JSON.stringify(tap) })
      .then(function (answer) {
        if (answer.status === 401 || answer.status === 403) location.reload();
      }, function () { /* The stream tells that the service is away. */ });
  }

  document.addEventListener("click", function (event) {
    if (!screen) return;
    var card = event.target.closest && event.target.closest(".card");
    if (screen.state === "rest") touch(card ? card.dataset.cell : "<anywhere>");
    else if (card) touch(card.dataset.cell);
    else if (event.target === caption && screen.state === "asking") touch("<answer>");
  });

  // The stream: retried for as long as the page is open.
  var stream = null;
  function connect() {
    if (stream) stream.close();
    stream = new EventSource(base + "/events");
    stream.addEventListener("screen", function (event) { draw(JSON.parse(event.data)); });
    stream.addEventListener("starting", setStarting);
    stream.onerror = function () {
      setAway();
      // A browser gives up if the answer is not a stream, for example while the service starts, or when
      // access was revoked.
      if (stream.readyState === 2) setTimeout(check, 1000);
    };
  }

  // A dead connection looks like a scan that has stopped: so the service is polled, and has to answer.
  var watch = null, lookedAt = null;
  function look() {
    if (watch) return;
    watch = new AbortController();
    var mine = watch;
    var before = screen;
    var end = setTimeout(function () { mine.abort(); }, 5000);
    function done() { clearTimeout(end); watch = null; }
    // Any answer will do, even that there is no kiosk.
    fetch(base, { credentials: "same-origin", cache: "no-store", signal: mine.signal }).then(function (answer) {
      if (answer.status === 401 || answer.status === 403) location.reload();
      // The kiosk is gone without an event: this screen is old.
      if (answer.status === 404 && screen !== null && screen === before) {
        setStarting();
        connect();
      }
      return answer.ok ? answer.json() : null;
    }).then(function (shown) {
      done();
      // The service answers again, but the stream is dead: the kiosk shows another screen, and this one has
      // not changed for long.
      var isStill = screen !== null && screen.number === lookedAt;
      if (shown && isStill && shown.number !== screen.number) connect();
      lookedAt = screen ? screen.number : null;
    }).catch(function () {
      done();
      setAway();
      connect();
    });
  }

  // Checks whether this device still has access before it retries.
  function check() {
    fetch(base, { credentials: "same-origin" }).then(function (answer) {
      if (answer.status === 401 || answer.status === 403) location.reload(); else connect();
    }, function () { setTimeout(connect, 1000); });
  }

  setStarting();
  connect();
  if (window.AbortController) setInterval(look, 10000);

  // A screen that sleeps shows nothing.
  function stayAwake() {
    if (navigator.wakeLock && document.visibilityState === "visible") {
      navigator.wakeLock.request("screen").catch(function () { /* The system's own settings decide then. */ });
    }
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
