"""The client's screen in a browser of its own: paired with a code, it follows the scan and can be touched."""
import contextlib
import os
import statistics
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import yaml  # noqa: E402
from browser import PHONE, ROOT, TABLET, Browser, Household, png  # noqa: E402
from home import SETTINGS, background, said, seconds_of, wait_for  # noqa: E402
from selenium import webdriver  # noqa: E402

# Notes when the mark has moved, and what it stands on: [milliseconds since 1970, words].
WATCH_MARKS = """
    window.marks = [];
    let last = null;
    new MutationObserver(() => {
        const one = document.querySelector("#rows .scanned");
        const key = one && (one.dataset.cell || "row " + [...one.parentNode.children].indexOf(one));
        if (key !== last && key) marks.push([Date.now(), one.innerText]);
        last = key;
    }).observe(document.getElementById("rows"),
        {subtree: true, childList: true, attributes: true, attributeFilter: ["class"]});"""
# Notes when what the screen says of itself has changed, in the same way.
WATCH_STATES = """
    window.states = [];
    new MutationObserver(() => states.push([Date.now(), document.documentElement.dataset.shown]))
        .observe(document.documentElement, {attributes: true, attributeFilter: ["data-shown"]});"""
# A stream of which the test is the kiosk, with a clock that it sets.
PRETEND = """
    window.EventSource = function () { this.heard = {}; this.readyState = 1; window.stream = this; };
    EventSource.prototype = {addEventListener(name, hear) { this.heard[name] = hear; }, close() {}};
    window.tell = (name, content) => stream.heard[name]({data: JSON.stringify(content)});
    window.fetch = () => Promise.resolve(new Response("{}", {status: 200}));
    const Real = Date;
    window.Date = class extends Real {
        constructor(...parts) { if (parts.length) super(...parts); else super(Date.now()); }
        static now() { return window.moment ? Real.parse(window.moment) : Real.now(); }
    };"""
# Of each card: where it is, what it says, and its parts as shares of its whole height.
MEASURE = """
    const pen = document.createElement("canvas").getContext("2d");
    const family = getComputedStyle(document.body).fontFamily;
    return [...document.querySelectorAll(".card")].map((card) => {
        const box = card.getBoundingClientRect(), label = card.querySelector(".label"), tile = card.querySelector(".tile");
        const letters = parseFloat(getComputedStyle(label).fontSize), edge = parseFloat(getComputedStyle(card).borderTopWidth);
        pen.font = "700 100px " + family;
        const range = document.createRange();
        range.selectNodeContents(label);
        const words = range.getBoundingClientRect(), at = tile && tile.getBoundingClientRect();
        // Letters are lower than the room that a line has for them.
        const air = letters * 0.12;
        const symbol = card.querySelector(".symbol"), state = card.querySelector(".state"), note = card.querySelector(".note:not([hidden])");
        return {
            label: label.textContent, left: box.left, right: box.right, top: box.top, bottom: box.bottom,
            capitals: pen.measureText("H").actualBoundingBoxAscent * letters / 100 / box.height,
            symbol: symbol ? symbol.getBoundingClientRect().width / box.height : 1,
            // How far the words are from the edge, and from the tile: less than nothing touches.
            free: Math.min(words.left - box.left - edge, box.right - edge - words.right, words.top + air - box.top - edge,
                box.bottom - edge - words.bottom + air),
            apart: at ? Math.max(words.left - at.right, at.left - words.right, words.top + air - at.bottom) : 1,
            state: state ? state.getBoundingClientRect().height / box.height : 0,
            note: note ? parseFloat(getComputedStyle(note).fontSize) / box.height : 0,
            noted: note ? note.getBoundingClientRect().bottom <= box.bottom - edge && note.scrollWidth <= note.clientWidth + 1 : true,
            edge: getComputedStyle(card).borderTopColor, tile: tile ? getComputedStyle(tile).backgroundColor : "",
            scanned: card.classList.contains("scanned"),
        };
    });"""
SIZES = ((800, 480), (1024, 600), (1024, 768), (768, 1024), (1280, 720), (1280, 800), (1366, 768), (1920, 1080), (1080, 1920),
         (2560, 1440), (3840, 2160), (2160, 3840))
SHIPPED = {"en-GB": ("home.yaml", "Go back"), "de": ("home.de.yaml", "Zurück")}
# Beside their symbol they are wider than a card of four columns on the smallest screen, which stay four because their rows are
# scanned. No label of a shipped board is too long.
TOO_LONG = {"Something hurts badly", "Rindfleischetikettierung"}


def card(item, color=None):
    """The cell of a board's item."""
    cell = {"id": item.get("id", item["label"]), "label": item["label"], "kind": "group" if "group" in item else "request"}
    if "symbol" in item:
        cell["symbol"] = {"text": item["symbol"]}
    if item.get("color", color):
        cell["color"] = item.get("color", color)
    return cell


def shipped(language):
    """The items of a board of Beckon's."""
    with open(f"{ROOT}/boards/{SHIPPED[language][0]}", encoding="utf-8") as file:
        return yaml.safe_load(file)["items"]


