import Chance
import Foundation
import ProbeArguments
import ZoneFiles

// Plays random households that share chores, and compares whose turn it is, who has what and what counts with an oracle that was
// written separately.
//
//     chore-probe OPERATIONS [SEED] [--spoil entries|turns|lists|zone]
//
// Prints what was compared. Ends with 1 at the first difference, and with 3 if too little was compared. What `--spoil` gets wrong on
// purpose must be found.

var arguments = ProbeArguments(
    usage: "chore-probe OPERATIONS [SEED] [--spoil \(ProbeArguments.names(of: Spoiling.self))]")
let spoiling: Spoiling? = arguments.option("--spoil")
let operations = arguments.count()
let seed: UInt64 = arguments.number(or: 1)
arguments.end()
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
