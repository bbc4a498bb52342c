import Boards
import Foundation
import Glibc
import HomeFiles
import PlayedWeek
import ProbeArguments
import StaffFiles

// Lets a week pass in a home in virtual time, with the real sessions of kiosk and station, and looks whether memory stays
// where it was after the first fifth of it.
//
//     soak-probe BOARD PHRASES [--events COUNT] [--seed SEED] [--leak BYTES]
//
// It ends when a week has passed and COUNT events (1,000,000) have been handled, with status 3 where memory grows. `--leak` keeps so many bytes of every
// event, to show that it would be found out.

/// What the process may grow from a fifth of the way to its end. Bytes.
let mostGrowth = 2_097_152
let week = 7.0 * 86_400

/// - Parameter status: 3 where memory grows, so that a test can tell that from other trouble.
func fail(_ text: String, status: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(status)
}

/// Seen at once, also through a pipe.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// What the process has in memory now. Bytes.
func resident() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { fail("/proc/self/statm cannot be read") }
    return pages * sysconf(Int32(_SC_PAGESIZE))
}

var arguments = ProbeArguments(
    usage: "soak-probe BOARD PHRASES [--events COUNT] [--seed SEED] [--leak BYTES]")
let wanted = arguments.option("--events", least: 1) ?? 1_000_000
let seed = arguments.option("--seed") ?? 2026
let leak = arguments.option("--leak") ?? 0
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
else { fail("the board or the phrases cannot be used") }
var shorter = boards
if var first = shorter.boards[shorter.start], first.items.count > 1 {
    first.items.removeLast()
    shorter.boards[shorter.start] = first
}
var home = Week(boards: [boards, shorter], phrases: phrases, seed: UInt64(seed))
home.begin()

var leaked: [UInt8] = []
var marks: [Int] = []
let clock = ContinuousClock()
let begun = clock.now
while home.tally.events < wanted || home.seconds < week {
    home.advance()
    if leak > 0 { leaked.append(contentsOf: repeatElement(1, count: leak)) }
    let done = min(Double(home.tally.events) / Double(wanted), home.seconds / week)
    if done >= Double(marks.count + 1) / 10 {
        marks.append(resident())
        say(
            "\(marks.count * 10) %: \(marks[marks.count - 1] / 1024) KiB, \(home.tally.events) events, \(home.open) open, \(home.planned) planned"
        )
    }
}
let (from, to) = (marks[1], marks[2...].max() ?? marks[1])
let tally = home.tally
say(
    """
    \(Int(home.seconds / 86_400)) days, \(tally.events) events: \(tally.presses) presses, \(tally.requests) requests, \
    \(tally.answers) answers, \(tally.announcements) announcements, \(tally.faults) faults, \(tally.boards) new boards, \
    \(tally.outages) outages, in \(Int((clock.now - begun) / .seconds(1))) s
    from a fifth to the end: \((to - from) / 1024) KiB more, at most \(mostGrowth / 1024)
    """)
guard tally.requests > 1000, tally.answers > 1000, tally.faults > 50, tally.boards > 10 else {
    fail("too little happened for a week")
}
if to - from > mostGrowth { fail("it grows: something is kept that nobody needs any more", status: 3) }
withExtendedLifetime(leaked) {}
