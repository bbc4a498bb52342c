"""A card's sheet: what is kept of a picture, how the card sounds, two people who write at once, and pictures that the home has."""
import os
import sys
import tempfile
import unittest

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import DESKTOP, PHONE, Browser, Household, png  # noqa: E402
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select  # noqa: E402

# A picture of 900 × 600 in tiles, each of another colour.
TILE = 100
RUG = '  - { label: Rug, say: "The rug, please.", request: normal }'
# Notes what the service is asked to say and what it answers, and what is played then.
LISTEN = """
    const real = window.fetch, start = AudioBufferSourceNode.prototype.start;
    window.fetch = async (what, how) => {
        const answer = await real(what, how);
        if (!String(what).endsWith("/speech")) return answer;
        const bytes = await answer.clone().arrayBuffer(), view = new DataView(bytes);
        asked.push({
            body: JSON.parse(how.body), status: answer.status, type: answer.headers.get("content-type"),
            begins: String.fromCharCode(...new Uint8Array(bytes, 0, 12)),
            // What the format's part says of a second.
            seconds: (bytes.byteLength - 44) / view.getUint32(28, true),
        });
        return answer;
    };
    AudioBufferSourceNode.prototype.start = function (...parts) {
        const loudest = this.buffer.getChannelData(0).reduce((most, part) => Math.max(most, Math.abs(part)), 0);
        const one = {seconds: this.buffer.duration, loudest};
        sounded.push(one);
        this.addEventListener("ended", () => { one.ended = true; });
        return start.apply(this, parts);
    };"""


