public import Care
import Dispatch

/// Access of the service's API to the home's voice; injected when the service is composed.
public struct SpeechDesk: Sendable {
    /// One at a time speaks, and each person has one in work: whoever asks for a hundred waits for their own.
    static let limits = WorkBudget.Limits(each: 1, eachWaiting: 3, all: 2, allWaiting: 64)

    private let say: @Sendable (SpeechSample) throws(CareProblem) -> [UInt8]
    private let queue = DispatchQueue(label: "speech samples", qos: .utility)

    /// - Parameter say: A WAV file of a text. It may take its time, and throws a problem in words for people.
    public init(_ say: @escaping @Sendable (SpeechSample) throws(CareProblem) -> [UInt8]) { self.say = say }

    /// On a thread that may block, because Swift's own are too few for that.
    public func file(of sample: SpeechSample) async throws(CareProblem) -> [UInt8] {
        let result: Result<[UInt8], CareProblem> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(CareProblem) in try say(sample) })
            }
        }
        return try result.get()
    }
}
