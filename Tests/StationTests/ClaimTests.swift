import Care
import Foundation
import HomeFiles
import Playing
import Recurrence
import Scanning
import Speech
import Station
import Testing

@Suite("Calls that others have, and calls for the same need")
struct ClaimTests {
    @Test("Somebody else was quicker: the station says who, and the same key then takes it over")
    func taken() throws {
        var stage = StationStage()
        stage.delivers = false
        var request = stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 3)
        stage.key(at: 3, .onTheWay)
        (request.state, request.changedBy) = (.onTheWay, "Ben")
        stage.run(to: 3.5)
        stage.send(.care(.rejected(try #require(stage.responses.last).id, detail: "409", request)))
        stage.run(to: 10)
        #expect(try #require(stage.responses.last).takesOver == nil)
        stage.key(at: 10, .onTheWay)
        stage.run(to: 60)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                3.00 ON_THE_WAY Anna
                3.50 alert: answered_taken Ben Maria water
                10.00 ON_THE_WAY Anna
                """)
        #expect(try #require(stage.responses.last).takesOver == "Ben")
    }

    @Test("What a colleague has is not done by the next key that is meant for another call")
    func doneMeansAnother() throws {
        var stage = StationStage()
        stage.delivers = false
        var request = stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 3, .onTheWay)
        (request.state, request.changedBy) = (.onTheWay, "Ben")
        stage.send(.care(.rejected(try #require(stage.responses.last).id, detail: "409", request)))
        let other = stage.journal(at: 20, "tea", .asked, .asked, client: "otto")
        stage.run(to: 30)
        stage.key(at: 30, .met)
        guard
            case .respond(let answered, let response) = stage.effects.last(where: {
                if case .respond = $0 { true } else { false }
            })
        else { return #expect(Bool(false), "\(stage.text)") }
        #expect(answered == other.id && response.state == .met, "\(stage.text)")
    }

    @Test("Who was told takes over only from whom they were told of")
    func takenByAThird() throws {
        var stage = StationStage()
        stage.delivers = false
        var request = stage.journal(at: 0, "water", .asked, .asked)
        stage.key(at: 3, .onTheWay)
        (request.state, request.changedBy) = (.onTheWay, "Ben")
        stage.send(.care(.rejected(try #require(stage.responses.last).id, detail: "409", request)))
        stage.journal(at: 5, "water", .onTheWay, .onTheWay, by: "Clara")
        stage.key(at: 10, .onTheWay)
        #expect(try #require(stage.responses.last).takesOver == nil)
    }

    @Test("A claim that lapses is sounded at once as that, and then as ever, until somebody answers")
    func lapsed() {
        var stage = StationStage()
        stage.journal(at: 0, "water", .asked, .asked)
        stage.journal(at: 10, "water", .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 900)
        stage.journal(at: 900, "water", .claimLapsed, .heard, by: "Ben", reason: RequestState.lapsed)
        stage.run(to: 945)
        stage.key(at: 945, .onTheWay)
        stage.run(to: 1200)
        #expect(
            stage.text == """
                0.00 alert: alert Maria water
                1.00 HEARD
                900.00 alert: alert_lapsed Ben Maria water
                930.00 alert: alert_waiting Maria 15 water
                945.00 ON_THE_WAY Anna
                945.00 alert: answered_on_the_way Maria water
                """)
    }

    @Test("A lapsed claim does not ring where an answer is on its way")
    func lapsedWhileAnswering() {
        var stage = StationStage()
        stage.delivers = false
        stage.journal(at: 0, "water", .asked, .asked)
        stage.run(to: 10)
        stage.key(at: 10, .onTheWay)
        stage.journal(at: 11, "water", .claimLapsed, .heard, by: "Ben", reason: RequestState.lapsed)
        stage.run(to: 100)
        #expect(stage.lines.last == "10.00 ON_THE_WAY Anna", "\(stage.text)")
    }

    @Test("Tea for all: each call is met by a key of its own, and the station says whose is next")
    func sameNeed() {
        var stage = StationStage()
        for (index, client) in ["maria", "otto", "eva"].enumerated() {
            stage.journal(at: Double(index * 5), "tea", .asked, .asked, client: client)
            stage.forget("tea")
        }
        stage.journal(at: 15, "water", .asked, .asked, client: "kim")
        stage.run(to: 20)
        for second in [20.0, 30, 40] { stage.key(at: second, .met) }
        stage.run(to: 50)
        let said = stage.lines.compactMap { line in
            line.firstRange(of: "answered_").map { String(line[$0.lowerBound...]) }
        }
        #expect(
            said == [
                "answered_met Kim water", "answered_met Maria tea answered_next Otto tea",
                "answered_met Otto tea answered_next Eva tea",
            ], "\(stage.text)")
        #expect(stage.responses.filter { $0.state == .met }.count == 3)
    }

    @Test("A station sounds the calls of its own zone first, but what is urgent elsewhere before them")
    func zone() {
        var stage = StationStage()
        stage.send(
            .care(.agenda(Agenda(day: .init(clamping: 0), zone: "UTC", zoneClients: ["otto"], sequence: 1))))
        for (need, client, priority) in [
            ("water", "maria", Priority.normal), ("tea", "otto", .normal), ("pain", "maria", .urgent),
        ] { stage.journal(at: 0, need, .asked, .asked, priority, client: client) }
        stage.run(to: 20)
        let alerts = stage.lines.filter { $0.contains("alert Maria") || $0.contains("alert Otto") }
        // The first began before the others came.
        #expect(
            alerts.map { $0.split(separator: " ").suffix(2).joined(separator: " ") }.prefix(4) == [
                "Maria water", "Maria pain", "Otto tea", "Maria water",
            ], "\(stage.text)")
    }

    @Test("A second press soon after is one answer, not the next client's too")
    func pressedTwice() {
        var stage = StationStage()
        for (index, client) in ["maria", "otto"].enumerated() {
            stage.journal(at: Double(index * 5), "tea", .asked, .asked, client: client)
            stage.forget("tea")
        }
        stage.run(to: 20)
        stage.key(at: 20, .met)
        stage.key(at: 20.7, .met)
        stage.run(to: 25)
        #expect(stage.responses.filter { $0.state == .met }.count == 1, "\(stage.text)")
    }
}