def tile_colour(x, y):
    """Of a point of that picture; white beside it."""
    if not (0 <= x < 900 and 0 <= y < 600):
        return [255, 255, 255]
    return [30 + 25 * int(x // TILE), 200 - 35 * int(y // TILE), 60 + 90 * (int(x // TILE + y // TILE) % 3)]


class CardSheets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.household = Household()
        cls.addClassCleanup(cls.household.close)
        cls.phone = Browser(cls.household.url, size=PHONE)
        cls.addClassCleanup(cls.phone.close)
        cls.phone.set_up(cls.household)
        folder = tempfile.TemporaryDirectory(prefix="beckon-sheet.")
        cls.addClassCleanup(folder.cleanup)
        cls.tiled = png(f"{folder.name}/tiled.png", 900, 600, lambda row: b"".join(
            bytes(tile_colour(x, row)) * TILE for x in range(0, 900, TILE)))
        cls.photo = png(f"{folder.name}/photo.png", 900, 600, lambda row: bytes([200, row % 256, 80]) * 900)

    def board(self, name, *lines):
        """A board of its own, at whose cards no other test looks; gives its path."""
        path = f"{self.household.home.path}/boards/{name}.yaml"
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join([f"board: {name}", f"name: {name.capitalize()}", "language: en-GB", "items:", *lines, ""]))
        self.addCleanup(os.remove, path)
        return path

    def text(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def items(self, path):
        """The cards of a board's file by their labels; of no group."""
        return {one["label"]: one for one in yaml.safe_load(self.text(path))["items"]}

    def open_sheet(self, browser, board, words):
        browser.go(f"/boards/{board}.yaml")
        browser.tap(words, ".board")
        return browser.wait(lambda: browser.find("dialog[open] [name=label]"), "the sheet")[0]

    def type_over(self, browser, name, words):
        field = browser.find(f"[name={name}]")[0]
        browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", field)
        field.clear()
        field.send_keys(words)

    def value(self, browser, name):
        return browser.find(f"[name={name}]")[0].get_property("value")

    def another_coordinator(self, name):
        """Their phone."""
        phone = self.phone.invite(name, role="coordinator")
        self.addCleanup(phone.close)
        return phone

    def test_what_has_the_focus_is_not_covered(self):
        """By the sheet's own ends, which stay in sight while it is scrolled."""
        phone, seen, covered = self.phone, [], []
        self.board("rug-focus", RUG, "  - { label: Fan, request: normal }")
        self.open_sheet(phone, "rug-focus", "Rug")
        phone.driver.execute_script("document.querySelectorAll('dialog details').forEach((one) => { one.open = true; })")
        for is_back in (False, True):
            for _ in range(60):
                keys = ActionChains(phone.driver, duration=0)
                (keys.key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT) if is_back else keys.send_keys(Keys.TAB)).perform()
                name, hidden = phone.driver.execute_script("""
                    const one = document.activeElement, box = one.getBoundingClientRect();
                    const [head, end] = [".sheet-head", ".sheet-end"].map((name) => document.querySelector(`dialog ${name}`));
                    const from = Math.max(box.top, head.getBoundingClientRect().bottom);
                    // What stands below the sheet's end is not under it.
                    const isBelow = box.top >= end.getBoundingClientRect().bottom;
                    const to = isBelow ? box.bottom : Math.min(box.bottom, end.getBoundingClientRect().top);
                    // The sheet itself, and the browser, have it once in each round.
                    const isFree = !one.closest("dialog *") || one.closest(".sheet-head, .sheet-end");
                    return [one.id || one.name || one.textContent.trim(), isFree ? 0 : box.height - Math.max(0, to - from)];""")
                seen.append(name)
                if hidden > 1:
                    covered.append(f"{name}: {hidden:.0f} px of it")
        for name in ("sheet-say", "sheet-color", "sheet-pinned"):
            self.assertIn(name, seen)
        self.assertEqual(covered, [], "\n".join(covered))

    # --- What is kept of a picture.

    def chosen_picture(self, browser, name):
        """A sheet with the tiled picture in it; gives the canvas that shows what is kept of it, and the slider beside it."""
        path = self.board(name, "  - { label: Rug, request: normal }")
        self.open_sheet(browser, name, "Rug")
        browser.find("dialog [name=picture]")[0].send_keys(self.tiled)
        browser.wait(lambda: browser.find("dialog [data-crop]")[0].is_displayed() and browser.button("Save", "dialog").is_enabled(),
                     "the picture to be cropped")
        canvas, zoom = browser.find("dialog [data-crop] canvas")[0], browser.find("dialog [data-crop] input")[0]
        browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", canvas)
        return path, canvas, zoom

    def parts(self, browser, script, *arguments):
        """The colours of a picture 512 wide and high, in steps of 16."""
        return browser.driver.execute_async_script(script + """.then((drawn) => {
            const canvas = new OffscreenCanvas(drawn.width, drawn.height), found = [];
            const pen = canvas.getContext("2d", {willReadFrequently: true});
            pen.drawImage(drawn, 0, 0);
            for (let y = 8; y < 512; y += 16) {
                for (let x = 8; x < 512; x += 16) found.push([...pen.getImageData(x, y, 1, 1).data].slice(0, 3));
            }
            done([drawn.width, drawn.height, found]);
        }, (error) => done(String(error)))""", *arguments)

    def assert_part(self, found, middle, width, what):
        """That it shows the square of this width around this point of the tiled picture, and white beside it."""
        self.assertEqual(found[:2], [512, 512], what)
        points = iter(found[2])
        scale, compared, wrong = width / 512, 0, []
        for y in range(8, 512, 16):
            for x in range(8, 512, 16):
                colour = next(points)
                at = [middle[0] + (x - 256) * scale, middle[1] + (y - 256) * scale]
                # What is beside an edge is both.
                if any(abs(place - TILE * round(place / TILE)) < 10 * scale for place in at):
                    continue
                compared += 1
                if max(abs(one - other) for one, other in zip(colour, tile_colour(*at))) > 14:
                    wrong.append(f"{x}, {y}: {colour} and not {tile_colour(*at)}")
        self.assertGreater(compared, 200, what)
        self.assertEqual(wrong, [], f"{what}: {len(wrong)} of {compared} points; expected is a width of {width} around {middle}")

    def assert_kept(self, browser, path, canvas, middle, width):
        """That this part is seen, and after saving is what the service has."""
        shown = self.parts(browser, "const [canvas, done] = arguments; createImageBitmap(canvas)", canvas)
        self.assert_part(shown, middle, width, "shown")
        browser.send("Save", "dialog")
        symbol = browser.wait(lambda: self.items(path)["Rug"].get("symbol"), "the picture at its card")
        self.assertTrue(os.path.exists(f"{os.path.dirname(path)}/{symbol}"), symbol)
        kept = self.parts(browser, """const [path, done] = arguments;
            fetch("/api/v1/displays/maria/symbol?path=" + encodeURIComponent(path), {credentials: "same-origin", cache: "no-store"})
              .then((answer) => answer.blob()).then((bytes) => createImageBitmap(bytes))""", symbol)
        self.assert_part(kept, middle, width, "kept")

    def test_all_of_a_picture_is_kept_where_nobody_has_chosen(self):
        path, canvas, _ = self.chosen_picture(self.phone, "rug-whole")
        self.assert_kept(self.phone, path, canvas, (450, 300), 900)

    def test_what_is_kept_of_a_picture_is_chosen_with_keys(self):
        phone = self.phone
        path, canvas, zoom = self.chosen_picture(phone, "rug-keys")
        zoom.send_keys(Keys.END)
        self.assertEqual(zoom.get_property("value"), "400")
        canvas.send_keys(Keys.ARROW_RIGHT * 9 + Keys.ARROW_DOWN * 7)
        # Sixteen pixels of the canvas each; what is beyond the edge is not shown.
        step = 16 * 225 / 512
        self.assert_kept(phone, path, canvas, (450 - 9 * step, 300 - 7 * step), 225)

    def test_the_part_of_a_picture_ends_at_its_edges(self):
        """And what is seen is kept, also where a key is held and the sheet is saved right after that."""
        phone = self.phone
        path, canvas, zoom = self.chosen_picture(phone, "rug-edge")
        zoom.send_keys(Keys.END)
        canvas.send_keys(Keys.ARROW_LEFT * 80 + Keys.ARROW_UP * 80)
        # Back again by nine: at an edge, pressing further has counted for nothing.
        canvas.send_keys(Keys.ARROW_RIGHT * 9)
        self.assert_kept(phone, path, canvas, (900 - 112.5 - 9 * 16 * 225 / 512, 600 - 112.5), 225)

    def test_what_is_kept_of_a_picture_is_chosen_with_a_mouse(self):
        desk = Browser(self.household.url, size=DESKTOP)
        self.addCleanup(desk.close)
        desk.log_in()
        path, canvas, zoom = self.chosen_picture(desk, "rug-mouse")
        zoom.send_keys(Keys.END)
        moves = ActionChains(desk.driver, duration=50).move_to_element(canvas).click_and_hold()
        for _ in range(6):
            moves.move_by_offset(15, -10)
        moves.release().perform()
        # Moving without holding it moves nothing.
        ActionChains(desk.driver, duration=50).move_by_offset(40, 40).perform()
        scale = 225 / canvas.size["width"]
        self.assert_kept(desk, path, canvas, (450 - 90 * scale, 300 + 60 * scale), 225)

    def test_what_is_kept_of_a_picture_is_chosen_with_a_finger(self):
        """On a sharp screen, as a phone has it; also where the browser does not say how far a finger has moved, as some do not."""
        phone = Browser(self.household.url, size=PHONE)
        self.addCleanup(phone.close)
        phone.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": PHONE[0], "height": PHONE[1], "deviceScaleFactor": 3, "mobile": True})
        phone.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
        phone.log_in()
        for says in (True, False):
            with self.subTest(says=says):
                path, canvas, zoom = self.chosen_picture(phone, f"rug-finger-{says}".lower())
                if not says:
                    phone.driver.execute_script(
                        "for (const one of ['X', 'Y']) Object.defineProperty(MouseEvent.prototype, `movement${one}`, {value: undefined})")
                self.drag_with_a_finger(phone, path, canvas, zoom)

    def drag_with_a_finger(self, phone, path, canvas, zoom):
        def touch(kind, *points):
            phone.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

        def place(element):
            return phone.driver.execute_script(
                "const box = arguments[0].getBoundingClientRect(); return [box.left, box.top, box.width, box.height]", element)

        def scrolled():
            return phone.driver.execute_script("return arguments[0].closest('dialog').scrollTop", canvas)

        # On the slider's track, near its end.
        left, top, width, height = place(zoom)
        touch("touchStart", (left + width * 0.8, top + height / 2))
        touch("touchEnd")
        phone.wait(lambda: int(zoom.get_property("value")) > 200, "the picture to be larger")
        number = int(zoom.get_property("value"))
        left, top, width, height = place(canvas)
        x, y, before = left + width / 2, top + height / 2, scrolled()
        touch("touchStart", (x, y))
        for step in range(1, 13):
            touch("touchMove", (x - 5 * step, y - 4 * step))
        touch("touchEnd")
        # The finger moves the picture, and not the sheet.
        self.assertEqual(scrolled(), before)
        part = 900 * 100 / number
        scale = part / width
        self.assert_kept(phone, path, canvas, (450 + 60 * scale, 300 + 48 * scale), part)

    # --- How a card sounds.

    def hear(self, words):
        """Presses ▶ at "Says": what is played then is a sound of the service, of these words; gives how many seconds it has."""
        phone = self.phone
        button = phone.find("dialog button.listen[data-say-from]")[0]
        phone.driver.execute_script("window.asked = []; window.sounded = []; arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        phone.wait(lambda: phone.driver.execute_script("return sounded.length && sounded[0].ended"), "it to be heard to its end")
        phone.wait(lambda: button.get_attribute("data-state") == "idle", "the button to be as before")
        asked, sounded = phone.driver.execute_script("return [asked, sounded]")
        self.assertEqual([one["body"] for one in asked], [{"text": words, "language": "en-GB"}])
        answer, = asked
        self.assertEqual((answer["status"], answer["type"], answer["begins"][:4] + answer["begins"][8:12]), (200, "audio/wav", "RIFFWAVE"))
        sound, = sounded
        # All of the file, as it came, and no silence.
        self.assertGreater(sound["seconds"], 0.2)
        self.assertLess(abs(sound["seconds"] - answer["seconds"]), 0.02, answer)
        self.assertGreater(sound["loudest"], 0.05)
        return sound["seconds"]

    def sample_length(self):
        """How many bytes the service makes of a sentence in the home's voice."""
        return self.phone.driver.execute_async_script("""
            const done = arguments[0];
            fetch("/api/v1/speech", {method: "POST", credentials: "same-origin", body: JSON.stringify({text: "This is how fast it is."}),
                headers: {"Content-Type": "application/json", "X-CSRF-Token": document.querySelector("input[name=csrf]").value}})
              .then((answer) => answer.arrayBuffer()).then((bytes) => done(bytes.byteLength), () => done(0))""")

    def set_home(self, text):
        with open(f"{self.household.home.path}/beckon.yaml", "w", encoding="utf-8") as file:
            file.write(text)

    def test_what_a_card_says_is_heard_in_the_homes_voice(self):
        phone, long = self.phone, "And now, please bring me another one of those soft warm rugs."
        self.board("rug-voice", RUG)

        def heard():
            self.open_sheet(phone, "rug-voice", "Rug")
            phone.driver.execute_script(LISTEN)
            phone.complaints()
            saved = self.hear("The rug, please.")
            # What is typed counts, before it is saved; and the label, where nothing is.
            self.type_over(phone, "say", long)
            typed = self.hear(long)
            self.type_over(phone, "say", "")
            label = self.hear("Rug")
            self.assertLess(label, saved)
            self.assertLess(saved, typed)
            self.assertEqual(phone.complaints(), [])
            return [saved, typed, label]

        usual = heard()
        before = self.text(f"{self.household.home.path}/beckon.yaml")
        self.addCleanup(self.set_home, before)
        phone.go("/account")
        length = self.sample_length()
        self.assertGreater(length, 10000)
        self.set_home(before + "voices: { main: { rate: 90 } }\n")
        phone.wait(lambda: self.sample_length() > 1.3 * length, "the home's voice to be slower")
        slow = heard()
        print(f"  {usual} s, and {slow} s by a slower voice")
        self.assertTrue(all(other > 1.2 * one for one, other in zip(usual, slow)), (usual, slow))

    # --- Two who write.

    def assert_told(self, *words):
        """That the first one reads why nothing is saved, and what the second one has done."""
        self.phone.wait_text("somebody else has changed this board meanwhile")
        text = self.phone.text()
        for one in words:
            self.assertIn(one, text)

    def test_who_saves_second_is_told_and_loses_nothing(self):
        phone, ben = self.phone, self.another_coordinator("Ben")
        path = self.board("rug-shared", RUG, "  - { label: Fan, request: normal }", "  - { label: Light, request: normal }")
        self.open_sheet(phone, "rug-shared", "Rug")
        # Everything that can be typed or chosen.
        self.type_over(phone, "label", "Carpet")
        self.type_over(phone, "say", "I would like the carpet, please.")
        self.type_over(phone, "cue", "the carpet")
        Select(phone.find("dialog [name=does]")[0]).select_by_value("request:soon")
        Select(phone.find("dialog [name=color]")[0]).select_by_value("green")
        phone.tap("More", "dialog")
        self.type_over(phone, "called", "the carpet")
        pinned = phone.find("dialog [name=pinned]")[0]
        phone.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", pinned)
        pinned.click()
        phone.find("dialog [name=picture]")[0].send_keys(self.photo)
        phone.wait(lambda: phone.find("dialog [data-crop]")[0].is_displayed() and phone.button("Save", "dialog").is_enabled(),
                   "the picture to be cropped")
        # A call that comes meanwhile leaves the sheet as it is.
        phone.wait_live()
        self.household.press_for_toilet()
        phone.wait(lambda: phone.driver.execute_script("return !document.querySelector('#waiting a').hidden"), "the call above the page")
        self.assertEqual(self.value(phone, "say"), "I would like the carpet, please.")
        # The same card, and another one.
        self.open_sheet(ben, "rug-shared", "Rug")
        self.type_over(ben, "label", "Mat")
        ben.send("Save", "dialog")
        ben.wait(lambda: "Mat" in self.items(path), "the second one's label")
        self.open_sheet(ben, "rug-shared", "Fan")
        self.type_over(ben, "label", "Ventilator")
        ben.send("Save", "dialog")
        ben.wait(lambda: "Ventilator" in self.items(path), "the second one's other card")
        before = self.text(path)
        phone.send("Save", "dialog")
        self.assert_told("“Rug” changed, by Ben", "“Fan” changed, by Ben", "Saved now: “Mat”",
                         "Saved now: “The rug, please.”")
        phone.picture("board-two-writers", whole=True)
        self.assertEqual(self.text(path), before)
        found = phone.violations() + phone.small_targets()
        self.assertEqual(found, [], "\n".join(found))
        kept = {name: self.value(phone, name) for name in ("label", "say", "cue", "called", "does", "color", "symbol")}
        self.assertEqual(kept, {"label": "Carpet", "say": "I would like the carpet, please.", "cue": "the carpet", "called": "the carpet",
                                "does": "request:soon", "color": "green", "symbol": kept["symbol"]})
        self.assertRegex(kept["symbol"], r"\.jpg$")
        self.assertTrue(phone.find("[name=pinned]")[0].is_selected())
        # On purpose, it is saved; what the other one has written elsewhere stays.
        phone.send("Save", "main")
        items = phone.wait(lambda: (one := self.items(path)) and "Carpet" in one and one, "what was typed to be saved")
        self.assertEqual(list(items), ["Carpet", "Ventilator", "Light"])
        saved = items["Carpet"]
        self.assertEqual({key: saved[key] for key in ("say", "cue", "called", "request", "color", "symbol", "pinned")},
                         {"say": "I would like the carpet, please.", "cue": "the carpet", "called": "the carpet", "request": "soon",
                          "color": "green", "symbol": kept["symbol"], "pinned": True})

    def test_a_card_that_somebody_else_has_removed_can_be_saved_as_a_new_one(self):
        phone, ben = self.phone, self.another_coordinator("Bea")
        path = self.board("rug-removed", RUG, "  - { label: Fan, request: normal }")
        self.open_sheet(phone, "rug-removed", "Rug")
        self.type_over(phone, "say", "I would like the red rug, please.")
        self.open_sheet(ben, "rug-removed", "Rug")
        ben.tap("Remove", "dialog")
        ben.send("Yes, remove it", "dialog")
        ben.wait(lambda: list(self.items(path)) == ["Fan"], "the card to be removed")
        phone.send("Save", "dialog")
        self.assert_told("somebody else has removed this card meanwhile", "“Rug” removed, by Bea")
        self.assertEqual((self.value(phone, "label"), self.value(phone, "say")), ("Rug", "I would like the red rug, please."))
        self.assertEqual(list(self.items(path)), ["Fan"])
        phone.send("Save", "main")
        items = phone.wait(lambda: (one := self.items(path)) and "Rug" in one and one, "the card to be there again")
        self.assertEqual(items["Rug"]["say"], "I would like the red rug, please.")

    def test_a_boards_name_that_two_have_changed(self):
        phone, ben = self.phone, self.another_coordinator("Bo")
        path = self.board("rug-named", "  - { label: Rug, request: normal }")

        def look(browser, name, columns):
            browser.go("/boards/rug-named.yaml")
            browser.tap("Name and columns", "main")
            self.type_over(browser, "name", name)
            self.type_over(browser, "columns", columns)

        look(phone, "Winter room", "4")
        look(ben, "Summer room", "2")
        ben.send("Save", "main details")
        ben.wait(lambda: "Summer room" in self.text(path), "the second one's name")
        phone.send("Save", "main details")
        self.assert_told()
        self.assertEqual((self.value(phone, "name"), self.value(phone, "columns")), ("Winter room", "4"))
        self.assertNotIn("Winter", self.text(path))
        phone.send("Save", "main details")
        phone.wait(lambda: "Winter room" in self.text(path), "what was typed to be saved")

    # --- Pictures of the home itself.

    def test_a_picture_of_the_home_is_found_by_its_name(self):
        phone, folder = self.phone, f"{self.household.home.path}/boards"
        # As somebody copies them there.
        for name, colour in (("garden-chair.png", [20, 160, 60]), ("old-piano.png", [120, 60, 20])):
            png(f"{folder}/{name}", 300, 200, lambda row, colour=colour: bytes(colour) * 300)
            self.addCleanup(os.remove, f"{folder}/{name}")
        path = self.board("rug-found", "  - { label: Rug, symbol: 🧶, request: normal }")
        self.open_sheet(phone, "rug-found", "Rug")

        def offered():
            return [one.get_attribute("value") for one in phone.find("dialog [name=picked]")]

        # Before anything is typed: all of them.
        self.assertEqual([one for one in offered() if one in ("garden-chair.png", "old-piano.png")], ["garden-chair.png", "old-piano.png"])
        search = phone.find("dialog [name=search]")[0]
        search.send_keys("chair")
        # Beside the emoji of that name.
        phone.wait(lambda: {"🪑", "garden-chair.png"} <= set(offered()) and "old-piano.png" not in offered(), "what is called so")
        search.clear()
        # Its name as people say it, and as its card was labelled.
        search.send_keys("Garden chair")
        phone.wait(lambda: offered() == ["garden-chair.png"], "the picture alone")
        self.assertEqual(phone.find("dialog [data-symbols] label")[0].text, "garden chair")
        drawn = "return [...document.querySelectorAll(arguments[0])].map((one) => one.naturalWidth)"
        image = "dialog [data-symbols] img"
        phone.driver.execute_script("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", image)
        phone.wait(lambda: phone.driver.execute_script(drawn, image) == [300], "the picture to be seen")
        phone.picture("board-own-picture")
        found = phone.violations() + phone.small_targets()
        self.assertEqual(found, [], "\n".join(found))
        phone.find("dialog [data-symbols] label")[0].click()
        self.assertEqual(self.value(phone, "symbol"), "garden-chair.png")
        phone.wait(lambda: phone.driver.execute_script(drawn, "dialog [data-symbol-shown] img") == [300], "it to be shown as the card's")
        phone.send("Save", "dialog")
        phone.wait(lambda: self.items(path)["Rug"]["symbol"] == "garden-chair.png", "its name in the file")
        phone.wait(lambda: phone.driver.execute_script(drawn, ".board img") == [300], "it on the card")
        # And it is still the card's where its sheet is opened again.
        self.open_sheet(phone, "rug-found", "Rug")
        self.assertEqual(self.value(phone, "symbol"), "garden-chair.png")
        phone.wait(lambda: phone.driver.execute_script(drawn, "dialog [data-symbol-shown] img") == [300], "it in the sheet")

    def test_a_picture_of_the_home_is_found_with_keys_alone_and_without_a_script(self):
        folder = f"{self.household.home.path}/boards"
        png(f"{folder}/tall-lamp.png", 200, 300, lambda row: bytes([220, 200, 40]) * 200)
        self.addCleanup(os.remove, f"{folder}/tall-lamp.png")
        for name, browser in (("lamp-keys", self.phone), ("lamp-plain", Browser(self.household.url, size=PHONE, script=False))):
            path = self.board(name, "  - { label: Lamp, request: normal }")
            if browser is self.phone:
                self.open_sheet(browser, name, "Lamp")
                browser.find("[name=search]")[0].send_keys("tall" + Keys.ENTER)
            else:
                self.addCleanup(browser.close)
                browser.log_in()
                browser.go(f"/boards/{name}.yaml")
                browser.send("Lamp", ".board")
                browser.fill(search="tall")
                browser.send("Search", "main")

            def choose(browser=browser):
                """What is found may be drawn once more meanwhile."""
                offered = browser.find("[name=picked]")
                if [one.get_attribute("value") for one in offered] != ["tall-lamp.png"]:
                    return False
                offered[0].send_keys(Keys.SPACE)
                return offered[0].is_selected()
            browser.wait(choose, "the picture alone, to choose it")
            browser.find("[name=label]")[0].send_keys(Keys.ENTER)
            browser.wait(lambda file=path: self.items(file)["Lamp"].get("symbol") == "tall-lamp.png", "its name in the file")


if __name__ == "__main__":
    unittest.main(verbosity=2)
