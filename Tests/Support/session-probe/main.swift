import Glibc

// Assignments, wait room, session and mood at a client's kiosk, by chance and in virtual time.
//
//     session-probe walk EVENTS [SEED [FIRST]] [--forget | --unlock | --trap]
//
// Random presses and whatever else may come, in walks of 150 events with power failures, at the real kiosk session: nothing locked is opened, the
// question how it was is never lost, and from everywhere the board is reached. A walk that breaks a rule is named by its number: `session-probe walk 1 SEED
// NUMBER` plays it alone. Each rule can be broken on purpose, which has to be found out: `--forget` loses the question in a power failure,
// `--unlock` opens what comes tomorrow, and with `--trap` "Go back" does nothing.
//
//     session-probe week CLIENTS [SEED [DAYS]] [--forget | --hide | --read-once]
//
// Clients with a session each day, their kiosks, providers and the real store: nobody waits unseen, and nothing is lost. `--forget` loses one line in a
// hundred on its way to the store, `--hide` leaves somebody who waits out of each third page that shows one, and with `--read-once` kiosks read their
// appointments only when they connect. Each has to be found out.
//
// Ends with 3 if a rule was broken, and with 1 if too little has happened for this to mean anything.

func fail(_ text: String, _ status: Int32 = 1) -> Never {
    print(text)
    exit(status)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let options = arguments.filter { $0.hasPrefix("--") }
arguments.removeAll { $0.hasPrefix("--") }
let numbers = arguments.dropFirst().compactMap { Int($0) }
guard let what = arguments.first, let count = numbers.first, count > 0, numbers.count == arguments.count - 1
else { misused() }
let seed = UInt64(numbers.dropFirst().first ?? 2026)
switch what {
case "walk":
    walk(count, seed: seed, from: numbers.dropFirst(2).first ?? 0, spoiling: spoiling(of: options))
case "week":
    try await week(
        clients: count, seed: seed, days: numbers.dropFirst(2).first ?? 7, spoiling: spoiling(of: options))
default: fail("there is no \(what): walk, or week", 64)
}

func misused() -> Never {
    fail(
        """
        usage: session-probe walk EVENTS [SEED [FIRST]] [--forget | --unlock | --trap]
               session-probe week CLIENTS [SEED [DAYS]] [--forget | --hide | --read-once]
        """, 64)
}

/// What is to be made wrong, if anything: one thing at a time.
func spoiling<Kind: RawRepresentable<String>>(of options: [String]) -> Kind? {
    guard let option = options.first else { return nil }
    guard options.count == 1, let kind = Kind(rawValue: String(option.dropFirst(2))) else { misused() }
    return kind
}

func walk(_ events: Int, seed: UInt64, from first: Int, spoiling: Walk.Spoiling?) {
    let begun = ContinuousClock.now
    var tally = Walk.Tally()
    var number = first
    var broken: [String] = []
    var looked: [String: Int] = [:]
    while tally.events < events, broken.count < 5 {
        var walk = Walk(seed: seed, number: number, spoiling: spoiling)
        walk.run(&looked)
        tally.add(walk.tally)
        if let fault = walk.broken { broken.append("walk \(number): \(fault)") }
        number += 1
    }
    let seconds = begun.duration(to: .now) / .seconds(1)
    print(
        """
        \(tally.events) events in \(number - first) walks, seed \(seed): \(tally.handled) handled, \(tally.presses) presses, \
        \(tally.restarts) power failures, \(tally.came) times in the wait room, \(tally.met) times with the provider, \(tally.moods) moods, \
        \(tally.asked) requests, \(tally.ways) ways back from \(looked.count) places, in \(Int(seconds.rounded())) s
        """)
    broken.forEach { print($0) }
    // Something has to happen for this to mean anything.
    let each = min(events, tally.events) / 2000
    guard broken.isEmpty else { exit(3) }
    guard tally.came >= each, tally.met >= each, tally.moods >= each else { exit(1) }
}
