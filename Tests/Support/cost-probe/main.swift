import Glibc
import ProbeArguments

// Plays random homes whose people share costs, and compares each of them with a second reckoning that was written separately.
//
//     cost-probe OPERATIONS [SEED] [--spoil lost|doubled|kept|cents|payments]
//
// People come, leave and are away; expenses are divided in all three ways, corrected and withdrawn; people pay and ask each other. After
// each line its own parts are compared with exact fractions, and from time to time all of the book with what is left when only what still
// counts is reckoned from nothing. What settles everybody must settle them, in as few payments as trying all of them finds.
//
// Ends with 1 if something differs, and with 3 if too little was compared. What `--spoil` gets wrong on purpose must be found.

var arguments = ProbeArguments(
    usage: "cost-probe OPERATIONS [SEED] [--spoil \(ProbeArguments.names(of: Spoiling.self))]")
let spoiling: Spoiling? = arguments.option("--spoil")
let count = arguments.count()
let seed: UInt64 = arguments.number(or: 1)
arguments.end()

var tally = Tally()
var number = 0
while tally.operations < count, tally.broken.isEmpty {
    var home = RandomHome(seed: seed, number: number, spoiling: spoiling)
    home.play(min(RandomHome.mostOperations, count - tally.operations), &tally)
    number += 1
}
print(
    """
    \(tally.operations) operations in \(number) homes, seed \(seed): \(tally.lines) lines, of which \(tally.corrections) correct and \
    \(tally.withdrawals) withdraw, \(tally.payments) payments, \(tally.charges) charges, \(tally.parts) parts that left a rest; people \
    \(tally.came) times came, \(tally.left) left, \(tally.away) were away, \(tally.back) were there again; \
    \(tally.books) books compared, \(tally.settlings) settlings, \(tally.tried) of them with all ways tried
    """)
for fault in tally.broken.prefix(10) { print("home \(number - 1): \(fault)") }
// A play in which nothing of a kind has happened shows nothing of it.
if !tally.broken.isEmpty { exit(1) }
if !tally.isWorthIt {
    print("too little was compared")
    exit(3)
}

struct Tally {
    var operations = 0
    var lines = 0
    var corrections = 0
    var withdrawals = 0
    var payments = 0
    var charges = 0
    /// Of an amount that could not be divided without a rest.
    var parts = 0
    /// After the home had begun.
    var came = 0
    var left = 0
    var away = 0
    var back = 0
    var books = 0
    var settlings = 0
    /// Settlings whose number of payments was compared with all ways.
    var tried = 0
    var broken: [String] = []

    var isWorthIt: Bool {
        [
            lines, corrections, withdrawals, payments, charges, parts, came, left, away, back, books,
            settlings,
            tried,
        ]
        .allSatisfy { $0 > operations / 1000 }
    }
}
