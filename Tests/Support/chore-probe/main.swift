import Chance
import Foundation
import ZoneFiles

// Plays random households that share chores, and compares whose turn it is, who has what and what counts with an oracle that was
// written separately.
//
//     chore-probe OPERATIONS [SEED] [--spoil entries|turns|lists|zone]
//
// Prints what was compared. Ends with 1 at the first difference, and with 3 if too little was compared. What `--spoil` gets wrong on
// purpose must be found.

var numbers: [UInt64] = []
var spoiling: Spoiling?
var isUnderstood = true
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    if argument == "--spoil", let what = arguments.popFirst().flatMap(Spoiling.init(rawValue:)) {
        spoiling = what
    } else if let number = UInt64(argument) {
        numbers.append(number)
    } else {
        isUnderstood = false
    }
}
guard isUnderstood, let operations = numbers.first.flatMap({ Int(exactly: $0) }), operations > 0 else {
    let kinds = Spoiling.allCases.map(\.rawValue).joined(separator: "|")
    print("usage: chore-probe OPERATIONS [SEED] [--spoil \(kinds)]")
    exit(2)
}
let seed = numbers.dropFirst().first ?? 1
var chance = SeededGenerator(seed: seed)
var tally = Tally()
do {
    let berlin = try ZoneFiles().rules(for: "Europe/Berlin")
    while tally.operations < operations {
        var play = HouseholdPlay(berlin: berlin, spoiling: spoiling, &chance)
        try play.run(atMost: operations - tally.operations, &chance, &tally)
    }
} catch let difference as Difference {
    print("seed \(seed), operation \(tally.operations): \(difference)")
    exit(1)
} catch {
    print("\(error)")
    exit(2)
}
guard tally.isWorthIt else {
    print("too little was compared: \(tally)")
    exit(3)
}
print(tally)
