import Foundation
import ProbeArguments

// `year-probe messages [CALLS [PEOPLE [SEED]]]` is another year: of calls that reach people on their own devices (`MessageYear+run`).
if CommandLine.arguments.dropFirst().first == "messages" {
    exit(try await MessageYear.run(Array(CommandLine.arguments.dropFirst(2))))
}

// A year of a home, in virtual time: `year-probe [ROUTINES [PEOPLE [SEED]]]`. Prints what was told, and ends with 1 if any
// reminder was lost, told twice, told early, or told of something that was not due, or not any more;
// or if anything that was done of a chore does not count, counts twice or too early, or brings other points.
// `--forget N` loses each Nth reminder on its way, `--repeat N` tells each Nth twice, and `--hasten N` a second early: the probe must
// find that out. `--lose N` loses each Nth entry of a chore on its way, `--double N` enters one part more with each Nth that does not
// finish it, and `--unaware` does not tell the store who is away: that, too.

var arguments = ProbeArguments(
    usage: """
        year-probe [ROUTINES [PEOPLE [SEED]]] [--forget N] [--repeat N] [--hasten N] [--lose N] [--double N] [--unaware]
        """)
var spoiling = Spoiling()
spoiling.forgetsEach = arguments.option("--forget", least: 1)
spoiling.repeatsEach = arguments.option("--repeat", least: 1)
spoiling.hastensEach = arguments.option("--hasten", least: 1)
spoiling.losesEach = arguments.option("--lose", least: 1)
spoiling.doublesEach = arguments.option("--double", least: 1)
spoiling.isUnaware = arguments.flag("--unaware")
let routines = arguments.count(or: 2000)
let people = arguments.count(or: 50)
let seed: UInt64 = arguments.number(or: 2026)
arguments.end()
let folder = try ProbeFolder.make()
let year = try await Year(
    folder: folder.path, routines: routines, people: people, seed: seed, spoiling: spoiling)
let begun = ContinuousClock.now
try await year.live()
let faults = year.tally.report(took: begun.duration(to: .now))
try FileManager.default.removeItem(at: folder)
if faults > 0 { exit(1) }
