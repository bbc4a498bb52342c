import Glibc

// Plays random homes whose people share costs, and compares each of them with a second reckoning that was written separately.
//
//     cost-probe OPERATIONS [SEED]
//
// People come, leave and are away; expenses are divided in all three ways, corrected and withdrawn; people pay and ask each other. After
// each line its own parts are compared with exact fractions, and from time to time all of the book with what is left when only what still
// counts is reckoned from nothing. What settles everybody must settle them, in as few payments as trying all of them finds.

guard let count = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }), count > 0 else {
    print("usage: cost-probe OPERATIONS [SEED]")
    exit(64)
}
let seed = CommandLine.arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? 1

var tally = Tally()
var number = 0
while tally.operations < count, tally.broken.isEmpty {
    var home = RandomHome(seed: seed, number: number)
    home.play(min(RandomHome.mostOperations, count - tally.operations), &tally)
    number += 1
}
print(
    """
    \(tally.operations) operations in \(number) homes, seed \(seed): \(tally.lines) lines, \(tally.parts) parts that left a rest, \
    \(tally.books) books compared, \(tally.settlings) settlings, \(tally.tried) of them with all ways tried
    """)
for fault in tally.broken.prefix(10) { print("home \(number - 1): \(fault)") }
// A play in which nothing of a kind has happened shows nothing of it.
let kinds = [tally.lines, tally.parts, tally.books, tally.settlings, tally.tried]
if !tally.broken.isEmpty || kinds.contains(0) { exit(1) }

struct Tally {
    var operations = 0
    var lines = 0
    /// Of an amount that could not be divided without a rest.
    var parts = 0
    var books = 0
    var settlings = 0
    /// Settlings whose number of payments was compared with all ways.
    var tried = 0
    var broken: [String] = []
}