def levels(language):
    """The cells of each level of a shipped board, the first one first."""
    def walk(items, color, is_top):
        back = [] if is_top else [{"id": "<back>", "label": SHIPPED[language][1], "symbol": {"text": "↩️"}, "kind": "back"}]
        yield [card(item, color) for item in items] + back
        for item in items:
            if "group" in item:
                yield from walk(item["group"], item.get("color", color), False)
    return list(walk(shipped(language), None, True))


class Drawn(unittest.TestCase):
    """What the page makes of screens, whatever kiosk sends them: a real page of the service, with a stream of the test's own."""

    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.browser = Browser(cls.household.url, size=TABLET)
        cls.addClassCleanup(cls.browser.close)
        cls.browser.set_up(cls.household)
        cls.browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
        cls.browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PRETEND})
        cls.number = 0

    def setUp(self):
        self.resize(TABLET)
        self.browser.go("/display")
        self.browser.wait(lambda: self.script("return !!window.stream"), "the page to listen")

    def script(self, text, *arguments):
        return self.browser.driver.execute_script(text, *arguments)

    def resize(self, size):
        self.browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False})
        self.browser.wait(lambda: self.script("return innerWidth") == size[0], "the size")

    def tell(self, rows, columns, look=None, **more):
        """Draws a screen."""
        Drawn.number += 1
        look = dict({"size": "normal", "theme": "dark", "reduced_motion": True}, **(look or {}))
        self.script("tell('screen', arguments[0])", dict({
            "number": self.number, "client": "maria", "language": "en-GB", "state": "scanning", "look": look, "requests": [],
            "level": {"since": self.number, "columns": columns, "rows": rows}}, **more))

    def show(self, rows, columns, look=None, **more):
        """Draws a screen; gives its cards as they are measured."""
        self.tell(rows, columns, look, **more)
        return self.script(MEASURE)

    def show_cards(self, cells, look=None, columns=None, **more):
        """As a kiosk does it without settings: about as many columns as rows."""
        columns = columns or next(count for count in range(1, 99) if count * count >= len(cells))
        return self.show([{"cells": cells[first:first + columns]} for first in range(0, len(cells), columns)], columns, look, **more)

    def check(self, cards, where, too_long=()):
        for one in cards:
            name = f"{one['label']} {where}: {one}"
            self.assertGreaterEqual(one["free"], 2, name)
            self.assertGreaterEqual(one["apart"], 0, name)
            if one["label"] not in too_long:
                self.assertGreaterEqual(one["capitals"], 0.18, name)
            self.assertGreaterEqual(one["symbol"], 0.45, name)

    def check_rows(self, cards, where):
        """The cards of each row reach from side to side."""
        wide = max(one["right"] for one in cards) - min(one["left"] for one in cards)
        for top in {round(one["top"]) for one in cards}:
            row = sorted((one for one in cards if round(one["top"]) == top), key=lambda one: one["left"])
            self.assertAlmostEqual(row[-1]["right"] - row[0]["left"], wide, delta=2, msg=f"a hole {where}")
            gaps = [after["left"] - before["right"] for before, after in zip(row, row[1:])]
            self.assertLess(max(gaps, default=0), wide * 0.03, f"a hole {where}")

    def test_words_and_symbols_are_large_on_the_shipped_boards(self):
        for size in SIZES:
            self.resize(size)
            for language in SHIPPED:
                for look in ("normal", "large", "huge"):
                    for cells in levels(language):
                        where = f"at {size}, {language}, {look}, in the level of {cells[0]['label']}"
                        cards = self.show_cards(cells, {"size": look}, language=language)
                        self.assertEqual(len(cards), len(cells))
                        self.check(cards, where)
                        self.check_rows(cards, where)
            self.assertFalse(self.browser.is_too_wide(), f"at {size}")

    def test_the_symbol_is_above_its_word_where_there_is_room(self):
        drinks = levels("en-GB")[1]
        for size in SIZES:
            self.resize(size)
            self.show_cards(drinks)
            self.assertEqual(self.script("return document.getElementById('rows').dataset.place"), "under", f"at {size}")
            middles = self.script("""return [...document.querySelectorAll('.card')].map((card) => {
                const middle = (one) => { const box = one.getBoundingClientRect(); return box.left + box.width / 2; };
                return [middle(card.querySelector('.tile')) - middle(card), middle(card.querySelector('.label')) - middle(card)]; })""")
            for symbol, word in middles:
                self.assertAlmostEqual(symbol, 0, delta=1.5, msg=f"at {size}")
                self.assertAlmostEqual(word, 0, delta=1.5, msg=f"at {size}")

    def test_few_cards_leave_no_hole(self):
        for size in (TABLET, (1080, 1920)):
            self.resize(size)
            for count in range(1, 14):
                cards = self.show_cards([card({"label": f"Card {index}", "symbol": "🥤"}) for index in range(count)])
                self.check(cards, f"of {count} at {size}")
                self.check_rows(cards, f"in {count} at {size}")

    def test_rows_that_are_scanned_stay_and_only_what_is_too_long_is_smaller(self):
        labels = ["Water", "Tea", "Coffee", "Pain", *TOO_LONG, "Milk", "Food", "Talk", "Cold", "Hot"]
        self.resize((800, 480))
        cards = self.show_cards([card({"label": label, "symbol": "🥤"}) for label in labels], columns=4,
                                highlight={"kind": "scanned", "row": 1})
        self.assertEqual([sum(round(one["top"]) == top for one in cards) for top in sorted({round(one["top"]) for one in cards})],
                         [4, 4, 3])
        self.assertEqual({one["label"] for one in cards if one["capitals"] < 0.18}, TOO_LONG)
        self.check(cards, "in scanned rows", TOO_LONG)

    def test_the_strip_with_the_mark_is_as_large(self):
        for size in SIZES:
            self.resize(size)
            for language in SHIPPED:
                rows = [{"group": card(item), "cells": [card(inside, item.get("color")) for inside in item["group"]]}
                        for item in shipped(language)]
                for at, row in enumerate(rows):
                    for cell in (None, 0, len(row["cells"]) - 1):
                        mark = {"kind": "scanned", "row": at} if cell is None else {"kind": "scanned", "row": at, "cell": cell}
                        cards = self.show(rows, 6, {"layout": "strips"}, highlight=mark, language=language)
                        [marked] = [one for one in cards if one["scanned"]]
                        where = f"in a strip at {size}, {language}"
                        self.check([one for one in cards if abs(one["top"] - marked["top"]) < 2], where)
                        # With the mark around it, in sight.
                        box = self.script("const box = document.querySelector('main').getBoundingClientRect(); return [box.top, box.bottom]")
                        self.assertGreater(marked["top"], box[0], where)
                        self.assertLess(marked["bottom"], box[1], where)
                        self.assertGreater(marked["left"], 2, where)
                        self.assertLess(marked["right"], size[0] - 2, where)

    def test_how_far_a_call_is_can_be_seen_on_its_card(self):
        for size in SIZES:
            self.resize(size)
            for cells in levels("en-GB")[:3]:
                # The places stay: only what has been asked is drawn anew.
                before = self.show_cards(cells)
                asked = [dict(cells[0], state="asked", note="asked just now, not heard yet"),
                         dict(cells[1], state="on_the_way", note="asked five minutes ago, on the way")] + cells[2:]
                cards = self.show_cards(asked)
                self.check(cards, f"at {size}")
                for one in cards[:2]:
                    self.assertGreaterEqual(one["state"], 0.25, f"at {size}: {one}")
                    self.assertTrue(one["note"] == 0 or one["note"] >= 0.12, f"at {size}: {one}")
                    self.assertTrue(one["noted"], f"at {size}: {one}")
                for old, new in zip(before, cards):
                    self.assertEqual([old[side] for side in ("left", "top", "right", "bottom")],
                                     [new[side] for side in ("left", "top", "right", "bottom")])
                    if old["label"] not in (cells[0]["label"], cells[1]["label"]):
                        self.assertEqual(old["capitals"], new["capitals"])

    def test_an_answer_takes_the_screen_then_a_strip_and_moves_no_card(self):
        cells = levels("en-GB")[0]
        places = [(one["left"], one["top"], one["right"], one["bottom"]) for one in self.show_cards(cells)]
        answer = {"request": "1", "who": "Anna", "state": "on_the_way", "words": "Anna is on the way.", "label": "Water",
                  "symbol": {"text": "💧"}, "is_urgent": False}
        strip = {"id": "1", "label": "Water", "symbol": {"text": "💧"}, "state": "on_the_way", "words": "Anna is on the way",
                 "is_urgent": False}
        shown = self.show_cards(cells, answer=answer, requests=[strip])
        self.assertEqual(self.script("const b = document.getElementById('answer').getBoundingClientRect(); return [b.width, b.height]"),
                         [TABLET[0], TABLET[1]])
        high = self.script("return document.querySelector('header').getBoundingClientRect().height")
        self.assertEqual([(one["left"], one["top"], one["right"], one["bottom"]) for one in shown], places)
        long = dict(strip, id="2", words="Anna cannot come now, because dinner is served in ten minutes " * 3)
        shown = self.show_cards(cells, requests=[strip, long, dict(strip, id="3")])
        self.assertFalse(self.script("return document.getElementById('answer').offsetParent !== null"))
        self.assertEqual([(one["left"], one["top"], one["right"], one["bottom"]) for one in shown], places)
        self.assertEqual(self.script("return document.querySelector('header').getBoundingClientRect().height"), high)

    def test_a_breath_is_a_circle_that_moves_or_a_still_picture(self):
        cells = levels("en-GB")[0]
        # The browsers of the tests ask for no motion otherwise.
        def ask(motion):
            self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-reduced-motion", "value": motion}]})
        self.addCleanup(ask, "reduce")
        ask("no-preference")

        def breath(phase, motion):
            part = {"phase": phase, "words": {"in": "In", "hold": "Hold", "out": "Out"}[phase], "milliseconds": 4000}
            self.show_cards(cells, {"reduced_motion": not motion}, exercise={"label": "Calm", "breath": part})
            return self.script("""
                const circle = document.querySelector('#breath .circle'), still = document.querySelector('#breath .still svg');
                const style = getComputedStyle(circle);
                return {words: document.getElementById('pace').textContent, takes: style.transitionDuration, moves: style.transitionProperty,
                    size: circle.style.transform || style.transform, still: getComputedStyle(still).display !== 'none',
                    cards: document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('#exercise') !== null};""")
        moving = breath("in", True)
        self.assertEqual((moving["words"], moving["takes"], moving["moves"], moving["still"], moving["cards"]),
                         ("In", "4s", "transform", False, True))
        # It ends large, stays so while the breath is held, and ends small.
        def ends(size):
            self.browser.wait(lambda: self.script(
                "return getComputedStyle(document.querySelector('#breath .circle')).transform") == size, size)
        ends("matrix(1, 0, 0, 1, 0, 0)")
        breath("hold", True)
        ends("matrix(1, 0, 0, 1, 0, 0)")
        breath("out", True)
        ends("matrix(0.35, 0, 0, 0.35, 0, 0)")
        for phase in ("in", "hold", "out"):
            still = breath(phase, False)
            self.assertEqual((still["size"], still["still"]), ("none", True), still)
        self.show_cards(cells)
        self.assertFalse(self.script("return document.getElementById('exercise').offsetParent !== null"))
        # Without a breath, what it is called, with its symbol.
        self.show_cards(cells, exercise={"label": "Five things", "symbol": {"text": "🖐️"}})
        self.assertEqual(self.script("return document.getElementById('pace').textContent"), "Five things")
        self.assertEqual(len(self.browser.find("#exercise .symbol")), 1)

    def waits(self, look=None, **more):
        """Draws that the client waits for Dr Kim; gives what is seen of it."""
        waiting = {"who": "Dr Kim", "provider": "out", "words": "Dr Kim is not here yet.", "since": "2026-03-04T13:00:20.000Z"}
        waiting.update(more.pop("waiting", {}))
        cells = [{"id": str(number), "label": label, "kind": "action"} for number, label in enumerate(
            ("Wait", "The exercise again", "Something calm", "Note something", "Leave"))]
        self.tell([{"cells": cells[:3]}, {"cells": cells[3:]}], 3, look, waiting=waiting, **more)
        return self.script("""
            const band = document.getElementById("waiting"), box = band.getBoundingClientRect(), name = band.querySelector(".name");
            const style = getComputedStyle(band.querySelector(".ring"));
            const seen = [...band.querySelectorAll("p, .who")].filter((one) => one.offsetParent !== null);
            const ground = getComputedStyle(band).backgroundColor.match(/[0-9]+/g).map(Number);
            return {
                words: seen.map((one) => one.innerText.replace(/\\s+/g, " ").trim()), top: box.top, bottom: box.bottom, high: box.height,
                letters: parseFloat(getComputedStyle(name).fontSize), animation: style.animationName, opacity: style.opacity,
                inside: seen.every((one) => { const at = one.getBoundingClientRect();
                    return at.left >= box.left && at.right <= box.right && at.top >= box.top && at.bottom <= box.bottom; }),
                whole: seen.every((one) => one.className === "who" || one.scrollWidth <= one.clientWidth + 1),
                isGreen: ground[1] > ground[0] && ground[1] > ground[2],
                above: document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).closest("#waiting") === band,
                cards: [...document.querySelectorAll(".card")].map((one) => one.getBoundingClientRect()).filter((one) => one.height > 0)
                    .map((one) => [one.top, one.bottom]),
            };""")

    def test_whom_the_client_waits_for_is_seen_all_the_time(self):
        self.script("window.moment = '2026-03-04T13:07:30Z'")
        calm = {"label": "Calm", "breath": {"phase": "in", "words": "In", "milliseconds": 4000}}
        for size in SIZES:
            self.resize(size)
            high = size[1]
            seen = self.waits()
            self.assertEqual(seen["words"], ["D", "You are waiting for", "Dr Kim", "Dr Kim is not here yet.", "7 min"], size)
            self.assertTrue(seen["inside"] and seen["whole"] and seen["above"], (size, seen))
            self.assertGreaterEqual(seen["letters"], 0.03 * high, size)
            # It covers no card, and puts none out of sight.
            self.assertEqual(len(seen["cards"]), 5, size)
            self.assertLessEqual(seen["bottom"], min(top for top, _ in seen["cards"]) + 1, size)
            self.assertLessEqual(max(bottom for _, bottom in seen["cards"]), high, size)
            # Whoever does an exercise meanwhile goes on waiting.
            seen = self.waits(exercise=calm)
            self.assertTrue(seen["above"], size)
            place = self.script("return ['exercise', 'breath', 'pace'].map((id) => { const at = document.getElementById(id).getBoundingClientRect();"
                                " return [at.top, at.bottom]; })")
            self.assertGreaterEqual(min(top for top, _ in place), seen["bottom"] - 1, size)
            self.assertLessEqual(max(bottom for _, bottom in place), place[0][1] + 1, size)
            # At rest it has the cards' place, and is read across the room.
            seen = self.waits(state="rest", hint="Press to start.")
            self.assertEqual(seen["cards"], [], size)
            self.assertTrue(seen["inside"] and seen["above"], (size, seen))
            self.assertGreaterEqual(seen["high"], 0.6 * high, size)
            self.assertGreaterEqual(seen["letters"], (0.1 if size[0] > size[1] else 0.06) * high, size)
        self.resize(TABLET)
        seen = self.waits(waiting={"since": "2026-03-04T13:07:00.000Z"})
        self.assertEqual(seen["words"][-1], "Dr Kim is not here yet.", "a wait of half a minute is counted")
        self.script("window.moment = '2026-03-04T13:09:00Z'")
        self.browser.wait(lambda: "2" in self.script("return document.querySelector('#waiting .time').innerText"), "the minutes to go on")
        seen = self.waits(waiting={"since": "2026-03-04T03:08:00.000Z"})
        self.assertEqual(seen["words"][-1], "Dr Kim is not here yet.", "ten hours are counted")
        seen = self.waits(language="de")["words"]
        self.assertEqual((seen[1], seen[-1]), ("Sie warten auf", "8 Min."))
        here = self.waits(waiting={"provider": "in", "words": "Dr Kim is here."})
        self.assertEqual((here["words"], here["isGreen"]), (["D", "Dr Kim", "Dr Kim is here."], True))
        # Nobody knows, such as without the service.
        self.assertFalse(self.waits(waiting={"provider": None})["isGreen"])
        cells = levels("en-GB")[0]
        self.show_cards(cells)
        self.assertFalse(self.script("return document.getElementById('waiting').offsetParent !== null"))
        self.assertEqual(self.script("return document.querySelector('main').getBoundingClientRect().top"
                                     " - document.querySelector('header').getBoundingClientRect().bottom"), 0)

    def test_who_waits_sees_a_ring_that_comes_and_goes_slowly_or_stands_still(self):
        def ask(motion):
            self.browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                {"name": "prefers-reduced-motion", "value": motion}]})
        self.addCleanup(ask, "reduce")
        ask("no-preference")
        self.assertEqual(self.waits({"reduced_motion": False})["animation"], "waits")
        still = self.waits({"reduced_motion": True})
        self.assertEqual((still["animation"], still["opacity"]), ("none", "1"))
        ask("reduce")
        self.assertEqual(self.waits({"reduced_motion": False})["animation"], "none")

    def test_only_an_urgent_call_that_nobody_has_taken_is_red(self):
        def ground(selector):
            color = self.script("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", selector)
            red, green, blue = (int(part) for part in color[4:-1].split(","))
            return "red" if red > green + blue else "green" if green > red else "other"
        cells = levels("en-GB")[0]
        for state, wanted in (("asked", "red"), ("heard", "red"), ("on_the_way", "green"), ("met", "green"), ("declined", "other")):
            told = {"label": "Chest", "symbol": {"text": "💔"}, "state": state, "words": "Anna is on the way", "is_urgent": True}
            self.show_cards(cells, requests=[dict(told, id="1")], answer=dict(told, request="1", who="Anna"))
            self.assertEqual((ground("#asked li"), ground("#answer")), (wanted, wanted), state)

    def test_symbols_stand_on_light_tiles_and_colors_are_drawn(self):
        def light(color):
            return min(int(part) for part in color[4:-1].split(",")) >= 240
        for theme in ("dark", "light", "contrast"):
            cards = self.show_cards(levels("en-GB")[0], {"theme": theme}, highlight={"kind": "scanned", "row": 0, "cell": 0})
            self.assertTrue(all(light(one["tile"]) for one in cards), theme)
            edges = {one["label"]: one["edge"] for one in cards[1:]}
            # Blue twice, all others once.
            self.assertEqual(len(set(edges.values())), len(edges) - 1, (theme, edges))
            self.assertEqual(edges["Toilet and washing"], edges["Position and comfort"])

    def test_faces_are_drawn_and_a_video_is_a_link_that_nothing_opens(self):
        faces = [{"id": f"face-{number}", "label": f"Face {number}", "kind": "action", "symbol": {"face": number, "text": "🙂"}}
                 for number in range(1, 6)]
        self.show_cards(faces, link={"address": "https://meet.example.org/1", "words": "Open the video with Dr Kim"})
        drawn = self.script("""
            return [...document.querySelectorAll('#rows .card')].map(card => {
                const face = card.querySelector('.tile svg');
                return face && {lines: face.innerHTML, high: face.getBoundingClientRect().height};});""")
        self.assertEqual(len({one["lines"] for one in drawn}), 5)
        self.assertTrue(all(one["high"] > 30 for one in drawn), drawn)
        # For whoever judges whether they need their words.
        self.script("document.querySelectorAll('.label').forEach((one) => { one.style.visibility = 'hidden'; })")
        self.browser.picture("faces-without-words")
        link = "return (({hidden, href, target, textContent}) => [hidden, href, target, textContent])(document.getElementById('link'))"
        self.assertEqual(self.script(link), [False, "https://meet.example.org/1", "_blank", "Open the video with Dr Kim"])
        # It covers no card, on a phone neither.
        for size in ((390, 844), (1920, 1080)):
            self.resize(size)
            self.show_cards(faces, link={"address": "https://meet.example.org/1", "words": "Open the video with Dr Kim"})
            top, bottoms = self.script("""return [document.getElementById("link").getBoundingClientRect().top,
                [...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().bottom)]""")
            self.assertLessEqual(max(bottoms), top + 1, f"on a screen of {size}")
        # Not even from a kiosk is anything else made a link.
        self.show_cards(faces, link={"address": "javascript:alert(1)", "words": "Open"})
        self.assertTrue(self.script(link)[0])
        self.show_cards(faces)
        self.assertTrue(self.script(link)[0])

    def test_it_is_darker_at_night_and_has_the_time(self):
        look = {"day_brightness": 100, "night_brightness": 60, "night_from": "21:00", "night_until": "07:00"}
        for moment, clock, shade in (("20:59", "20:59", 0), ("21:00", "21:00", 0.4), ("03:05", "3:05", 0.4), ("07:00", "7:00", 0)):
            self.script("window.moment = arguments[0]", f"2026-03-04T{moment}:00Z")
            self.show_cards(levels("en-GB")[0], look)
            self.assertEqual(self.script("return document.getElementById('clock').textContent"), clock)
            self.assertAlmostEqual(float(self.script("return getComputedStyle(document.getElementById('shade')).opacity")), shade, 2)
        # Without a new screen, too.
        self.script("window.moment = '2026-03-04T23:30:00Z'")
        self.browser.wait(lambda: self.script("return document.getElementById('clock').textContent") == "23:30", "the time to go on")
        self.assertAlmostEqual(float(self.script("return getComputedStyle(document.getElementById('shade')).opacity")), 0.4, 2)

    def test_a_kiosk_that_is_gone_and_one_that_starts_are_told_apart(self):
        def words():
            return self.browser.find("#empty")[0].text
        self.script("tell('starting', {})")
        self.assertIn("Beckon is starting", words())
        self.assertNotIn("not working", words())
        self.show_cards(levels("en-GB")[0])
        begun = time.monotonic()
        self.script("tell('starting', {was_shown: true})")
        self.assertIn("Beckon has stopped", words())
        self.assertNotIn("starting", words())
        self.assertNotIn("not working", words())
        self.browser.wait(lambda: "Beckon is not working" in words(), "to be told what to do")
        self.assertGreater(time.monotonic() - begun, 14)
        self.assertIn("Beckon has stopped", words())
        self.show_cards(levels("en-GB")[0])
        self.assertEqual(words(), "")
        # What only starts is not said to have stopped, however long it takes.
        self.browser.go("/display")
        self.browser.wait(lambda: "Beckon is not working" in words(), "to be told what to do")
        self.assertIn("Beckon is starting", words())


