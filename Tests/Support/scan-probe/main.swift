import Glibc
import ProbeArguments
import Scanning

// Feeds random switches, voices and sessions to the switch filter and the scanner, and looks whether the rules of
// scanning hold: the same log gives the same choices, one press does one thing, and doing nothing always ends at rest.
//
//     scan-probe SEQUENCES [SEED [FIRST]]
//
// Each sequence has parameters of its own, anywhere in their ranges. One that breaks a rule is named by its number:
// `scan-probe 1 SEED NUMBER` plays it alone and tells what happened.
//
//     scan-probe --filter IGNORE_REPEAT
//
// Reads edges of one switch, `MICROSECONDS 1|0` a line, and prints how many presses the filter makes of them with the standard
// settings and these milliseconds of `ignore_repeat`.

var arguments = ProbeArguments(
    usage: """
        scan-probe SEQUENCES [SEED [FIRST]]
               scan-probe --filter IGNORE_REPEAT
        """)
if let ignoreRepeat = arguments.option("--filter") {
    arguments.end()
    print(countPresses(ignoreRepeat: .milliseconds(ignoreRepeat)))
    exit(0)
}
let count = arguments.count()
let seed: UInt64 = arguments.number(or: 1)
let first = arguments.number(or: 0)
arguments.end()

var totals = Totals()
var broken: [(number: Int, rule: String)] = []
let clock = ContinuousClock()
let begun = clock.now
for number in first..<(first + count) {
    let sequence = RandomSequence(seed: seed, number: number)
    var play = Play(sequence, extraWakes: false, tells: count == 1)
    let outcome = play.run()
    var again = Play(sequence, extraWakes: true, tells: false)
    var fault = outcome.broken
    if fault == nil, again.run().choices != outcome.choices {
        fault = "the same log gives other choices when it is woken more often"
    }
    totals.add(outcome)
    if let fault {
        broken.append((number, fault))
        if broken.count == 10 { break }
    }
}
let seconds = (clock.now - begun) / .seconds(1)
print(
    """
    \(totals.sequences) sequences, seed \(seed): \(totals.edges) edges, \(totals.wakes) wake-ups, \
    \(totals.choices) choices, \(totals.rests) times to rest, in \(Int(seconds.rounded())) s
    """)
for fault in broken { print("sequence \(fault.number): \(fault.rule)") }
if !broken.isEmpty || totals.choices == 0 || totals.rests == 0 { exit(1) }

struct Totals {
    var sequences = 0
    var edges = 0
    var wakes = 0
    var choices = 0
    var rests = 0

    mutating func add(_ outcome: Outcome) {
        sequences += 1
        edges += outcome.edges
        wakes += outcome.wakes
        choices += outcome.choices.count
        rests += outcome.rests
    }
}
