import Care
import Dispatch
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

/// `POST /speech`, with a voice that the test holds in its hand.
@Suite("How a text sounds, over HTTP", .timeLimit(.minutes(30)))
struct SpeechAPITests {
    /// Says each text when it is let.
    private final class Voice: Sendable {
        let said = Mutex<[String]>([])
        let answered = Mutex<[Int]>([])
        let mayEnd = DispatchSemaphore(value: 0)

        func say(_ sample: SpeechSample) -> [UInt8] {
            said.withLock { $0.append(sample.text) }
            mayEnd.wait()
            return Array("RIFF \(sample.voice?.rawValue ?? "-") \(sample.language ?? "-")".utf8)
        }
    }

    private func until(_ isSo: () -> Bool) async throws {
        while !isSo() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("A caregiver hears a text as a WAV file, in the voice and language that were asked for")
    func file() async throws {
        let voice = Voice()
        voice.mayEnd.signal()
        try await RunningService.with {
            $0.speech = SpeechDesk(voice.say)
        } _: { service in
            let ben = try await service.invite(.caregiver, "Ben", by: try await service.setUp())
            let answer = try await ben.send(
                .POST, "speech", SpeechSample(text: "Wasser", language: "de", voice: .cue))
            #expect(answer.status == 200)
            #expect(answer.headers.first(name: "Content-Type") == "audio/wav")
            #expect(answer.headers.first(name: "Cache-Control") == "no-store")
            #expect(String(decoding: answer.body, as: UTF8.self) == "RIFF cue de")
        }
    }

    @Test(
        "What cannot be said is refused at its field",
        arguments: [
            ("", "text"), ("   ", "text"), (String(repeating: "a", count: 401), "text"), ("a\u{7}b", "text"),
        ])
    func refused(_ text: String, _ field: String) async throws {
        let voice = Voice()
        try await RunningService.with {
            $0.speech = SpeechDesk(voice.say)
        } _: { service in
            let olga = try await service.setUp()
            let answer = try await olga.send(.POST, "speech", SpeechSample(text: text))
            #expect(answer.status == 422)
            #expect(try answer.problem.field == field)
            for language in ["../de", "mb-de1", "en+f3", "English"] {
                let answer = try await olga.send(
                    .POST, "speech", SpeechSample(text: "Water", language: language))
                #expect(answer.status == 422)
                #expect(try answer.problem.field == "language")
            }
            #expect(voice.said.withLock { $0.isEmpty })
        }
    }

    @Test("A service without a voice says so, and so does a machine without a synthesiser")
    func silent() async throws {
        try await RunningService.with { service in
            let answer = try await service.setUp().send(.POST, "speech", SpeechSample(text: "Water"))
            #expect(answer.status == 404)
        }
        try await RunningService.with { configuration in
            configuration.speech = SpeechDesk { _ throws(CareProblem) in
                throw CareProblem(.cannotSpeak, "eSpeak NG does not start")
            }
        } _: { service in
            let answer = try await service.setUp().send(.POST, "speech", SpeechSample(text: "Water"))
            #expect(answer.status == 503)
            #expect(try answer.problem.kind == .cannotSpeak)
        }
    }

    @Test("Whoever asks for many is told to wait, and the next one in turn is somebody else's")
    func flood() async throws {
        let voice = Voice()
        try await RunningService.with {
            $0.speech = SpeechDesk(voice.say)
        } _: { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let work = service.service.core.work.speech
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let answer = try await ben.send(.POST, "speech", SpeechSample(text: "Ben \(number)"))
                        voice.answered.withLock { $0.append(answer.status) }
                    }
                }
                // One is in work and three wait; the others are refused at once.
                try await until { voice.answered.withLock { $0 } == [429, 429, 429, 429] }
                try await until { voice.said.withLock { $0.count } == 1 }
                group.addTask {
                    let answer = try await olga.send(.POST, "speech", SpeechSample(text: "Olga"))
                    voice.answered.withLock { $0.append(answer.status) }
                }
                try await until { work.load.atWork == 2 }
                for _ in 0..<5 { voice.mayEnd.signal() }
                try await group.waitForAll()
            }
            #expect(voice.said.withLock { $0.firstIndex(of: "Olga") } == 1)
            #expect(voice.answered.withLock { $0.filter { $0 == 200 }.count } == 5)
        }
    }

    @Test("While the voice is busy without end, calls go their way")
    func calls() async throws {
        let voice = Voice()
        try await RunningService.with {
            $0.speech = SpeechDesk(voice.say)
        } _: { service in
            let olga = try await service.setUp()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await olga.send(.POST, "speech", SpeechSample(text: "Long")) }
                try await until { voice.said.withLock { $0.count } == 1 }
                #expect(try await service.post("/api/v1/requests", water()).status == 201)
                #expect(try await olga.send(.GET, "people").status == 200)
                voice.mayEnd.signal()
                try await group.waitForAll()
            }
        }
    }
}