class Screen(unittest.TestCase):
    settings = None

    def setUp(self):
        self.household = Household(self.settings)
        self.addCleanup(self.household.close)
        self.caregiver = self.browser(size=PHONE)
        self.caregiver.set_up(self.household)
        self.screen = self.browser(size=TABLET)
        self.pair()

    def browser(self, **options):
        browser = Browser(self.household.url, **options)
        self.addCleanup(browser.close)
        return browser

    def pair(self):
        self.caregiver.go("/devices/pair")
        self.caregiver.find("[name=kind][value=display]")[0].click()
        self.caregiver.fill(name="Bed")
        self.caregiver.tap("Get a code")
        code = self.caregiver.wait(lambda: self.caregiver.find(".code"), "the code")[0].text
        self.screen.go("/display/pair")
        self.assertEqual(self.screen.violations() + self.screen.small_targets(), [])
        self.screen.fill(code=code.lower().replace("-", " "))
        self.screen.tap("Begin")
        self.screen.wait(lambda: self.shown() == "rest", "a screen at rest")

    def shown(self):
        return self.screen.driver.execute_script("return document.documentElement.dataset.shown")

    def script(self, text):
        return self.screen.driver.execute_script(text)

    def cards(self):
        return {card.text.strip().split("\n")[-1]: card for card in self.screen.find("[data-cell]") if card.is_displayed()}


