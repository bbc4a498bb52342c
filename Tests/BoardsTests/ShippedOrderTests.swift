@testable import Boards
import Care
import FoundationEssentials
import Scanning
import StaffFiles
import Testing

/// The order of the shipped boards, by docs/use-of-needs.yaml and as they are scanned without settings.
@Suite struct ShippedOrderTests {
    private static let loader = StaffFileLoader { path, limit in
        FileManager.default.contents(atPath: path).map { .success(Array($0.prefix(limit))) }
            ?? .failure(.init("does not exist"))
    }

    private static func read(_ name: String) throws -> (boards: BoardSet, use: BoardUse) {
        let boards = try #require(BoardReader(loader: loader).read(shippedFolder + "/" + name).boards)
        let file = shippedFolder + "/../docs/use-of-needs.yaml"
        let bytes = try #require(FileManager.default.contents(atPath: file))
        let (use, findings) = UseFileReader.read(Array(bytes), file: "use-of-needs.yaml", boards: boards)
        #expect(FindingReport(findings).text == "")
        return (boards, try #require(use))
    }

    private static func mean(
        _ boards: BoardSet, _ weights: [String: Double]
    ) throws -> (steps: Double, seconds: Double) {
        let cost = BoardCost(of: boards, parameters: ScanParameters(), weights: weights)
        let totals = try #require(cost.totals)
        return (totals.meanSteps, totals.meanSeconds)
    }

    @Test("Every need of the shipped boards is counted, once in each place of Zipf's law")
    func everyNeedOfTheShippedBoardsIsCountedOnceInEachPlaceOfZipfsLaw() throws {
        let (boards, use) = try Self.read("home.yaml")
        #expect(Set(use.counts.keys) == Set(BoardBounds.ends(of: boards).map(\.id)))
        let counts = use.counts.values.sorted(by: >)
        #expect(counts == counts.indices.map { Int((10_000 / Double($0 + 1)).rounded()) })
    }

    @Test(
        "A shipped board is within 5 % of its groups in the order of frequency",
        arguments: ["home.yaml", "home.de.yaml", "home.fr.yaml", "home.es.yaml", "home.tr.yaml"])
    func aShippedBoardIsWithinFivePercentOfItsGroupsInTheOrderOfFrequency(name: String) throws {
        let (boards, use) = try Self.read(name)
        let weights = use.weights(for: boards)
        let own = try Self.mean(boards, weights)
        let ordered = try Self.mean(BoardOrder { weights[$0.id] ?? 0 }.sorted(boards), weights)
        #expect(own.steps / ordered.steps <= 1.05)
        #expect(own.seconds / ordered.seconds <= 1.05)
        // What docs/boards.md says of it.
        #expect(abs(own.steps - 6.16) < 0.01)
        #expect(abs(ordered.steps - 5.92) < 0.01)
    }

    @Test("Its groups save more than half of the steps that no groups would take")
    func itsGroupsSaveMoreThanHalfOfTheStepsThatNoGroupsWouldTake() throws {
        let (boards, use) = try Self.read("home.yaml")
        let own = try Self.mean(boards, use.weights(for: boards))
        let counts = use.counts.values.sorted(by: >).map(Double.init)
        let linear =
            counts.enumerated().reduce(0) { $0 + Double($1.offset + 1) * $1.element } / counts.reduce(0, +)
        #expect(abs(linear - 15.63) < 0.01)
        #expect(own.steps < linear / 2)
    }

    @Test("Groups that belong together cost less than a fifth more than the best that there could be")
    func groupsThatBelongTogetherCostLessThanAFifthMoreThanTheBestThatThereCouldBe() throws {
        let (boards, use) = try Self.read("home.yaml")
        let own = try Self.mean(boards, use.weights(for: boards))
        var tree = StepTree(weights: use.counts.values.map(Double.init))
        let best = tree.meanSteps()
        #expect(abs(best - 5.13) < 0.01)
        #expect(own.steps / best < 1.2)
    }

    @Test(
        "What is urgent stands in the first three groups",
        arguments: ["home.yaml", "home.de.yaml", "home.fr.yaml", "home.es.yaml", "home.tr.yaml"])
    func whatIsUrgentStandsInTheFirstThreeGroups(name: String) throws {
        for row in BoardCost(of: try Self.read(name).boards, parameters: ScanParameters()).rows {
            guard case .item(let item) = row.subject, item.action == .request(.urgent) else { continue }
            #expect((row.number.first ?? 0) <= 3, "\(item.id)")
        }
    }
}
