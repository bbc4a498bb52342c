import Glibc
import ProbeArguments

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

var arguments = ProbeArguments(
    usage: """
        session-probe walk EVENTS [SEED [FIRST]] [--forget | --unlock | --trap]
               session-probe week CLIENTS [SEED [DAYS]] [--forget | --hide | --read-once]
        """)
switch arguments.word() {
case "walk":
    // What is to be made wrong, if anything.
    let spoiling: Walk.Spoiling? = arguments.choice()
    let events = arguments.count()
    let seed: UInt64 = arguments.number(or: 2026)
    let first = arguments.number(or: 0)
    arguments.end()
    walk(events, seed: seed, from: first, spoiling: spoiling)
case "week":
    let spoiling: Week.Spoiling? = arguments.choice()
    let clients = arguments.count()
    let seed: UInt64 = arguments.number(or: 2026)
    let days = arguments.count(or: 7)
    arguments.end()
    try await week(clients: clients, seed: seed, days: days, spoiling: spoiling)
default: arguments.misused()
}

func fail(_ text: String, _ status: Int32 = 1) -> Never {
    print(text)
    exit(status)
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