class TheMark(Screen):
    settings = SETTINGS.replace("scan_time: 1 s", "scan_time: 0.6 s, pattern: row_column, loops: 10")

    def test_each_word_has_its_mark(self):
        waits = self.measure()
        median, p99, worst = statistics.median(waits), waits[int(len(waits) * 0.99)], waits[-1]
        print(f"word begins -> mark moved in the page, {len(waits)} words: median {median * 1000:.1f} ms, "
              f"99th percentile {p99 * 1000:.1f} ms, slowest {worst * 1000:.1f} ms", file=sys.stderr)

    def measure(self):
        """The seconds from each word to its mark, the shortest first: rows, then the cards of one."""
        self.wait_for_rest()
        self.script(WATCH_MARKS)
        first = len(self.household.home.lines())
        self.household.process.tap()
        self.wait_for_cues(first, 21)
        # The row that is being offered is opened.
        middle = len(self.household.home.lines())
        self.household.process.tap()
        self.wait_for_cues(middle, 21)
        cues = self.cues(first)[:-1]

        def marks():
            return [(moment / 1000, words) for moment, words in self.script("return marks")]

        def matched():
            """Of the words in their order, each with the next mark on what it names; as far as all have one."""
            found, following = [], iter(marks())
            for cue in cues:
                # "Row 2: Drinks", "Drinks, 5 items"
                label = cue["text"].split(": ")[-1].split(",")[0]
                moment = next((moment for moment, words in following if label in words.split("\n")), None)
                if moment is None:
                    return None
                found.append(moment - seconds_of(cue))
            return found
        waits = self.screen.wait(matched, "a mark for each word, in their order")
        # No mark is early (the transcript tells whole milliseconds), but on the first card of the row that is opened: it is seen
        # while the opening still sounds. And the screen is not always a step late.
        self.assertLessEqual(sum(wait < -0.01 for wait in waits), 1, waits)
        pauses = [seconds_of(after) - seconds_of(cue) for cue, after in zip(cues, cues[1:])]
        in_time = sum(wait < pause for wait, pause in zip(waits, pauses))
        self.assertGreater(in_time, len(pauses) / 2, "marks come when the next word has begun")
        # More are the row that is opened, and the words that have begun since.
        moved = len(marks())
        self.assertLessEqual(moved, len(self.cues(first)) + 2, "a mark moved without a word")
        self.assertGreaterEqual(len(waits), 40)
        return sorted(waits)

    def cues(self, after):
        return [line for line in self.household.home.lines()[after:]
                if line["event"] == "started" and line["kind"] == "cue"]

    def wait_for_cues(self, after, count):
        wait_for(lambda: len(self.cues(after)) >= count, f"{count} words", home=self.household.home)

    def wait_for_rest(self):
        self.screen.wait(lambda: self.shown() == "rest", "the kiosk to rest")


