import Boards
import Foundation
import HomeFiles
import ProbeArguments
import Scanning
import Simulation
import StaffFiles

func fail(_ text: String, status: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(status)
}

var arguments = ProbeArguments(usage: "evidence-probe BOARD PHRASES [--requests COUNT] [--seed SEED] [--scan MS] [--first MS]")
let requests = arguments.option("--requests", least: 1) ?? 500
let seed = arguments.option("--seed") ?? 1
let scan = arguments.option("--scan")
let first = arguments.option("--first")
let only = arguments.option("--only")
let (board, phraseFile) = (arguments.word(), arguments.word())
arguments.end()
let loader = StaffFileLoader { path, limit in
    guard let data = FileManager.default.contents(atPath: path) else { return .failure(.init("cannot be read")) }
    return .success(Array(data.prefix(limit)))
}
guard let boards = BoardReader(loader: loader).read(board).boards,
    let bytes = FileManager.default.contents(atPath: phraseFile),
    let phrases = PhrasesReader.read(Array(bytes), file: phraseFile).phrases
else { fail("the board or the phrases cannot be used") }

let people: [PressModel] = [.exact, .harder, .falsePresses(rate: 0.05), .falsePresses(rate: 0.18)]
for (number, person) in people.enumerated() where only == nil || only == number {
    for evidence in ScanParameters.PressEvidence.allCases {
        for pattern in [ScanParameters.Pattern.groupItem, .rowColumn] {
            var settings = HomeSettings.standard
            settings.scanning.pressEvidence = evidence
            if let first { settings.scanning.firstItemExtra = .milliseconds(first) }
            var simulation = Simulation(
                boards: boards, settings: settings, phrases: phrases, model: person, requests: requests, seed: UInt64(seed))
            simulation.isTuned = true
            if let scan { simulation.fixedScanTime = .milliseconds(scan) }
            let result = simulation.report(on: [.init(mode: .automatic, pattern: pattern)]).results[0]
            print(
                "\(person.name) \(person.falsePresses) \(evidence) \(pattern): scan \(result.scanTimeMilliseconds) repeat \(result.ignoreRepeatMilliseconds) right \(result.rightPer100) clean \(result.cleanPer100) mean \(result.seconds.mean) p95 \(result.seconds.p95) presses \(result.presses.mean) wrong \(result.wrongPer100) turns \(result.wrongTurnsPer100) false/h \(result.falseRequestsPerHour) said/h \(result.falseSayingsPerHour)"
            )
            if evidence == .full {
                print("  " + result.calibration.enumerated().map { "\($0.offset): \($0.element.meant)/\($0.element.presses)" }.joined(separator: "  "))
            }
        }
    }
}
