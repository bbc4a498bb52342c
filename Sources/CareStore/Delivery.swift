public import Care
public import Foundation

/// One thing that has to reach one recipient through one channel.
public struct Delivery: Sendable, Equatable, Identifiable {
    public var id: Int64
    /// The request as it is now.
    public var request: Request
    /// Who gets it: for a command, the program.
    public var recipient: String
    /// How often it was tried in vain.
    public var attempts: Int

    /// How a try ended.
    public enum Outcome: Sendable, Equatable {
        case sent
        case failed(String)
    }

    /// After so many tries it is given up, and staff are told.
    public static let maximumAttempts = 20

    /// How long to wait after this many failed tries: 5 s, doubled each time, at most 5 minutes.
    public static func backOff(afterAttempts attempts: Int) -> TimeInterval {
        min(300, 5 * pow(2, Double(max(0, min(attempts, 10) - 1))))
    }
}