class TheScreen(Screen):
    def test_it_follows_the_switch_and_shows_what_became_of_it(self):
        number = len(self.household.home.lines())
        self.household.process.tap()
        said(self.household.home, "Toilet and washing", event="started", kind="cue", after=number)
        self.screen.wait(lambda: any("Toilet and washing" in one.text for one in self.screen.find(".scanned")),
                         "the card that is offered to be marked")
        self.assertGreaterEqual(len(self.cards()), 9)
        box = self.screen.driver.execute_script(
            "return [...document.querySelectorAll('[data-cell]')].map((one) => { const b = one.getBoundingClientRect();"
            " return b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth; })")
        self.assertTrue(all(box), "a card is cut off")
        self.screen.picture("display-scanning")
        self.assertEqual(self.screen.violations(), [])
        # Looking has taken its time: it is offered again.
        cue = said(self.household.home, "Toilet and washing", kind="cue", after=len(self.household.home.lines()))
        self.household.process.tap()
        said(self.household.home, "Toilet", kind="cue", after=cue["number"] + 1)
        self.household.process.tap()
        request = wait_for(self.household.api.requests, "the request", home=self.household.home)[0]
        self.screen.wait_text("Toilet")
        self.assertEqual(self.household.api.respond(request["id"], "on_the_way")[0], 201)
        self.screen.wait(lambda: "way" in self.screen.driver.find_element("id", "asked").text, "“on the way” at the top")
        self.screen.picture("display-on-the-way")
        self.assertEqual(self.screen.complaints(), [])

    def test_a_touch_is_a_choice(self):
        self.screen.driver.execute_script("document.body.click()")
        # A second touch within `ignore_repeat` is the same trembling finger: the first card is offered later than that.
        self.screen.wait(lambda: self.screen.find(".scanned"), "the first card to be offered")
        self.touch("Drinks")
        self.screen.wait_text("Water")
        self.screen.wait(lambda: self.screen.find(".scanned"), "the first card of the group to be offered")
        self.touch("Water")
        request = wait_for(self.household.api.requests, "the request", home=self.household.home)[0]
        self.assertEqual(request["label"], "Water")

    def test_a_touch_on_the_words_that_invite_one_wakes(self):
        place = self.script("const box = document.getElementById('caption').getBoundingClientRect();"
                            " return [box.left + box.width / 2, box.top + box.height / 2, box.width]")
        self.assertGreater(place[2], 0, "no words invite a touch")
        webdriver.ActionChains(self.screen.driver).move_by_offset(int(place[0]), int(place[1])).click().perform()
        self.screen.wait(lambda: self.shown() != "rest", "the kiosk to wake")
        self.assertEqual(self.household.api.requests(), [])

    def lines(self, card):
        return card.text.split("\n")

    def touch(self, label):
        def attempt():
            for card in self.screen.find("[data-cell]"):
                if card.is_displayed() and label in self.lines(card):
                    card.click()
                    return True
            return False
        self.screen.wait(attempt, f"the card “{label}”")

    def test_it_comes_back_by_itself_and_goes_when_it_is_revoked(self):
        self.household.stop()
        self.screen.wait(lambda: self.shown() == "away", "to say that there is no connection")
        self.assertEqual(self.cards(), {})
        self.assertIn("No connection to Beckon", self.screen.find("main")[0].text)
        self.assertNotIn("starting", self.screen.find("main")[0].text)
        self.script(WATCH_STATES)
        there = []
        waiting = background(lambda: there.append(self.when_answering()))
        self.household.start()
        self.screen.wait(lambda: self.shown() == "rest", "the screen again")
        waiting.join(10)
        drawn = next(moment / 1000 for moment, state in self.script("return states")
                     if state not in ("starting", "away", "gone"))
        print(f"service answers again -> screen drawn: {drawn - there[0]:.2f} s", file=sys.stderr)
        self.caregiver.go("/devices")
        self.caregiver.tap("Revoke")
        self.caregiver.tap("Revoke it")
        self.screen.wait(lambda: self.shown() in ("starting", "away", "gone", None) or "/login" in self.screen.path, "nothing to be shown any more")
        self.screen.go("/display")
        self.screen.wait(lambda: self.screen.path.startswith("/login"), "to be sent away")

    def when_answering(self):
        """When the service answers again, in seconds since 1970."""
        end = time.monotonic() + 40
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                self.household.api.call("GET", "/health")
                return time.time()
            time.sleep(0.01)
        raise AssertionError("the service does not answer")

    def test_an_answer_takes_the_whole_screen_until_it_is_put_away(self):
        request = self.household.press_for_toilet()
        self.assertEqual(self.household.api.respond(request["id"], "on_the_way")[0], 201)
        self.screen.wait(lambda: self.screen.find("#answer")[0].is_displayed(), "the answer")
        self.assertIn("on the way", self.screen.find("#answer")[0].text)
        box = self.script("const b = document.getElementById('answer').getBoundingClientRect();"
                          " return [b.width - innerWidth, b.height - innerHeight]")
        self.assertEqual(box, [0, 0])
        self.screen.picture("display-answer")
        self.assertEqual(self.screen.complaints(), [])

    def test_an_answer_has_the_picture_of_who_gave_it(self):
        path = png(f"{self.household.home.folder}/anna.png", 400, 400, lambda row: bytes((40, 90, 160)) * 400)
        self.caregiver.go("/account")
        self.caregiver.tap("My picture")
        self.caregiver.find("#picture")[0].send_keys(path)
        self.caregiver.wait(lambda: self.caregiver.button("Save the picture").is_enabled(), "the picture to be made small")
        self.caregiver.tap("Save the picture")
        self.caregiver.wait_text("The picture is saved.")
        request = self.household.press_for_toilet()
        high = self.script("return document.querySelector('header').getBoundingClientRect().height")
        self.caregiver.go("/now")
        self.caregiver.tap("I’m on my way")
        self.screen.wait(lambda: self.script("const face = document.querySelector('#answer .who > img');"
                                             " return face && !face.hidden && face.naturalWidth") or None, "Anna's picture")
        self.assertEqual(self.household.api.requests()[0]["id"], request["id"])
        self.screen.picture("display-answer-face")
        self.screen.wait(lambda: not self.screen.find("#answer")[0].is_displayed(), "the cards again")
        self.assertIn("on the way", self.screen.find("#asked li")[0].text)
        self.assertEqual(self.script("return document.querySelector('header').getBoundingClientRect().height"), high)

    def test_what_was_asked_is_asked_again_with_a_touch(self):
        request = self.household.press_for_toilet()
        self.assertEqual(self.household.api.respond(request["id"], "met")[0], 201)
        self.screen.wait(lambda: self.shown() == "rest", "the answer to have been told, and the kiosk to rest")
        self.script("document.body.click()")
        for label in ("Talk", "What I asked", "Toilet", "Ask again"):
            # A touch soon after another one is the same trembling finger: something is offered later than that.
            self.screen.wait(lambda: any(label in self.lines(one) for one in self.screen.find("[data-cell]"))
                             and self.screen.find(".scanned"), f"“{label}”, and something to be offered")
            self.touch(label)
        again = wait_for(lambda: [one for one in self.household.api.requests() if one["id"] != request["id"]],
                         "another call", home=self.household.home)[0]
        self.assertEqual(again["label"], "Toilet")

    def test_after_a_while_without_beckon_it_says_so_large(self):
        self.household.stop()
        self.screen.wait(lambda: self.shown() == "away", "to say that there is no connection")
        self.screen.wait_text("Beckon is not working. Please call in another way.", 30)
        self.screen.picture("display-not-working")
        self.household.start()
        self.screen.wait(lambda: self.shown() == "rest", "the screen again")
        self.assertNotIn("not working", self.screen.text())

    def test_a_screen_without_a_kiosk_is_not_shown_on(self):
        self.script(WATCH_STATES)
        # As if the stream had kept to itself that the kiosk is gone.
        self.script("window.truly = window.fetch; window.fetch = () => Promise.resolve(new Response('{}', {status: 404}))")
        self.screen.wait(lambda: "gone" in [state for _, state in self.script("return states")],
                         "the old screen to go")
        self.script("window.fetch = window.truly")
        self.screen.wait(lambda: self.shown() == "rest", "the screen of the kiosk that is there")


if __name__ == "__main__":
    unittest.main(verbosity=2)
