import Foundation

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

var numbers: [Int] = []
var spoiling = Spoiling()
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--forget": spoiling.forgetsEach = arguments.popFirst().flatMap { Int($0) }
    case "--repeat": spoiling.repeatsEach = arguments.popFirst().flatMap { Int($0) }
    case "--hasten": spoiling.hastensEach = arguments.popFirst().flatMap { Int($0) }
    case "--lose": spoiling.losesEach = arguments.popFirst().flatMap { Int($0) }
    case "--double": spoiling.doublesEach = arguments.popFirst().flatMap { Int($0) }
    case "--unaware": spoiling.isUnaware = true
    default:
        guard let number = Int(argument), number > 0 else {
            let usage = """
                year-probe [ROUTINES [PEOPLE [SEED]]] [--forget N] [--repeat N] [--hasten N] [--lose N] [--double N] [--unaware]

                """
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }
        numbers.append(number)
    }
}
let folder = try ProbeFolder.make()
let year = try await Year(
    folder: folder.path, routines: numbers.first ?? 2000, people: numbers.dropFirst().first ?? 50,
    seed: UInt64(numbers.dropFirst(2).first ?? 2026), spoiling: spoiling)
let begun = ContinuousClock.now
try await year.live()
let faults = year.tally.report(took: begun.duration(to: .now))
try FileManager.default.removeItem(at: folder)
if faults > 0 { exit(1) }
