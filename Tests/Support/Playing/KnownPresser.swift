public import Evidence
import Scanning

extension PressProfile {
    /// Somebody who presses that many seconds after the end of a word, give or take 0.05 s, and now and then by accident: every ninth press that is
    /// known was none. Always the same.
    ///
    /// - Parameter presses: How many are known, accidents included.
    public static func known(_ seconds: Double, presses: Int = 90) -> PressProfile {
        let records = (0..<presses).map { number -> PressRecord in
            guard number % 9 == 8 else {
                let since = seconds + [-0.05, 0, 0.05][number / 3 % 3]
                return .choice(
                    .init(
                        id: .init(rawValue: UInt64(number)), mode: .automatic, pattern: .groupItem,
                        scanTime: .milliseconds(1500),
                        sinceCueEnded: .milliseconds(Int64((since * 1000).rounded())),
                        sinceCueBegan: nil, steps: 2))
            }
            // Anywhere in the time of an item, and of the one before.
            let since = Duration.milliseconds(number / 9 * 7 % 22 * 100 - 700)
            return .weighed(
                .init(
                    offers: [
                        .init(since: since + .milliseconds(2300), wanted: 0.1, meant: 0),
                        .init(since: since, wanted: 0.1, meant: 0),
                    ], watched: .seconds(5), verdict: .passed))
        }
        return PressProfile(records)
    }
}
