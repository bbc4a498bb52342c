import Foundation
import OwnThreads
import RealTime
import Synchronization
import Testing
import Time

@testable import Roles

/// A session that writes down what it gets; it wants to be woken never.
private struct Diary: SessionReducer {
    static let wakeEvent = "wake"
    var nextWake: Instant? { nil }

    mutating func handle(_ event: String, at now: Instant, wall: Date) -> [String] { [event] }
}

@Suite("Asking a session's thread", .ownThreads(2)) struct AskingASessionsThreadTests {
    @Test("The answer comes behind what was waiting, and not while an effect hangs")
    func theAnswerComesBehindWhatWasWaitingAndNot() throws {
        let loop = SessionLoop<Diary>()
        let said = Mutex<[String]>([])
        let (isInside, mayGoOn, wasAnswered) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let thread = try #require(
            loop.start("diary", session: Diary()) { effect in
                if effect == "hang" {
                    isInside.signal()
                    mayGoOn.wait()
                }
                said.withLock { $0.append(effect) }
            })
        loop.post("hang")
        loop.post("after")
        loop.ask {
            said.withLock { $0.append("answer") }
            wasAnswered.signal()
        }
        isInside.wait()
        // The thread is inside an effect, and stays there until it is let go: whatever has been asked has no answer.
        #expect(said.withLock { $0.isEmpty })
        mayGoOn.signal()
        wasAnswered.wait()
        #expect(said.withLock { $0 } == ["hang", "after", "answer"])
        loop.close()
        thread.join()
    }
}
