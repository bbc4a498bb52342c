// The client's screen: draws the newest screen from the kiosk, and sends touches back. It decides nothing.
// Written for old tablets: no modules, nothing newer than ES2018.
"use strict";
(function () {
  var root = document.documentElement;
  var main = document.getElementById("rows");
  var asked = document.getElementById("asked");
  var clock = document.getElementById("clock");
  var answer = document.getElementById("answer");
  var shade = document.getElementById("shade");
  var caption = document.getElementById("caption");
  var client = document.body.dataset.client;
  var csrf = document.body.dataset.csrf;
  var base = "/api/v1/displays/" + encodeURIComponent(client);
  var screen = null;
  var drawnLevel = "";
  // By the cell's id.
  var cards = {};
  // What the cards were last fitted to.
  var fitted = "";
  // The answer that a touch has put away.
  var dismissed = "";
  // By how many milliseconds the service's clock is ahead of this device's.
  var ahead = 0;
  // How far a request is, for those who do not read: an ear, a way, a tick, a cross.
  var pictures = {
    asked: ["M12 5v7l4 3", "M12 3a9 9 0 1 0 .01 0"],
    heard: ["M7 10a5 5 0 0 1 10 0c0 4-4 4-4 8a3 3 0 0 1-5.5 1.5", "M10 10a2 2 0 0 1 4 0"],
    on_the_way: ["M4 12h15", "M13 6l6 6-6 6"],
    met: ["M5 12.5l4.5 4.5L19 7"],
    declined: ["M7 7l10 10", "M17 7L7 17"],
    cancelled: ["M7 7l10 10", "M17 7L7 17"]
  };

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function sign(state) {
    var space = "http://www.w3.org/2000/svg";
    var made = document.createElementNS(space, "svg");
    made.setAttribute("viewBox", "0 0 24 24");
    made.setAttribute("aria-hidden", "true");
    (pictures[state] || []).forEach(function (line) {
      var path = document.createElementNS(space, "path");
      path.setAttribute("d", line);
      made.appendChild(path);
    });
    return made;
  }

  // A symbol on its light tile.
  function symbol(value) {
    if (!value) return null;
    var tile = element("span", "tile");
    if (value.picture) {
      var image = element("img");
      image.alt = "";
      // The file may be on another machine.
      image.onerror = function () { tile.hidden = true; };
      image.src = base + "/symbol?path=" + encodeURIComponent(value.picture);
      tile.appendChild(image);
    } else {
      tile.appendChild(element("span", "symbol", value.text));
    }
    tile.setAttribute("aria-hidden", "true");
    return tile;
  }

  function fill(card, cell) {
    card.textContent = "";
    var face = element("span", "face");
    var drawn = symbol(cell.symbol);
    if (drawn) face.appendChild(drawn);
    var texts = element("span", "texts");
    texts.appendChild(element("span", "label", cell.label));
    if (cell.note) texts.appendChild(element("span", "note", cell.note));
    face.appendChild(texts);
    card.appendChild(face);
    card.dataset.kind = cell.kind;
    if (cell.color) card.dataset.color = cell.color; else delete card.dataset.color;
    if (cell.state) {
      card.dataset.state = cell.state;
      var state = sign(cell.state);
      state.setAttribute("class", "state");
      card.appendChild(state);
    } else {
      delete card.dataset.state;
    }
  }

  function drawCell(cell, line) {
    var known = cards[cell.id];
    var text = JSON.stringify(cell);
    if (!known) {
      var card = element("button", "card");
      card.type = "button";
      card.dataset.cell = cell.id;
      known = cards[cell.id] = { card: card, text: "" };
      line.appendChild(card);
    }
    known.cell = cell;
    if (known.text !== text) {
      known.text = text;
      fill(known.card, cell);
    }
    return known.card;
  }

  // Only changes are drawn: a focused card stays focused, and nothing flickers.
  function drawLevel(level) {
    var isStrips = level.rows.some(function (row) { return !!row.group; });
    var shape = JSON.stringify(level.rows.map(function (row) {
      return [row.group ? row.group.id : null, row.cells.map(function (cell) { return cell.id; })];
    })) + level.since + "/" + level.columns;
    var isNew = shape !== drawnLevel;
    if (isNew) {
      main.textContent = "";
      cards = {};
      drawnLevel = shape;
      root.dataset.layout = isStrips ? "strips" : "cards";
      delete main.dataset.rows;
    }
    level.rows.forEach(function (row, index) {
      var line = main.children[index];
      if (!line) {
        line = element("div", "row");
        main.appendChild(line);
        if (row.group) line.appendChild(element("div", "cells"));
      }
      if (row.group) {
        var head = drawCell(row.group, line);
        if (line.firstChild !== head) line.insertBefore(head, line.firstChild);
        if (!head.classList.contains("head")) head.classList.add("head");
      }
      row.cells.forEach(function (cell) { drawCell(cell, row.group ? line.lastChild : line); });
    });
    return isNew;
  }

  // MARK: how large words can be

  var pen = document.createElement("canvas").getContext("2d");
  // The widths of words at 100 px, by the words.
  var widths = {};
  var family = "";

  function readFont() {
    var own = getComputedStyle(document.body).fontFamily;
    if (own !== family) widths = {};
    family = own;
  }

  function width(word) {
    if (widths[word] === undefined) {
      pen.font = "700 100px " + family;
      // Letters are set 2 % closer (display.css).
      widths[word] = (pen.measureText(word).width - 2 * word.length) * 1.01;
    }
    return widths[word];
  }

  // How many lines a text takes; `Infinity` if a word does not fit into one.
  function lines(text, size, space) {
    // Chinese, Japanese and Thai have no spaces: there a line ends anywhere.
    var words = /[\u0E00-\u0E7F\u3000-\u9FFF]/.test(text) ? text.split("") : text.split(/\s+/);
    var count = 1, used = 0, gap = words.length > 1 ? width("a a") - width("aa") : 0;
    for (var index = 0; index < words.length; index++) {
      var long = width(words[index]) * size / 100;
      if (long > space) return Infinity;
      if (used > 0 && used + gap * size / 100 + long > space) {
        count++;
        used = long;
      } else {
        used += (used > 0 ? gap * size / 100 : 0) + long;
      }
    }
    return count;
  }

  // The largest share of `height` in percent, from `least` to `most`, with which a text fits; else 0.
  function share(text, across, down, height, least, most) {
    for (var part = most; part >= least; part -= 0.5) {
      var size = height * part / 100;
      if (lines(text, size, across) * size * 1.1 <= down) return part;
    }
    return 0;
  }

  // Capitals are 0.7 of a font's size or a little more: 26 % of a card's inner height make capitals of 18 % and more.
  var least = 26;
  var most = 34;

  // How the cards of a level are drawn if they have this size, and how large their words are then.
  function arrangement(cells, across, down) {
    var edge = 2 * parseFloat(getComputedStyle(root).getPropertyValue("--edge-width"))
      * parseFloat(getComputedStyle(root).fontSize);
    across -= edge;
    down -= edge;
    var hasNotes = cells.some(function (cell) { return !!cell.note; });
    var note = hasNotes ? 11 : 0;
    // Below the symbol, in one line; or beside it, in up to three.
    var ways = [{ place: "under", tile: 57 - note / 3 }];
    [76, 68, 60, 52].forEach(function (tile) { ways.push({ place: "beside", tile: tile }); });
    ways.forEach(function (way) {
      way.fits = cells.map(function (cell) {
        var tile = cell.symbol ? way.tile : 0;
        var wide = way.place === "under" ? across - 10 : across - (tile ? (tile + 7) * down / 100 : 0) - down * 0.02 - 6;
        var high = way.place === "under" ? (97 - tile - (tile ? 2 : 0) - note) * down / 100 : (97 - note) * down / 100;
        return share(cell.label, wide, high, down, 6, way.place === "under" ? most : 1.3 * most);
      });
      way.fit = Math.min.apply(null, way.fits.concat([1.3 * most]));
      way.size = way.fit * down / 100;
    });
    // The symbol above its word is calmer, where the words are large enough; else whatever makes them largest.
    if (ways[0].fit >= least && across < down * 2.4) return ways[0];
    return ways.reduce(function (best, way) { return way.size > best.size * 1.02 ? way : best; });
  }

  // In a strip each card is as wide as its words need in two lines; a group's name stands before its strip, or
  // above it where the screen is upright.
  function fitStrips(level, wide, height, isUpright) {
    var fit = 29, tile = 60, fits = [];
    var gap = parseFloat(getComputedStyle(main).rowGap) || 0;
    var high = isUpright ? Math.round((height - gap) * 0.66) : height;
    var edge = 2 * parseFloat(getComputedStyle(root).getPropertyValue("--edge-width"))
      * parseFloat(getComputedStyle(root).fontSize);
    function needed(cell, down) {
      var inner = down - edge, size = inner * fit / 100, text = inner;
      while (text < wide && lines(cell.label, size, text) > 2) text += size / 4;
      return text + (cell.symbol ? inner * (tile + 7) / 100 : 0) + inner * 0.04 + 10 + edge;
    }
    var heads = level.rows.map(function (row) { return row.group ? needed(row.group, height) : 0; });
    var head = Math.min(wide * 0.42, Math.max.apply(null, heads));
    root.dataset.upright = isUpright ? "yes" : "no";
    root.style.setProperty("--head", Math.round(head) + "px");
    root.style.setProperty("--head-height", Math.round(height - gap - high) + "px");
    level.rows.forEach(function (row) {
      if (row.group) {
        // One line of half the height, above; or as large as the others, before.
        var inner = (isUpright ? height - gap - high : height) - edge;
        var room = (isUpright ? wide : head) - edge - (row.group.symbol ? inner * ((isUpright ? 80 : tile) + 7) / 100 : 0) - inner * 0.04;
        fits.push(share(row.group.label, room, inner * 0.97, inner, 6, isUpright ? 55 : fit) || 6);
        cards[row.group.id].card.style.setProperty("--tile-size", String(isUpright ? 80 : tile));
      }
      row.cells.forEach(function (cell) {
        cards[cell.id].card.style.width = row.group ? Math.round(Math.min(wide, needed(cell, high))) + "px" : "";
        fits.push(fit);
      });
    });
    return { place: "beside", tile: tile, fit: 100, fits: fits, height: height };
  }

  // Cards fill the screen: their columns, height and letters follow from the room and from the words.
  function fitCards() {
    if (!screen) return;
    var level = screen.level;
    var box = main.getBoundingClientRect();
    var all = [];
    level.rows.forEach(function (row) { all = all.concat(row.group ? [row.group] : [], row.cells); });
    var key = [box.width, box.height, main.dataset.rows, screen.look.size, root.dataset.layout, drawnLevel,
      all.map(function (cell) { return [cell.label, !!cell.symbol, !!cell.note]; })].join();
    if (key === fitted || !all.length || !box.width) return;
    fitted = key;
    readFont();
    var style = getComputedStyle(main);
    var gap = parseFloat(style.rowGap) || 0;
    var wide = box.width - 2 * parseFloat(style.paddingLeft), high = box.height - 2 * parseFloat(style.paddingTop);
    var isUpright = box.height > box.width;
    var size = screen.look.size;
    // How many rows are in sight at once, at most.
    var sight = isUpright ? { normal: 10, large: 6, huge: 4 }[size] : { normal: 5, large: 3, huge: 2 }[size];
    sight = sight || 5;
    function tall(rows) {
      var seen = Math.min(rows, sight);
      return Math.floor((high - gap * (seen - 1)) / seen);
    }
    function broad(columns) { return (wide - gap * (columns - 1)) / columns; }
    var isStrips = root.dataset.layout === "strips";
    var isFlowing = !isStrips && main.dataset.rows === undefined;
    var best = null, height = 0, columns = level.columns;
    if (isStrips) {
      best = fitStrips(level, wide, tall(level.rows.length), isUpright);
      height = best.height;
    } else if (!isFlowing || !isUpright) {
      height = tall(isFlowing ? Math.ceil(all.length / columns) : level.rows.length);
      best = arrangement(all, broad(columns), height);
    }
    if (isFlowing && (isUpright || best.fit < least)) {
      // Upright, or with long words, as many columns as make the words largest without scrolling.
      for (var count = 1; count <= Math.max(1, Math.min(level.columns, 3)); count++) {
        if (!isUpright && Math.ceil(all.length / count) > Math.max(sight, Math.ceil(all.length / level.columns))
          && size !== "huge") continue;
        var down = tall(Math.ceil(all.length / count));
        var tried = arrangement(all, broad(count), down);
        var isBetter = !best || tried.size > best.size * 1.05;
        // Words that are a large enough part of their cards, unless they would be smaller then.
        if (best && (tried.fit >= least) !== (best.fit >= least)) {
          isBetter = tried.fit >= least && tried.size > best.size * 0.97;
        }
        if (isBetter) {
          best = tried;
          height = down;
          columns = count;
        }
      }
    }
    if (isFlowing) main.dataset.flow = "yes"; else delete main.dataset.flow;
    main.style.setProperty("--columns", String(columns));
    main.style.setProperty("--card", height + "px");
    main.style.setProperty("--tile-size", String(best.tile));
    main.dataset.place = best.place;
    // All words are of one size; only one that is too long for it is smaller.
    var common = Math.max(least, best.fit);
    all.forEach(function (cell, index) {
      var card = cards[cell.id].card;
      var own = Math.min(common, best.fits[index] || 6);
      card.style.setProperty("--fit", String(own));
      card.querySelector(".label").style.fontSize = hasUnits ? "" : Math.round(height * own / 100) + "px";
    });
  }

  var hasUnits = !!(window.CSS && CSS.supports && CSS.supports("font-size", "1cqh"));

  function drawHighlight(shown, isNew) {
    var mark = shown.highlight;
    var target = null, aside = null;
    var isStrips = root.dataset.layout === "strips";
    // Where whole rows are scanned they stay whole; elsewhere the cards flow as they fit best.
    if (!isStrips && mark && mark.cell === undefined) main.dataset.rows = "scanned";
    for (var index = 0; index < main.children.length; index++) {
      var line = main.children[index];
      var isRow = !!mark && mark.row === index;
      var isWhole = isRow && mark.cell === undefined;
      var row = shown.level.rows[index];
      line.className = "row" + (isWhole ? " scanned" + (mark.kind === "previewed" ? " previewed" : "") : "");
      if (isRow) target = line;
      if (!row) continue;
      if (row.group) markCard(cards[row.group.id].card, isWhole, mark, "card head");
      for (var cell = 0; cell < row.cells.length; cell++) {
        var card = cards[row.cells[cell].id].card;
        var isHere = isRow && mark.cell === cell;
        markCard(card, isHere, mark, "card");
        if (isHere && row.group) aside = card; else if (isHere) target = card;
      }
      // Strips that are left begin at their beginning again.
      if (row.group && !isRow) line.lastChild.scrollLeft = 0;
    }
    fitCards();
    if (isNew && !target) main.scrollTop = 0;
    if (target) bringIntoSight(target);
    if (aside) bringAside(aside);
  }

  function markCard(card, isHere, mark, name) {
    var wanted = name + (isHere ? " " + (mark.kind === "chosen" ? "chosen" : "scanned") : "")
      + (isHere && mark.kind === "previewed" ? " previewed" : "");
    if (card.className !== wanted) card.className = wanted;
    if (isHere) card.setAttribute("aria-current", "true"); else card.removeAttribute("aria-current");
  }

  // Scrolls the cards so that the scanned one is wholly in sight.
  function bringIntoSight(card) {
    var place = card.getBoundingClientRect(), box = main.getBoundingClientRect();
    var edge = parseFloat(getComputedStyle(main).paddingTop) || 0;
    if (place.top < box.top) main.scrollTop += place.top - box.top - edge;
    else if (place.bottom > box.bottom) main.scrollTop += Math.min(place.bottom - box.bottom + edge, place.top - box.top - edge);
  }

  // From right to left, scrollLeft is 0 at the beginning and falls: a difference of places is the same in both directions.
  function bringAside(card) {
    var line = card.parentNode;
    var place = card.getBoundingClientRect(), box = line.getBoundingClientRect();
    if (place.left < box.left || place.right > box.right) {
      line.scrollLeft += place.left + place.width / 2 - box.left - box.width / 2;
    }
  }

  // What is urgent comes first, then what is open, the newest first.
  function rank(request) {
    var isOver = request.state === "met" || request.state === "declined" || request.state === "cancelled";
    return (request.is_urgent && !isOver ? 0 : 2) + (isOver ? 1 : 0);
  }

  function drawAsked(requests) {
    var text = JSON.stringify(requests) + window.innerWidth + "/" + window.innerHeight;
    if (asked.dataset.drawn === text) return;
    asked.dataset.drawn = text;
    asked.textContent = "";
    var ordered = requests.map(function (request, index) { return { request: request, index: index }; });
    ordered.sort(function (one, other) { return rank(one.request) - rank(other.request) || other.index - one.index; });
    var room = window.innerWidth > window.innerHeight ? 2 : 1;
    ordered.slice(0, room).forEach(function (each) {
      var request = each.request;
      var line = element("li");
      line.dataset.state = request.state;
      if (request.is_urgent) line.dataset.urgent = "yes";
      var drawn = symbol(request.symbol);
      if (drawn) line.appendChild(drawn);
      var texts = element("span", "texts");
      texts.appendChild(element("b", "", request.label));
      texts.appendChild(element("span", "", request.words));
      line.appendChild(texts);
      line.appendChild(sign(request.state));
      asked.appendChild(line);
    });
    if (ordered.length > room) {
      var rest = element("li", "more", "+" + (ordered.length - room));
      rest.dataset.state = "more";
      asked.appendChild(rest);
    }
  }

  // The whole screen, while an answer is spoken and until scanning goes on.
  function drawAnswer(told, state) {
    var text = told ? JSON.stringify(told) : "";
    if (text !== dismissed) dismissed = "";
    var isShown = !!told && !dismissed;
    answer.hidden = !isShown;
    if (!isShown || answer.dataset.drawn === text + state + window.innerWidth + window.innerHeight) return;
    answer.dataset.drawn = text + state + window.innerWidth + window.innerHeight;
    answer.dataset.state = told.state;
    if (told.is_urgent) answer.dataset.urgent = "yes"; else delete answer.dataset.urgent;
    answer.textContent = "";
    var who = element("div", "who");
    who.setAttribute("aria-hidden", "true");
    var initial = element("span", "initial", told.who ? told.who.charAt(0).toUpperCase() : "");
    if (told.who) {
      who.appendChild(initial);
      var face = element("img");
      face.alt = "";
      face.hidden = true;
      face.onload = function () {
        face.hidden = false;
        initial.hidden = true;
      };
      face.src = base + "/face?of=" + encodeURIComponent(told.who);
      who.appendChild(face);
    } else {
      var drawn = symbol(told.symbol);
      if (drawn) {
        initial.textContent = "";
        initial.appendChild(drawn.firstChild);
      }
      who.appendChild(initial);
    }
    who.appendChild(sign(told.state));
    answer.appendChild(who);
    var texts = element("div", "told");
    var sentence = element("p", "sentence", told.words);
    texts.appendChild(sentence);
    if (told.label) {
      var what = element("p", "what");
      var small = symbol(told.symbol);
      if (small) what.appendChild(small);
      what.appendChild(element("span", "", told.label));
      texts.appendChild(what);
    }
    answer.appendChild(texts);
    readFont();
    var isUpright = window.innerHeight > window.innerWidth;
    var high = window.innerHeight * (state === "asking" ? 0.7 : 0.9);
    var wide = window.innerWidth * 0.88 - (isUpright ? 0 : Math.min(window.innerHeight * 0.54, window.innerWidth * 0.6)
      + window.innerWidth * 0.06);
    var part = share(told.words, wide, high - window.innerHeight * (isUpright ? 0.5 : 0.26), window.innerHeight, 3,
      isUpright ? 9 : 15) || 3;
    answer.style.setProperty("--fit", String(part));
    if (!hasUnits) sentence.style.fontSize = Math.round(window.innerHeight * part / 100) + "px";
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
    // The answer says it already, large.
    caption.hidden = !text || (!answer.hidden && !isAsking);
    caption.disabled = !isAsking;
    caption.style.setProperty("--letters", String(Math.max(12, text.length)));
    if (caption.textContent !== text) caption.textContent = text;
  }

  function draw(shown) {
    screen = shown;
    tellOnTime("");
    if (root.lang !== shown.language) {
      speak(shown.language);
      keep("language", shown.language);
    }
    root.dataset.size = shown.look.size;
    root.dataset.theme = shown.look.theme;
    root.dataset.motion = shown.look.reduced_motion ? "reduced" : "full";
    root.dataset.shown = shown.state;
    root.dataset.number = String(shown.number);
    keepTrouble(shown);
    drawAnswer(shown.answer, shown.state);
    drawAsked(shown.requests);
    drawCaption(shown);
    drawHighlight(shown, drawLevel(shown.level));
    tick();
  }

  // MARK: the time, and what is shown when there is nothing to show

  function minutes(time) {
    var parts = /^(\d\d?):(\d\d)$/.exec(time || "");
    return parts ? Number(parts[1]) * 60 + Number(parts[2]) : null;
  }

  function tick() {
    if (!screen) return;
    var now = new Date(Date.now() + ahead);
    var words;
    try {
      words = now.toLocaleTimeString(screen.language === "en" ? "en-GB" : screen.language, { hour: "numeric", minute: "2-digit" });
    } catch (error) {
      words = now.toTimeString().slice(0, 5);
    }
    if (clock.textContent !== words) clock.textContent = words;
    var look = screen.look;
    var from = minutes(look.night_from), until = minutes(look.night_until);
    var minute = now.getHours() * 60 + now.getMinutes();
    var isNight = from !== null && until !== null && from !== until
      && (from < until ? minute >= from && minute < until : minute >= from || minute < until);
    var brightness = isNight ? look.night_brightness : look.day_brightness;
    var wanted = brightness === undefined ? "" : String(1 - Math.max(10, Math.min(100, brightness)) / 100);
    if (shade.style.opacity !== wanted) shade.style.opacity = wanted;
    root.dataset.time = isNight ? "night" : "day";
  }

  // The client's language is the kiosk's, which is gone when these words are needed: so they are kept. Until it is heard for
  // the first time, the page is in the browser's language.
  function keep(name, text) {
    try { localStorage.setItem(name + " " + client, text); } catch (error) { /* The browser's language will do. */ }
  }
  function kept(name) {
    try { return localStorage.getItem(name + " " + client); } catch (error) { return null; }
  }

  function speak(language) {
    root.lang = language;
    root.dir = root.dataset.rightToLeft.split(" ").indexOf(language.toLowerCase().split("-")[0]) < 0 ? "ltr" : "rtl";
    var texts = window.screenTexts && window.screenTexts(language);
    if (!texts) return;
    Array.prototype.forEach.call(document.querySelectorAll("[data-say]"), function (place) {
      var text = texts[place.dataset.say];
      if (place.hasAttribute("aria-label")) place.setAttribute("aria-label", text); else place.textContent = text;
    });
  }

  // Staff may have written this one in their own words.
  function keepTrouble(shown) {
    if (!shown.not_working) return;
    var late = document.getElementById("late");
    if (late.textContent === shown.not_working) return;
    late.textContent = shown.not_working;
    keep("not working", shown.not_working);
  }

  if (kept("language")) speak(kept("language"));
  if (kept("not working")) document.getElementById("late").textContent = kept("not working");

  // From when on nothing could be shown, and why.
  var patience = 15000;
  var lateTimer = null;
  function tellOnTime(why) {
    if (!why) {
      clearTimeout(lateTimer);
      lateTimer = null;
      delete root.dataset.late;
    } else if (lateTimer === null) {
      lateTimer = setTimeout(function () { root.dataset.late = "yes"; }, patience);
    }
  }

  // An old screen would mislead. The text says why nothing is shown: the kiosk is starting, it was there and is
  // gone, or the service cannot be reached.
  function setEmpty(why) {
    screen = null;
    drawnLevel = "";
    fitted = "";
    main.textContent = "";
    cards = {};
    asked.textContent = "";
    delete asked.dataset.drawn;
    answer.hidden = true;
    shade.style.opacity = "";
    caption.hidden = true;
    root.dataset.shown = why;
    tellOnTime(why);
  }
  function setStarting() { setEmpty("starting"); }
  function setGone() { setEmpty("gone"); }
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
    if (!answer.hidden && event.target !== caption) {
      // Nobody can see which card is under the answer: a touch only puts it away.
      dismissed = JSON.stringify(screen.answer);
      draw(screen);
      return;
    }
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
    stream.addEventListener("starting", function (event) {
      var told = {};
      try { told = JSON.parse(event.data); } catch (error) { /* Older services say nothing more. */ }
      if (told.was_shown || screen !== null || root.dataset.shown === "gone") setGone(); else setStarting();
    });
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
      compareClocks(answer);
      if (answer.status === 401 || answer.status === 403) location.reload();
      // The kiosk is gone without an event: this screen is old.
      if (answer.status === 404 && screen !== null && screen === before) {
        setGone();
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

  // A tablet's own clock may be wrong by hours; a few seconds do not matter.
  function compareClocks(answer) {
    var told = Date.parse(answer.headers.get("Date") || "");
    if (isNaN(told)) return;
    var by = told - Date.now();
    ahead = Math.abs(by) > 30000 ? by : 0;
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
  setInterval(tick, 5000);
  window.addEventListener("resize", function () { if (screen) draw(screen); });
  if (document.fonts && document.fonts.ready) {
    document.fonts.ready.then(function () {
      widths = {};
      fitted = "";
      fitCards();
    });
  }

  // A screen that sleeps shows nothing.
  function stayAwake() {
    if (navigator.wakeLock && document.visibilityState === "visible") {
      navigator.wakeLock.request("screen").catch(function () { /* The system's own settings decide then. */ });
    }
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
