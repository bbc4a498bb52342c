import Foundation
import Scanning
import StaffFiles
import Testing

@testable import Boards

@Suite("What is broken in one place has one finding")
struct OneCauseTests {
    private static let home = """
        board: home
        name: Home
        language: en-GB
        items:
          - label: Drinks
            symbol: 🥤
            color: green
            group:
              - { id: water, label: Water, say: "Water, please.", called: water, request: normal }
              - { id: tea, label: Tea, say: "Tea, please.", called: tea, request: normal }
          - label: More
            symbol: ➕
            together: true
            group:
              - { label: Room, open: room.yaml }
              - { label: Window, confirm: true, request: soon }
          - { label: Room too, open: room.yaml }

        """

    private static let room = """
        board: room
        name: Room
        language: en-GB
        items:
          - { label: Light, request: normal }
          - { label: Door, request: normal }
          - { label: Back home, open: home.yaml }

        """

    private func findings(_ home: String = home, room: String? = room) -> [Finding] {
        let loader = StaffFileLoader { path, limit in
            let text = path.hasSuffix("home.yaml") ? home : path.hasSuffix("room.yaml") ? room : nil
            return text.map { .success(Array(Array($0.utf8).prefix(limit))) }
                ?? .failure(.init("does not exist"))
        }
        return BoardReader(loader: loader).read("home.yaml").findings
    }

    @Test("These boards have no mistakes") func whole() {
        #expect(FindingReport(findings()).text == "")
    }

    @Test(
        "A key, a bracket, a line",
        arguments: [
            ("request: normal }\n      - { id: tea", "requst: normal }\n      - { id: tea"),
            ("request: soon", "requestt: soon"),
            ("request: soon", "request: soonish"),
            ("    group:\n      - { label: Room", "    gruop:\n      - { label: Room"),
            ("  - label: More\n", ""), ("    group:\n      - { id", "      - { id"), ("items:", "itmes:"),
            ("items:\n", ""),
            ("language: en-GB", "language: English"), ("language: en-GB", "langauge: en-GB"),
            ("board: home", "boar: home"),
            ("label: Drinks", "label: \"Drinks"), ("label: Drinks", "label Drinks"),
            ("  - label: Drinks", "\t- label: Drinks"),
            ("id: tea", "id: water"), ("label: Tea", "label:"), ("label: Tea", "label: [Tea]"),
            ("open: room.yaml }\n      -", "open: roam.yaml }\n      -"),
            ("called: tea, ", "called: tea "), ("say: \"Tea, please.\"", "say: {Tea}"),
            ("color: green", "color: gren"),
        ])
    func once(part: String, broken: String) throws {
        let place = try #require(Self.home.range(of: part))
        let found = findings(Self.home.replacingCharacters(in: place, with: broken))
        #expect(found.count == 1, "\(FindingReport(found).text)")
    }

    @Test(
        "A board that cannot be read is told once, however many items open it",
        arguments: [nil, "", "board: room\nname: [\n", "- a\n", "\u{FFFF}"])
    func board(room: String?) {
        let found = findings(room: room)
        #expect(found.count == 1, "\(FindingReport(found).text)")
    }

    @Test("Two boards that lead to one that is missing are checked together: told once") func twoBoards() {
        let one = Finding(file: "a", range: .start, severity: .error, message: "m", cause: "room.yaml")
        var two = one
        two.file = "b"
        #expect([one, two].sorted == [one])
        two.cause = "other.yaml"
        #expect([one, two].sorted.count == 2)
    }
}
