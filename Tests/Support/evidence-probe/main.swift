import Boards
import Foundation
import HomeFiles
import ProbeArguments
import Scanning
import Simulation
import StaffFiles

// Lets simulated people use a board with `press_evidence` off, cautious and full, and compares.
//
//     evidence-probe BOARD PHRASES [--requests COUNT] [--seeds COUNT] [--people NAME,NAME…] [--spoil]
//
// The people are those of `beckon simulate`, one with more accidental presses, 24 that are drawn from what studies know of people, and some
// whom the kiosk's model of presses does not fit. Each uses the board after tuning, with automatic scanning, by groups and by rows. Prints
// what it cost them, how often presses that the kiosk called so sure were meant, and who is worst off.
//
// Ends with 1 where somebody is worse off with `full` than with `off`, where the kiosk is surer or less sure than it may be, or where a goal
// is missed that is asked of single people. With `--spoil` the kiosk takes everybody for somebody far slower, which must be found.

/// Names on the command line, with commas between them.
struct Names: RawRepresentable {
    var rawValue: String
    var all: [String] { rawValue.split(separator: ",").map(String.init) }
}

func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(64)
}

var arguments = ProbeArguments(
    usage: "evidence-probe BOARD PHRASES [--requests COUNT] [--seeds COUNT] [--people NAME,NAME…] [--spoil]")
let requests = arguments.option("--requests", least: 1) ?? 500
let seeds = arguments.option("--seeds", least: 1) ?? 1
let chosen: Names? = arguments.option("--people")
let isSpoilt = arguments.flag("--spoil")
let (board, phraseFile) = (arguments.word(), arguments.word())
arguments.end()

let loader = StaffFileLoader { path, limit in
    guard let data = FileManager.default.contents(atPath: path) else {
        return .failure(.init("cannot be read"))
    }
    return .success(Array(data.prefix(limit)))
}
guard let boards = BoardReader(loader: loader).read(board).boards,
    let bytes = FileManager.default.contents(atPath: phraseFile),
    let phrases = PhrasesReader.read(Array(bytes), file: phraseFile).phrases
else { fail("The board or the phrases cannot be used.") }

let everybody = Played.everybody(requests: requests)
let people = everybody.filter { chosen?.all.contains($0.name) != false }
if let unknown = chosen?.all.first(where: { name in !everybody.contains { $0.name == name } }) {
    fail("Nobody is called \(unknown). There are: \(everybody.map(\.name).joined(separator: ", ")).")
}

let stage = Stage(
    boards: boards, phrases: phrases, requests: requests, seeds: seeds,
    believed: isSpoilt ? Stage.stranger : nil)
let plays = await stage.play(
    people.flatMap { person in
        [ScanParameters.Pattern.groupItem, .rowColumn].flatMap { pattern in
            ScanParameters.PressEvidence.allCases.map { Play(person: person, pattern: pattern, evidence: $0) }
        }
    })

print("\(requests) needs each, \(seeds) seeds, after tuning.")
print(
    "Asked back: presses for 100 needs. Its seconds: from one that was meant to the next that was taken, for each need.\n"
)
print(Play.head)
for play in plays { print(play.line) }
let judgement = Judgement(plays)
print("\nHow sure the kiosk called presses with full, and how many of them were meant:")
for line in judgement.calibrationLines { print(line) }
if let worst = judgement.worst { print("\n\(worst)") }
for fault in judgement.faults { print("WRONG: \(fault)") }
exit(judgement.faults.isEmpty ? 0 : 1)
