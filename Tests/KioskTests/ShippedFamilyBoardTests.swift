import Boards
import Care
import Foundation
import HomeFiles
import Kiosk
import Playing
import Scanning
import StaffFiles
import Testing

/// A child's board as it ships: each of its lists is reached and does something, in both languages and with every way of scanning.
@Suite("The family's board that ships") struct ShippedFamilyBoardTests {
    /// What is written on its cards.
    struct Cards: Sendable, CustomTestStringConvertible {
        let file: String
        let group: String
        let chores: String
        let points: String
        let rewards: String
        let people: String

        var testDescription: String { file }
    }

    private static let boards = [
        Cards(
            file: "family.yaml", group: "My day and chores", chores: "Chores", points: "Points",
            rewards: "Rewards", people: "Remind somebody"),
        Cards(
            file: "family.de.yaml", group: "Mein Tag", chores: "Aufgaben", points: "Punkte",
            rewards: "Belohnungen", people: "Jemanden erinnern"),
    ]

    /// Somebody in front of the board who has a chore to do, points and a reward to ask for; and Ben has a chore, too.
    private static func hand(_ cards: Cards, _ mode: ScanParameters.Mode) throws -> Hand {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../boards/\(cards.file)"
        ).standardized
        let loader = StaffFileLoader { path, limit in
            FileManager.default.contents(atPath: path).map { .success(Array($0.prefix(limit))) }
                ?? .failure(.init("does not exist"))
        }
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        settings.client = .init(id: "maria", name: "Maria")
        settings.scanning.mode = mode
        let (set, findings) = BoardReader(loader: loader, parameters: settings.scanning).read(file.path)
        var stage = Stage(settings: settings, boards: try #require(set, "\(findings)"), phrases: .plain)
        stage.household(
            at: 0,
            Stage.household(
                [Stage.chore("Dishes", 0, points: 5), Stage.chore("Laundry", 0, of: "ben")],
                rewards: [Stage.reward("Cinema", .redeemed(cost: 10, approval: true))],
                lines: [Stage.line(1, .earned, 12, "Bins")]))
        var hand = Hand(mode, stage)
        // How many items the group has is said with it.
        let isThere = hand.finds { caption, _ in
            caption.hasPrefix("group ") && caption.hasSuffix(" \(cards.group)")
        }
        #expect(isThere, "never heard: \(cards.group)\n\(hand.stage.text)")
        return hand
    }

    /// Chooses what scanning begins with this name; how it stands is said behind it.
    private static func choose(_ title: String, with hand: inout Hand) {
        let isThere = hand.finds { caption, _ in caption.hasPrefix("\(title) ") }
        #expect(isThere, "never heard: \(title)\n\(hand.stage.text)")
    }

    @Test("A chore is done, and what it pays is said", arguments: boards, ScanParameters.Mode.allCases)
    func chores(cards: Cards, mode: ScanParameters.Mode) throws {
        var hand = try Self.hand(cards, mode)
        hand.choose(cards.chores)
        Self.choose("Dishes", with: &hand)
        hand.choose("choice_done")
        hand.wait(8)
        #expect(hand.stage.marks.map(\.kind) == [.done])
        let words = "main: marked_done points_earned 5 points_total 17"
        #expect(hand.stage.text.contains(words), "\(hand.stage.text)")
    }

    @Test(
        "How many points there are is said, and what they were for", arguments: boards,
        ScanParameters.Mode.allCases)
    func points(cards: Cards, mode: ScanParameters.Mode) throws {
        var hand = try Self.hand(cards, mode)
        hand.choose(cards.points, "choice_points_for")
        hand.wait(8)
        #expect(hand.stage.text.contains("cue: points_total 12"), "\(hand.stage.text)")
        #expect(hand.stage.text.contains("cue: points_for 12 Bins."), "\(hand.stage.text)")
    }

    @Test("A reward is asked for", arguments: boards, ScanParameters.Mode.allCases)
    func rewards(cards: Cards, mode: ScanParameters.Mode) throws {
        var hand = try Self.hand(cards, mode)
        hand.choose(cards.rewards)
        Self.choose("Cinema", with: &hand)
        hand.choose("confirm_reward 10")
        hand.wait(8)
        #expect(hand.stage.commands.map(\.line) == ["REWARD maria"])
        #expect(hand.stage.text.contains("main: reward_asked_waits Cinema"), "\(hand.stage.text)")
    }

    @Test("A housemate is reminded, as the card says", arguments: boards, ScanParameters.Mode.allCases)
    func people(cards: Cards, mode: ScanParameters.Mode) throws {
        var hand = try Self.hand(cards, mode)
        hand.choose(cards.people, "Ben")
        Self.choose("Laundry", with: &hand)
        hand.wait(8)
        #expect(hand.stage.commands.map(\.line) == ["REMIND 2027-01-15T08:00:00"])
        #expect(hand.stage.text.contains("main: housemate_reminded Ben Laundry"), "\(hand.stage.text)")
    }
}
