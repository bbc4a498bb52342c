// The client's screen: draws the newest screen from the kiosk, and sends touches back. It decides nothing.
// Written for old tablets: no modules, nothing newer than ES2018.
"use strict";
(function () {
  var root = document.documentElement;
  var main = document.getElementById("rows");
  var asked = document.getElementById("asked");
  var clock = document.getElementById("clock");
  var answer = document.getElementById("answer");
  var waiting = document.getElementById("waiting");
  var exercise = document.getElementById("exercise");
  var saying = document.getElementById("saying");
  var breath = document.getElementById("breath");
  var things = document.getElementById("things");
  var pace = document.getElementById("pace");
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
    cancelled: ["M7 7l10 10", "M17 7L7 17"],
    // Parts of a breath, where nothing moves.
    in: ["M12 20V5", "M5 12l7-7 7 7"],
    hold: ["M8 5v14", "M16 5v14"],
    out: ["M12 4v15", "M5 12l7 7 7-7"]
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
    if (value.face) {
      var face = document.querySelectorAll("#faces svg")[value.face - 1];
      tile.appendChild(face ? face.cloneNode(true) : element("span", "symbol", value.text));
    } else if (value.picture) {
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
    var drawn = symbol(cell.symbol), state = cell.state ? sign(cell.state) : null;
    if (state) state.setAttribute("class", "state");
    if (drawn) {
      var place = element("span", "place");
      place.appendChild(drawn);
      // On the tile's corner.
      if (state) place.appendChild(state);
      face.appendChild(place);
    } else if (state) {
      card.appendChild(state);
    }
    var texts = element("span", "texts");
    texts.appendChild(element("span", "label", cell.label));
    if (cell.note) texts.appendChild(element("span", "note", cell.note));
    face.appendChild(texts);
    card.appendChild(face);
    card.dataset.kind = cell.kind;
    if (cell.color) card.dataset.color = cell.color; else delete card.dataset.color;
    if (cell.state) card.dataset.state = cell.state; else delete card.dataset.state;
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
  // The widths of words at 100 px, by the words; and the words of texts.
  var widths = {}, split = {};
  var family = "";
  // The height of a capital, as a share of the letters' size.
  var capital = 0.72;
  // The height of a line, in the same.
  var line = 1.1;
  // Notes are not set as close as labels are: they are wider by this than they are measured.
  var closer = 1.06;

  function readFont() {
    var own = getComputedStyle(document.body).fontFamily;
    if (own !== family) widths = {};
    family = own;
    pen.font = "700 100px " + family;
    capital = (pen.measureText("H").actualBoundingBoxAscent || 70) / 100;
  }

  function width(word) {
    if (widths[word] === undefined) {
      pen.font = "700 100px " + family;
      // Letters are set 2 % closer (display.css).
      widths[word] = (pen.measureText(word).width - 2 * word.length) * 1.01;
    }
    return widths[word];
  }

  // Chinese, Japanese and Thai have no spaces: there a line ends anywhere.
  function words(text) {
    if (!split[text]) split[text] = /[\u0E00-\u0E7F\u3000-\u9FFF]/.test(text) ? text.split("") : text.split(/\s+/);
    return split[text];
  }

  // How many lines a text takes; `Infinity` if a word does not fit into one.
  function lines(text, size, space) {
    var all = words(text), count = 1, used = 0, gap = all.length > 1 ? (width("a a") - width("aa")) * size / 100 : 0;
    for (var index = 0; index < all.length; index++) {
      var long = width(all[index]) * size / 100;
      if (long > space) return Infinity;
      if (used > 0 && used + gap + long > space) {
        count++;
        used = long;
      } else {
        used += (used > 0 ? gap : 0) + long;
      }
    }
    return count;
  }

  // The largest share of `height` in percent, from `from` to `to`, with which a text fits into so many lines; else 0.
  function share(text, across, down, height, from, to, most) {
    var low = Math.round(from * 2) - 1, high = Math.round(to * 2);
    while (low < high) {
      var middle = Math.ceil((low + high) / 2), size = height * middle / 200, count = lines(text, size, across);
      if (count <= most && count * size * line <= down) low = middle; else high = middle - 1;
    }
    return low < from * 2 ? 0 : low / 2;
  }

  // How wide a text has to be for so many lines as it takes: with that, its lines are of much the same length.
  function balanced(text, size, space) {
    var count = lines(text, size, space), low = 0, high = space;
    if (count === 1 || count === Infinity) return count === 1 ? 0 : space;
    while (high - low > 1) {
      var middle = (low + high) / 2;
      if (lines(text, size, middle) <= count) high = middle; else low = middle;
    }
    return Math.ceil(high + size * 0.04);
  }

  // MARK: how cards are drawn
  //
  // All sizes are in percent of a card's outer height. Around what is in it are its edge and a little room (display.css).

  var room = { over: 1.2, aside: 5, under: 1.5, beside: 6 };
  // The smallest symbol's tile, and the smallest words of a note.
  var smallest = { tile: 51, note: 12.5 };

  function edgeShare() { return parseFloat(getComputedStyle(root).getPropertyValue("--edge-share")) || 2.6; }

  // Capitals have 18 % of a card's height: so large letters have to be, at least.
  function leastLetters() { return Math.ceil(36.2 / capital) / 2; }

  // What a card has inside for its label and note, with a tile of this size.
  function inside(cell, place, tile, card, edge) {
    var own = cell.symbol ? tile : 0;
    var isBeside = place === "beside";
    return {
      across: card.wide - card.high * 2 * (edge + room.aside) / 100 - (isBeside && own ? (own + room.beside) * card.high / 100 : 0) - 2,
      down: (100 - 2 * (edge + room.over) - (isBeside || !own ? 0 : own + room.under)) * card.high / 100
    };
  }

  // How large a card's label can be, in up to three lines. Below the symbol, letters that are large enough have one.
  function fit(cell, place, tile, card, edge, withNote) {
    var space = inside(cell, place, tile, card, edge), isBeside = place === "beside";
    var note = withNote && cell.note ? smallest.note * 1.2 * card.high / 100 : 0;
    var part = share(cell.label, space.across, space.down - note, card.high, 6, isBeside || !cell.symbol ? 44 : 34, 3);
    return note && lines(cell.note, smallest.note * closer * card.high / 100, space.across) > 1 ? Math.min(part, leastLetters() - 1) : part;
  }

  // How the cards of a level are drawn with these widths and this height, and how large their words are then.
  function arrangement(cells, wides, high) {
    var edge = edgeShare(), least = leastLetters(), ways = [];
    // In a list of what was asked or planned, the notes are what it is opened for.
    var withNotes = cells.filter(function (cell) { return !!cell.note; }).length * 2 > cells.length;
    // Not as wide as the card itself.
    var widest = Math.floor(Math.min.apply(null, wides) / high * 100 - 2 * (edge + room.aside));
    [60, 57, 54, 51].forEach(function (tile) { ways.push({ place: "under", tile: Math.min(tile, widest) }); });
    [76, 70, 64, 58, 53, 48].forEach(function (tile) { ways.push({ place: "beside", tile: tile }); });
    ways.forEach(function (way) {
      way.fits = cells.map(function (cell, index) {
        return fit(cell, way.place, way.tile, { wide: wides[index], high: high }, edge, withNotes);
      });
      way.fit = Math.min.apply(null, way.fits);
      way.isEnough = way.fit >= least;
      // Words count for more than symbols; too small ones for half. The symbol above its word is calmer, but not on a flat card.
      way.score = way.fit * Math.sqrt(way.tile) * (way.isEnough ? 1 : 0.5 * way.fit / least)
        * (way.place === "under" && way.isEnough ? Math.min.apply(null, wides) < high * 3 ? 2 : 0.8 : 1);
      way.high = high;
      way.wides = wides;
    });
    return ways.reduce(function (best, way) { return way.score > best.score ? way : best; });
  }

  // How large a card's own note can be, and its tile and label then; the note is 0 if there is no room for it.
  function noted(cell, way, card, edge, letters) {
    var least = Math.min(letters, leastLetters()), tiles = [way.tile, 64, 57, smallest.tile, 48], found = null;
    // "asked just now, not heard yet": where that is too long, what it ends with.
    [cell.note].concat(cell.state ? cell.note.split(/[,،，、] */).slice(-1) : []).some(function (text) {
      return [16, 14, smallest.note].some(function (note) {
        return tiles.some(function (tile) {
          if (tile > way.tile) return false;
          var space = inside(cell, way.place, tile, card, edge);
          var high = lines(text, note * closer * card.high / 100, space.across) * note * 1.2 * card.high / 100;
          var part = high > card.high * 0.4 ? 0
            : share(cell.label, space.across, space.down - high, card.high, least, letters, 3);
          if (part) found = { tile: tile, letters: part, note: note, text: text };
          return !!part;
        });
      });
    });
    return found || { tile: way.tile, letters: letters, note: 0, text: cell.note };
  }

  // Writes a card's sizes down in pixels.
  function size(cell, way, card, letters) {
    var drawn = cards[cell.id].card, edge = edgeShare();
    var own = { tile: way.tile, letters: letters, note: 0 };
    if (cell.note) own = noted(cell, way, card, edge, letters);
    function pixels(part) { return Math.round(card.high * part) / 100 + "px"; }
    drawn.style.setProperty("--tile-size", pixels(own.tile));
    drawn.style.setProperty("--label-size", pixels(own.letters));
    drawn.style.setProperty("--note-size", pixels(own.note || smallest.note));
    var note = drawn.querySelector(".note"), label = drawn.querySelector(".label");
    // A state has its sign; what is planned has nothing but the note.
    if (note) {
      note.hidden = !own.note && !!cell.state;
      if (note.textContent !== own.text) note.textContent = own.text;
    }
    var space = inside(cell, way.place, own.tile, card, edge).across, high = card.high * own.letters / 100;
    function narrow(place, text, high) {
      var wide = balanced(text, high, space);
      place.style.width = wide ? Math.min(wide, Math.floor(space)) + "px" : "";
    }
    narrow(label, cell.label, high);
    if (note) narrow(note, own.text, card.high * own.note * closer / 100);
    if (lines(cell.label, high, space) === Infinity) label.dataset.long = "yes"; else delete label.dataset.long;
  }

  // Of so many cards, how many stand in each row if at most `columns` do: much the same number in each, so that no row has a hole.
  function shares(count, columns) {
    var rows = Math.ceil(count / columns), each = [];
    for (var row = 0, left = count; row < rows; row++) {
      each.push(Math.ceil(left / (rows - row)));
      left -= each[row];
    }
    return each;
  }

  // Cards that flow: as many columns as make words and symbols largest, with cards of at most these parts of their full height.
  function flowing(level, cells, place, sight, isUpright, parts) {
    var usual = level.columns, best = null;
    // One more than the kiosk's, where that is only what makes a square of so many cards.
    var most = isUpright ? Math.min(usual, 3) : usual === Math.ceil(Math.sqrt(cells.length)) ? Math.min(usual + 1, 6) : usual;
    for (var columns = 1; columns <= Math.max(1, most); columns++) {
      var each = shares(cells.length, columns), wides = [];
      each.forEach(function (count) {
        for (var index = 0; index < count; index++) wides.push(place.broad(count));
      });
      // Somewhat lower cards, with more room between them, may be wide enough for the symbol above its word.
      (each.length > sight ? [1] : parts).forEach(function (part) {
        var way = arrangement(cells, wides, Math.floor(place.tall(each.length) * part));
        if (part < 1 && way.place !== "under") return;
        way.isLoose = part < 1;
        way.columns = columns;
        // Scrolling costs, and so do other columns than the board's.
        var worth = way.score * Math.pow(way.high, 1.5) * Math.pow(Math.min(1, sight / each.length), 0.8) * part
          * (columns === usual ? 1.15 : 1);
        if (best && worth <= best.worth) return;
        best = way;
        best.worth = worth;
      });
    }
    // A few cards on an upright screen would be much higher than wide.
    var lower = [0.76, 0.68, 0.6, 0.52, 0.44];
    if (parts[0] < 1 || !best || best.isEnough || cells.length > 6) return best;
    var other = flowing(level, cells, place, sight, isUpright, lower);
    return other && other.isEnough ? other : best;
  }

  // In a strip each card is as wide as its words need in two lines; its group's name stands before it. So many strips are in
  // sight that names and cards fit beside each other.
  function strips(level, cells, place, sight) {
    var edge = edgeShare(), tile = 57, letters = leastLetters() + 1, way = null;
    function needed(cell, high, most) {
      var size = high * letters / 100, text = size;
      while (text < place.wide && lines(cell.label, size, text) > most) text += size / 4;
      return Math.ceil(text + (cell.symbol ? high * (tile + room.beside) / 100 : 0) + high * 2 * (edge + room.aside) / 100 + 4);
    }
    function largest(list, high, most) {
      return list.reduce(function (wide, cell) { return Math.max(wide, needed(cell, high, most)); }, 0);
    }
    var heads = [], others = [];
    level.rows.forEach(function (row) {
      if (row.group) {
        heads.push(row.group);
        others = others.concat(row.cells);
      }
    });
    for (var seen = Math.min(sight, level.rows.length); seen <= 12 && !way; seen++) {
      var high = place.tall(seen);
      var head = [2, 3].map(function (most) { return largest(heads, high, most); }).find(function (wide, index) {
        return wide <= place.wide * 0.45 || index === 1;
      });
      if (seen === 12 || (head <= place.wide * 0.5 && largest(others, high, 3) <= place.wide - head - place.gap)) {
        way = { place: "beside", tile: tile, fit: letters, high: high, columns: 1 };
        head = Math.min(head, place.wide * 0.5);
        root.style.setProperty("--head", Math.round(head) + "px");
        way.wides = cells.map(function (cell) {
          if (heads.indexOf(cell) >= 0) return head;
          if (others.indexOf(cell) < 0) return place.wide;
          return Math.min(needed(cell, high, 2), place.wide - head - place.gap);
        });
        way.fits = cells.map(function (cell, index) {
          return fit(cell, "beside", tile, { wide: way.wides[index], high: high }, edge, false);
        });
      }
    }
    level.rows.forEach(function (row) {
      row.cells.forEach(function (cell) {
        cards[cell.id].card.style.width = row.group ? way.wides[cells.indexOf(cell)] + "px" : "";
      });
    });
    return way;
  }

  // Cards fill the screen: their columns, height and letters follow from the room and from the words.
  function fitCards() {
    if (!screen) return;
    var level = screen.level;
    var box = main.getBoundingClientRect();
    var all = [];
    level.rows.forEach(function (row) { all = all.concat(row.group ? [row.group] : [], row.cells); });
    var key = [box.width, box.height, main.dataset.rows, screen.look.size, screen.look.theme, root.dataset.layout, drawnLevel,
      all.map(function (cell) { return [cell.label, !!cell.symbol, cell.note, cell.state]; })].join();
    if (key === fitted || !all.length || !box.width) return;
    fitted = key;
    readFont();
    var style = getComputedStyle(main);
    var gap = parseFloat(style.rowGap) || 0;
    var high = box.height - 2 * parseFloat(style.paddingTop), wide = box.width - 2 * parseFloat(style.paddingTop);
    var isUpright = box.height > box.width;
    var isStrips = root.dataset.layout === "strips";
    // How many rows are in sight at once, at most.
    var sight = (isUpright ? { normal: 10, large: 6, huge: 4 } : { normal: 5, large: 3, huge: 2 })[screen.look.size] || 5;
    var place = {
      wide: wide, gap: gap,
      tall: function (rows) {
        var seen = isStrips ? rows : Math.min(rows, sight);
        return Math.floor((high - gap * (seen - 1)) / seen);
      },
      broad: function (columns) { return (wide - gap * (columns - 1)) / columns; }
    };
    var isFlowing = !isStrips && main.dataset.rows === undefined, way;
    if (isStrips) {
      way = strips(level, all, place, isUpright ? Math.ceil(sight * 0.6) : Math.min(sight, 4));
    } else if (isFlowing) {
      way = flowing(level, all, place, sight, isUpright, [1, 0.96, 0.92, 0.88, 0.84]);
    } else {
      way = arrangement(all, all.map(function () { return place.broad(level.columns); }), place.tall(level.rows.length));
      way.columns = level.columns;
    }
    if (isFlowing) main.dataset.flow = way.isLoose ? "loose" : "yes"; else delete main.dataset.flow;
    main.style.setProperty("--columns", String(way.columns));
    main.style.setProperty("--card", way.high + "px");
    main.dataset.place = way.place;
    // All words are of one size; only one that is too long for it is smaller.
    var common = Math.max(leastLetters(), way.fit);
    all.forEach(function (cell, index) {
      // A little less than its share: the cards of a row grow to fill it.
      if (isFlowing) cards[cell.id].card.style.setProperty("--across", Math.floor(way.wides[index]) - 1 + "px");
      size(cell, way, { wide: way.wides[index], high: way.high }, Math.min(common, way.fits[index] || 6));
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
    // With the mark that lies around it.
    var edge = parseFloat(getComputedStyle(line).paddingTop) || 0;
    if (place.left < box.left + edge || place.right > box.right - edge) {
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

  // Somebody's first letter, and their picture once there is one.
  function drawFace(place, name) {
    var initial = element("span", "initial", name.charAt(0).toUpperCase());
    place.appendChild(initial);
    var face = element("img");
    face.alt = "";
    face.hidden = true;
    face.onload = function () {
      face.hidden = false;
      initial.hidden = true;
    };
    face.src = base + "/face?of=" + encodeURIComponent(name);
    place.appendChild(face);
  }

  // What takes the whole screen: an answer, or a reward that is celebrated.
  function toldOn(shown) {
    return shown.answer || shown.celebration;
  }

  // The whole screen, while it is spoken and until scanning goes on.
  function drawAnswer(told, state) {
    var text = told ? JSON.stringify(told) : "";
    if (text !== dismissed) dismissed = "";
    var isShown = !!told && !dismissed;
    answer.hidden = !isShown;
    if (!isShown || answer.dataset.drawn === text + state + window.innerWidth + window.innerHeight) return;
    answer.dataset.drawn = text + state + window.innerWidth + window.innerHeight;
    answer.dataset.state = told.state || "celebration";
    if (told.is_urgent) answer.dataset.urgent = "yes"; else delete answer.dataset.urgent;
    answer.textContent = "";
    var who = element("div", "who");
    who.setAttribute("aria-hidden", "true");
    if (told.who) {
      drawFace(who, told.who);
    } else {
      var initial = element("span", "initial"), drawn = symbol(told.symbol);
      if (drawn) initial.appendChild(drawn.firstChild);
      who.appendChild(initial);
    }
    if (told.state) who.appendChild(sign(told.state));
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
      isUpright ? 9 : 15, Infinity) || 3;
    answer.style.setProperty("--fit", String(part));
    if (!hasUnits) sentence.style.fontSize = Math.round(window.innerHeight * part / 100) + "px";
  }

  // Where the client meets somebody by video: a link for whoever is at the screen, opened by nobody else.
  function drawLink(shown) {
    var link = document.getElementById("link");
    link.hidden = !shown || shown.address.indexOf("https://") !== 0;
    // The cards leave it a place of its own.
    root.dataset.link = link.hidden ? "no" : "yes";
    if (link.hidden) return;
    link.href = shown.address;
    link.textContent = shown.words;
  }

  // Whom the client waits for, all the time that they do: above the cards, and at rest in their place.
  function drawWaiting(shown) {
    waiting.hidden = !shown;
    if (shown) root.dataset.waiting = "yes"; else delete root.dataset.waiting;
    // Since when, the clock looks at.
    var text = shown ? JSON.stringify([shown.who, shown.provider, shown.words]) : "";
    if (waiting.dataset.drawn === text) return;
    waiting.dataset.drawn = text;
    var who = waiting.querySelector(".who");
    who.textContent = "";
    if (!shown) return;
    waiting.dataset.provider = shown.provider || "unknown";
    drawFace(who, shown.who);
    who.appendChild(element("span", "ring"));
    var signs = { in: "met", out: "asked", busy: "asked", away: "declined" };
    if (signs[shown.provider]) who.appendChild(sign(signs[shown.provider]));
    waiting.style.setProperty("--letters", String(Math.max(8, shown.who.length)));
    waiting.querySelector(".name").textContent = shown.who;
    waiting.querySelector(".how").textContent = shown.words;
  }

  // For how many minutes they have waited: whole ones, so that nothing counts at whoever waits. After ten hours it says nothing any
  // more: nobody has waited all that time.
  function drawWaited(now) {
    var since = screen.waiting ? Date.parse(screen.waiting.since || "") : NaN;
    var passed = Math.floor((now - since) / 60000);
    var time = waiting.querySelector(".time"), number = time.querySelector("b");
    time.hidden = !(passed >= 1 && passed < 600);
    if (!time.hidden && number.textContent !== String(passed)) number.textContent = String(passed);
  }

  // An exercise: a circle that grows as long as a breath goes in, and shrinks as long as it goes out; still pictures where nothing moves.
  function drawExercise(shown) {
    exercise.hidden = !shown;
    var text = shown ? JSON.stringify(shown) : "";
    if (exercise.dataset.drawn === text) return;
    exercise.dataset.drawn = text;
    var part = shown && shown.breath;
    var still = breath.lastChild;
    still.textContent = "";
    things.textContent = "";
    var there = shown && shown.things || [];
    there.forEach(function (one) {
      var drawn = symbol(one);
      if (drawn) things.appendChild(drawn);
    });
    // In a garden the newest is what the press has brought.
    var newest = there.length ? there[there.length - 1] : null;
    if (!part) {
      delete exercise.dataset.phase;
      var drawn = shown && symbol(shown.picture || newest || shown.symbol);
      if (drawn) still.appendChild(drawn);
      pace.textContent = shown ? shown.label : "";
      return;
    }
    still.appendChild(sign(part.phase));
    // What was hidden until now is small first, or it would not grow.
    void breath.offsetWidth;
    breath.firstChild.style.transitionDuration = part.milliseconds + "ms";
    if (part.phase !== "hold") exercise.dataset.full = part.phase === "in" ? "yes" : "no";
    exercise.dataset.phase = part.phase;
    pace.textContent = part.words;
  }

  // A sentence that encourages: large and calm, with whoever wrote it.
  function drawSaying(shown) {
    saying.hidden = !shown || !exercise.hidden;
    var text = shown ? JSON.stringify(shown) : "";
    if (saying.dataset.drawn === text) return;
    saying.dataset.drawn = text;
    saying.textContent = "";
    if (!shown) return;
    saying.style.setProperty("--letters", String(Math.max(40, shown.words.length)));
    saying.appendChild(element("p", "sentence", shown.words));
    if (shown.by) saying.appendChild(element("p", "by", shown.by));
    if (!shown.video) return;
    // Without sound: the words are spoken by the kiosk. Where nothing is to move, it stands still.
    var video = element("video", "", "");
    video.muted = true;
    video.setAttribute("playsinline", "");
    video.setAttribute("aria-hidden", "true");
    video.autoplay = root.dataset.motion !== "reduced";
    video.addEventListener("error", function () { if (video.parentNode) saying.removeChild(video); });
    video.src = base + "/video?key=" + encodeURIComponent(shown.video);
    saying.insertBefore(video, saying.firstChild);
  }

  function drawCaption(shown) {
    var words = shown.caption;
    var isAsking = shown.state === "asking";
    var text = shown.hint && (shown.missed !== undefined || !words) ? shown.hint : words ? words.text : "";
    var kinds = [];
    if (words && text === words.text) {
      kinds.push(words.kind);
      // Red says that nobody is coming yet.
      if (words.is_urgent && !(shown.answer && shown.answer.state !== "asked" && shown.answer.state !== "heard")) kinds.push("urgent");
    } else {
      kinds.push("hint");
    }
    if (isAsking) kinds.push("asking");
    caption.className = kinds.join(" ");
    // The answer says it already, large.
    caption.hidden = !text || ((!answer.hidden || (!saying.hidden && text === shown.saying.words)) && !isAsking);
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
    drawAnswer(toldOn(shown), shown.state);
    drawWaiting(shown.waiting);
    drawExercise(shown.exercise);
    drawSaying(shown.saying);
    drawLink(shown.link);
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
    drawWaited(now.getTime());
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
    drawWaiting(null);
    drawExercise(null);
    drawLink(null);
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
      dismissed = JSON.stringify(toldOn(screen));
      draw(screen);
      return;
    }
    // Any touch is a press of it.
    if (!exercise.hidden && event.target !== caption) {
      touch("<exercise>");
      return;
    }
    if (!saying.hidden && screen.state === "speaking") {
      touch("<saying>");
      return;
    }
    var card = event.target.closest && event.target.closest(".card");
    if (screen.state === "rest") touch(card ? card.dataset.cell : "<anywhere>");
    else if (card) touch(card.dataset.cell);
    else if (event.target === caption && screen.state === "asking") touch("<answer>");
  });

  // The stream: retried for as long as the page is open.
  var stream = null, retry = null;
  // One at a time: whatever fails meanwhile waits for the same.
  function soon(what) {
    clearTimeout(retry);
    retry = setTimeout(what, 1000);
  }
  function connect() {
    clearTimeout(retry);
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
      if (stream.readyState === 2) soon(check);
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
    }, function () { soon(connect); });
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
