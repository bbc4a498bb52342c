import Chance
import Foundation

// Plays random households that share chores, and compares whose turn it is, who has what and what counts with an oracle that was
// written separately. Usage: chore-probe OPERATIONS [SEED]. Prints what was compared; ends with 1 at the first difference.

let arguments = CommandLine.arguments.dropFirst()
guard let operations = arguments.first.flatMap({ Int($0) }), operations > 0 else {
    print("usage: chore-probe OPERATIONS [SEED]")
    exit(2)
}
let seed = arguments.dropFirst().first.flatMap { UInt64($0) } ?? 1
var chance = SeededGenerator(seed: seed)
var tally = Tally()
do {
    while tally.operations < operations {
        var play = HouseholdPlay(&chance)
        try play.run(atMost: operations - tally.operations, &chance, &tally)
    }
} catch {
    print("seed \(seed), operation \(tally.operations): \(error)")
    exit(1)
}
guard tally.isWorthIt else {
    print("too little was compared: \(tally)")
    exit(1)
}
print(tally)
