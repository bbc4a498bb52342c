import Care
import Foundation

@testable import Channels

extension ChannelHTTP {
    /// One that is ended with the test.
    ///
    /// - Parameter patience: Long, so that no loaded machine is taken for a slow server.
    static func with(
        roots: String? = nil, patience: Duration = .seconds(300), _ body: (ChannelHTTP) async throws -> Void
    ) async throws {
        let http = try ChannelHTTP(roots: roots, patience: patience)
        do { try await body(http) } catch {
            await http.shutDown()
            throw error
        }
        await http.shutDown()
    }
}

extension Channel {
    /// The field in which something cannot be used; `nil` where all can.
    func refusedField(of destination: Destination) -> String? {
        do throws(FieldProblem) { try check(destination) } catch { return error.field }
        return nil
    }
}

extension ChannelOutcome {
    /// What people are told; empty where it went well.
    var words: String {
        switch self {
        case .failed(let words), .gone(let words), .later(let words, _): words
        case .accepted, .confirmed, .answered: ""
        }
    }
}

enum Sample {
    static let key = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))

    /// Maria's call for water, as Anna is told of it.
    static func message(
        _ kind: ChannelMessage.Kind = .alert, _ priority: Priority = .urgent,
        title: String = "Maria is calling",
        body: String = "Maria asks for water.", answers: [ChannelMessage.Answer] = Sample.answers
    ) -> ChannelMessage {
        ChannelMessage(
            key: key, thread: "call-7", kind: kind, title: title, body: body, priority: priority,
            answers: answers, link: "https://home.example.org/answer/T0ken",
            seen: "https://home.example.org/api/v1/answers/T0ken/seen", language: "en",
            lifetime: .seconds(900))
    }

    static let answers = [
        ChannelMessage.Answer(
            name: "on_the_way", label: "I'm on my way", url: "https://home.example.org/api/v1/answers/T0ken"),
        ChannelMessage.Answer(
            name: "cannot", label: "I can't come", url: "https://home.example.org/api/v1/answers/T0ken"),
    ]

    static func destination(
        address: [String: String] = [:], secrets: [String: String] = [:], settings: [String: String] = [:],
        settingSecrets: [String: String] = [:]
    ) -> Destination {
        Destination(
            contact: key, address: address, secrets: secrets, settings: settings,
            settingSecrets: settingSecrets)
    }
}
