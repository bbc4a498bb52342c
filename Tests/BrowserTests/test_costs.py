"""Shared costs on a phone: an expense is entered, divided, corrected and settled by two people, with scripts and without."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import PHONE, Browser, TwoPhones, link_phone, png  # noqa: E402


class Costs(TwoPhones, unittest.TestCase):
    def looks_right(self, phone, name):
        phone.picture(name, whole=True)
        found = phone.violations() + phone.small_targets() + phone.outside() + phone.complaints()
        self.assertEqual(found, [], "\n".join(found))
        self.assertFalse(phone.is_too_wide())

    def balances(self, phone):
        status, found = phone.driver.execute_async_script(
            "const done = arguments[0]; fetch('/api/v1/balances').then(async (one) => done([one.status, await one.json()]))")
        self.assertEqual(status, 200)
        return {(one["person"], one["currency"]): one["amount"] for one in found["totals"]}

    def test_1_from_the_first_expense_to_nobody_owing_anything(self):
        anna, ben = self.anna, self.ben
        anna.go("/more")
        anna.send("Costs", "main")
        self.looks_right(anna, "costs-empty")
        anna.send("New expense", "main")
        # Parts are asked for only where they are not the same.
        self.assertFalse(anna.find("[name=part-ben]")[0].is_displayed())
        anna.fill(what="Groceries", amount="10,01")
        for person in ("anna", "ben", "maria"):
            anna.tick(f"[name=for][value={person}]")
        self.looks_right(anna, "costs-new")
        anna.send("Save")
        anna.wait_text("The expense is saved.")
        cells = [cell.text for cell in anna.find(".sums td")]
        self.assertEqual(sorted(cells), ["3.33 EUR", "3.34 EUR", "3.34 EUR"])
        self.looks_right(anna, "costs-expense")
        expense = anna.path.split("?")[0]
        # Ben was there for two.
        ben.go(expense)
        ben.send("Correct")
        ben.tick("[name=kind][value=shares]")
        ben.wait(lambda: ben.find("[name=part-ben]")[0].is_displayed(), "the parts")
        ben.tick("[name=for][value=maria]")
        ben.fill(amount="9", reason="Maria had nothing.", **{"part-ben": "2"})
        self.looks_right(ben, "costs-correction")
        ben.send("Save")
        ben.wait_text("It is corrected.")
        self.assertEqual([cell.text for cell in ben.find(".sums td")], ["3.00 EUR", "6.00 EUR"])
        ben.wait_text("Why: Maria had nothing.")
        self.assertEqual(self.balances(ben), {("ben", "EUR"): -600})
        self.assertEqual(self.balances(anna), {("ben", "EUR"): -600, ("anna", "EUR"): 600})
        # Where Anna can be paid stands beside what Ben owes her.
        anna.go("/costs/link")
        anna.fill(link="javascript:alert(1)")
        anna.send("Save")
        anna.wait_text("Write a link that begins with https://")
        # The browser notes that the form was refused, and nothing else.
        self.assertEqual([one for one in anna.complaints() if "422" not in one], [])
        anna.fill(link="https://pay.example/anna")
        anna.send("Save")
        anna.wait_text("Your payment link is saved.")
        self.looks_right(anna, "costs")
        ben.go("/costs")
        ben.wait_text("You owe Anna 6.00 EUR")
        self.assertEqual(ben.find("a[href='https://pay.example/anna']")[0].text, "https://pay.example/anna")
        ben.send("Settle up")
        ben.wait_text("You pay Anna 6.00 EUR")
        self.looks_right(ben, "costs-settle")
        ben.send("It was paid")
        ben.wait_text("The payment is saved.")
        ben.wait_text("Nobody owes anybody anything.")
        self.assertEqual(self.balances(anna), {})
        self.looks_right(ben, "costs-settled")

    def test_2_an_amount_is_asked_for_and_paid(self):
        anna, ben = self.anna, self.ben
        anna.go("/costs/ask")
        self.choose_option(anna, "from", "ben")
        anna.fill(what="Rent", amount="700")
        self.looks_right(anna, "costs-ask")
        anna.send("Ask", "main")
        anna.wait_text("You ask Ben for 700.00 EUR")
        # One tap reminds Ben, whatever page he is on; another one within the hour does not.
        ben.go("/more")
        ben.wait_live()
        self.assertEqual(ben.find("#reminded a"), [])
        anna.send("Remind Ben", "[data-key^=charge]")
        anna.wait_text("The reminder is on its way.")
        self.looks_right(anna, "costs-reminded")
        anna.send("Remind Ben", "[data-key^=charge]")
        anna.wait_text("Ben was reminded of it less than an hour ago")
        self.assertEqual([one for one in anna.complaints() if "409" not in one], [])
        ben.wait_text("To be paid by")
        line, = ben.find("#reminded a")
        # What a notification says, which others may see, is not for what.
        self.assertNotIn("Rent", line.get_attribute("data-say"))
        self.looks_right(ben, "costs-line")
        ben.send(line.text, "#reminded")
        ben.wait_text("Anna asks you for 700.00 EUR")
        self.assertTrue(ben.find(ben.driver.execute_script("return location.hash")))
        self.assertNotIn("Remind Ben", ben.text())
        ben.send("Record a payment", "[data-key^=charge]")
        ben.send("Record a payment", "main form.narrow")
        ben.wait_text("The payment is saved.")
        self.assertEqual(ben.find("[data-key^=charge]") + ben.find("#reminded a"), [])
        ben.send("Undo the payment", "main")
        ben.send("Undo the payment", "main form")
        ben.wait_text("Anna asks you for 700.00 EUR")

    def choose_option(self, phone, name, value):
        phone.driver.execute_script(
            "const field = document.querySelector(`select[name=${arguments[0]}]`); field.value = arguments[1];"
            "field.dispatchEvent(new Event('change', {bubbles: true}));", name, value)

    def test_3_a_receipt_and_no_scripts(self):
        plain = Browser(self.household.url, size=PHONE, script=False)
        self.addCleanup(plain.close)
        plain.log_in()
        plain.go("/costs/new")
        plain.tick("[name=kind][value=exact]")
        for person in ("ben", "maria"):
            plain.tick(f"[name=for][value={person}]")
        plain.fill(what="Lamp", amount="30", **{"part-ben": "10", "part-maria": "20.01"})
        plain.send("Save")
        plain.wait_text("The parts come to 30.01 EUR, and the amount is 30.00 EUR.")
        plain.fill(**{"part-maria": "20"})
        plain.send("Save")
        plain.wait_text("The expense is saved.")
        path = plain.path.split("?")[0]
        with tempfile.TemporaryDirectory(prefix="beckon-receipt.") as folder:
            receipt = png(f"{folder}/receipt.png", 900, 1800, lambda row: bytes([row % 256, 200, 90]) * 900)
            self.anna.go(path)
            self.anna.tap("Add a picture")
            self.anna.find("#picture")[0].send_keys(receipt)
            self.anna.wait(lambda: self.anna.button("Save the picture").is_enabled(), "the picture to be made small")
            self.anna.send("Save the picture")
        self.anna.wait_text("The picture is saved.")
        height = self.anna.wait(lambda: self.anna.driver.execute_script(
            "return document.querySelector('img.receipt').naturalHeight"), "the receipt to be drawn")
        self.assertEqual(height, 1400)
        self.looks_right(self.anna, "costs-receipt")
        plain.go(path + "/withdrawal")
        plain.send("Delete", "main form")
        plain.wait_text("This expense was deleted.")

    def test_4_a_client_sees_what_they_owe_and_says_that_they_have_paid(self):
        """On a phone of their own, with scripts and without."""
        anna = self.anna
        anna.go("/costs/link")
        anna.fill(link="https://pay.example/anna")
        anna.send("Save")
        anna.wait_text("Your payment link is saved.")
        for script in (True, False):
            phone = Browser(self.household.url, size=PHONE, script=script)
            self.addCleanup(phone.close)
            link_phone(anna, "maria", phone)
            anna.go("/costs/ask")
            self.choose_option(anna, "from", "maria")
            anna.fill(what="Cinema", amount="12.50", currency="CHF")
            anna.send("Ask", "main")
            anna.wait_text("You ask Maria for 12.50 CHF")
            anna.send("Remind Maria", "main")
            anna.wait_text("The reminder is on its way.")
            phone.go("/mine/chores")
            phone.wait_text("Anna asks you for 12.50 CHF")
            phone.go("/more")
            line, = phone.find("#reminded a")
            self.assertRegex(line.text, "^To be paid by .*: Cinema$")
            phone.send("Costs", "main")
            phone.wait_text("Anna asks you for 12.50 CHF")
            phone.wait_text("You owe Anna 12.50 CHF")
            self.assertEqual(phone.find("[data-key=asked] a[href='https://pay.example/anna']")[0].text, "https://pay.example/anna")
            if script:
                self.looks_right(phone, "mine-costs")
            phone.send("I have paid", "[data-key=asked]")
            phone.wait_text("Have you given Anna 12.50 CHF?")
            if script:
                self.looks_right(phone, "mine-costs-paid")
            phone.send("I have paid", "main form")
            phone.wait_text("The payment is saved.")
            self.assertNotIn("12.50 CHF", phone.text())
            # Where she can be paid herself: the second time a coordinator has said it meanwhile.
            phone.go("/mine/costs")
            phone.send("My payment link", "main")
            self.assertEqual(phone.find("[name=link]")[0].get_attribute("value"), "" if script else "https://pay.example/home")
            phone.fill(link="https://pay.example/maria")
            if script:
                self.looks_right(phone, "mine-costs-link")
            phone.send("Save", "main form")
            phone.wait_text("Your payment link is saved.")
            anna.go("/people/maria")
            anna.send("Payment link", "main")
            self.assertEqual(anna.find("[name=link]")[0].get_attribute("value"), "https://pay.example/maria")
            anna.fill(link="https://pay.example/home")
            anna.send("Save", "main form")
            anna.wait_text("The payment link is saved.")
            anna.go("/costs")
            self.assertIn("Maria paid Anna 12.50 CHF", anna.text())
            self.assertNotIn("You ask Maria", anna.text())


if __name__ == "__main__":
    unittest.main(verbosity=2)
