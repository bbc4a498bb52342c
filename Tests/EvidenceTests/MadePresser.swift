import Chance
import Foundation
import Scanning
import Testing

/// A person who is drawn by chance, and what a kiosk would keep of their presses.
struct MadePresser: CustomTestStringConvertible {
    enum Habit {
        case normal(mean: Double, deviation: Double)
        /// Of the logarithm.
        case logNormal(median: Double, deviation: Double)
        /// One or the other, by chance.
        case two(Double, Double, deviation: Double)
    }

    var name: String
    var habit: Habit
    /// Accidental presses a second.
    var accidents: Double
    /// The part of meant presses that do not happen.
    var missed: Double

    var testDescription: String { name }

    func time(_ chance: inout SeededGenerator) -> Double {
        switch habit {
        case .normal(let mean, let deviation): mean + deviation * chance.normal()
        case .logNormal(let median, let deviation): exp(log(median) + deviation * chance.normal())
        case .two(let one, let other, let deviation):
            (chance.unit() < 0.5 ? one : other) + deviation * chance.normal()
        }
    }

    /// So many presses that were meant, with what came between them: items are offered for 2 to 12 s, each for 2.3 s.
    func records(_ presses: Int, seed: UInt64) -> [PressRecord] {
        var chance = SeededGenerator(seed: seed)
        var records: [PressRecord] = []
        for _ in 0..<presses {
            let watched = 2 + 10 * chance.unit()
            let slips = chance.poisson(mean: accidents * watched)
            let apart = watched / Double(slips + 1)
            for _ in 0..<slips {
                let since = 2.3 * chance.unit() - 0.8
                records.append(weighed([(since + 2.3, 0.1), (since, 0.1)], watched: apart))
            }
            var gone = 0.0
            while chance.unit() < missed { gone += 1 }
            records.append(weighed([(time(&chance), 0.4)], watched: apart))
            records.append(
                .visit(.init(beginning: .opened, wanted: 1, offers: gone + 1, missed: gone, silence: .zero)))
        }
        return records
    }
}

/// A press, with how long ago the items that it may mean had been said, and how likely each was wanted.
func weighed(
    _ offers: [(since: Double, wanted: Double)], watched: Double,
    _ verdict: PressRecord.Weighed.Verdict = .chose,
    choice: PressRecord.ID? = nil
) -> PressRecord {
    .weighed(
        .init(
            offers: offers.map { .init(since: milliseconds($0.since), wanted: $0.wanted, meant: 0) },
            watched: milliseconds(watched), verdict: verdict, choice: choice))
}

private func milliseconds(_ seconds: Double) -> Duration { .milliseconds(Int64((seconds * 1000).rounded())) }
