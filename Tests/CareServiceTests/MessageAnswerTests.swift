import Care
import Channels
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Answers from a locked phone", .timeLimit(.minutes(30)))
struct MessageAnswerTests {
    /// A call of Maria's, and the token of the message that Ben got.
    private static func called(
        _ scene: ReachScene
    ) async throws -> (request: UUID, token: String) {
        let id = try await scene.home.ask("maria")
        return (id, try scene.token(of: try await scene.phone.next()))
    }

    @Test("A token answers as the person to whom its message went, once")
    func once() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            let answered = try await scene.answer(token)
            #expect(answered.status == 200)
            let told: MessageAnswered = try answered.decode()
            #expect(told.state == .onTheWay && told.said == "Maria hears that you are on the way.")
            #expect(told.language == "en")
            let request = try await scene.request(id)
            #expect(request.state == .onTheWay && request.changedBy == "Ben")
            for word in MessageAnswer.Word.allCases {
                #expect(try await scene.answer(token, word).status == 409)
            }
            #expect(try await scene.request(id) == request)
        }
    }

    @Test("Whoever cannot come ends nothing: the call goes on to the next, once")
    func cannot() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            let answered = try await scene.answer(token, .cannot)
            #expect(answered.status == 200)
            let told: MessageAnswered = try answered.decode()
            #expect(told.state == .asked && told.said.hasPrefix("You can’t come"))
            #expect(try await scene.request(id).state == .asked)
            #expect(try await scene.answer(token, .cannot).status == 409)
            #expect(try await scene.answer(token).status == 409)
        }
    }

    @Test("What is no token answers and confirms nothing")
    func wrong() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            // Another message with this one's code, and this one with another code.
            let other = HomeToken.make(of: UUID(), for: .answer, key: "another key")
            let mixed = String(token.prefix(21)) + other.suffix(22)
            for wrong in [other, mixed, String(token.dropLast()), token + "A", "x"] {
                #expect(try await scene.answer(wrong).status == 404, "\(wrong)")
                #expect(try await scene.confirm(wrong) == 404, "\(wrong)")
            }
            #expect(try await scene.request(id).state.isAnswered == false)
        }
    }

    @Test("Where somebody else has logged in, it answers nothing; where its person has, it does")
    func sessions() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            let goes = MessageAnswer(with: .onTheWay)
            #expect(try await scene.olga.send(.POST, "answers/\(token)", goes).status == 403)
            #expect(try await scene.request(id).state.isAnswered == false)
            #expect(try await scene.ben.send(.POST, "answers/\(token)", goes).status == 200)
        }
    }

    private static func look(
        _ token: String, _ scene: ReachScene
    ) async throws -> RunningService.Answer {
        try await scene.service.send(
            scene.service.message(.GET, "/api/v1/answers/\(token)", as: nil))
    }

    @Test(
        "Its link says what the message said, and what has become of the call; it answers and confirms nothing"
    )
    func looked() async throws {
        try await ReachScene.with { scene in
            let contact = try await scene.add()
            let id = try await scene.home.ask("maria")
            let sent = try await scene.phone.next()
            let token = try scene.token(of: sent)
            let first: MessageStanding = try await Self.look(token, scene).decode()
            #expect(
                first
                    == MessageStanding(
                        title: sent.message.title, body: sent.message.body, state: first.state,
                        language: "en"))
            #expect(first.isOpen && first.title == "Maria is calling: water")
            #expect(try await scene.request(id).state.isAnswered == false)
            #expect(try await scene.contact(contact.id).confirmedAt == nil)
            #expect(try await scene.answer(token, .cannot).status == 200)
            let answered: MessageStanding = try await Self.look(token, scene).decode()
            #expect(answered.isAnswered && !answered.isOpen && answered.news == nil)
            let path = "requests/\(id)/responses"
            #expect(
                try await scene.home.station.send(.POST, path, answer(.onTheWay, by: "Anna")).status == 201)
            let goes: MessageStanding = try await Self.look(token, scene).decode()
            #expect(goes.state == .onTheWay && goes.news == "Anna is on the way to Maria")
            #expect(try await scene.home.station.send(.POST, path, answer(.met, by: "Anna")).status == 201)
            let met: MessageStanding = try await Self.look(token, scene).decode()
            #expect(met.state == .met && met.news != nil && !met.isOpen)
            scene.pass(.seconds(12 * 3600 + 1))
            #expect(try await Self.look(token, scene).status == 410)
        }
    }

    @Test(
        "Its link says nothing to whom it was not sent, nor by a token that is none, nor of whoever has left")
    func lookedByOthers() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (_, token) = try await Self.called(scene)
            let refused = try await scene.olga.get("answers/\(token)")
            #expect(refused.status == 403)
            #expect(!String(decoding: refused.body, as: UTF8.self).contains("water"))
            #expect(try await scene.ben.get("answers/\(token)").status == 200)
            let other = HomeToken.make(of: UUID(), for: .answer, key: "another key")
            for wrong in [other, String(token.dropLast()), "x"] {
                #expect(try await Self.look(wrong, scene).status == 404, "\(wrong)")
            }
            var ben: Person = try await scene.olga.get("people/ben").decode()
            ben.isActive = false
            #expect(try await scene.olga.send(.PUT, "people/ben", ben).status == 200)
            #expect(try await Self.look(token, scene).status == 403)
        }
    }

    @Test("Another site's page answers nothing")
    func foreign() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            let body = try CareJSON.encoder().encode(MessageAnswer(with: .onTheWay))
            let message = scene.service.message(
                .POST, "/api/v1/answers/\(token)", as: nil, body: body,
                headers: [("Sec-Fetch-Site", "cross-site")])
            #expect(try await scene.service.send(message).status == 403)
            #expect(try await scene.request(id).state.isAnswered == false)
        }
    }

    @Test("Whoever comes second is told who has it; what is over or too old is not answered")
    func late() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            let path = "requests/\(id)/responses"
            let anna = answer(.onTheWay, by: "Anna")
            #expect(try await scene.home.station.send(.POST, path, anna).status == 201)
            for word in MessageAnswer.Word.allCases {
                let second = try await scene.answer(token, word)
                #expect(second.status == 410)
                #expect(try second.problem.detail == "Anna has it")
            }
            #expect(try await scene.request(id).changedBy == "Anna")
            let met = answer(.met, by: "Anna")
            #expect(try await scene.home.station.send(.POST, path, met).status == 201)
            #expect(try await scene.answer(token).status == 410)
        }
    }

    @Test("After twelve hours a message is too old to be answered")
    func old() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            scene.pass(.seconds(12 * 3600 + 1))
            #expect(try await scene.answer(token).status == 410)
            #expect(try await scene.request(id).state.isAnswered == false)
        }
    }

    @Test("Whoever has left answers nothing any more")
    func left() async throws {
        try await ReachScene.with { scene in
            try await scene.add()
            let (id, token) = try await Self.called(scene)
            var ben: Person = try await scene.olga.get("people/ben").decode()
            ben.isActive = false
            #expect(try await scene.olga.send(.PUT, "people/ben", ben).status == 200)
            #expect(try await scene.answer(token).status == 403)
            #expect(try await scene.request(id).state.isAnswered == false)
        }
    }
}
