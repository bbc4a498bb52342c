import Boards
import Care
import FoundationEssentials
import Scanning
import StaffFiles
import Testing

@Suite struct ShippedCostTests {
    private static let shipped = [
        "home.yaml", "home.de.yaml", "home.fr.yaml", "home.es.yaml", "home.tr.yaml", "family.yaml",
        "family.de.yaml",
    ]

    private static func cost(_ name: String, mode: ScanParameters.Mode) throws -> BoardCost {
        let loader = StaffFileLoader { path, limit in
            FileManager.default.contents(atPath: path).map { .success(Array($0.prefix(limit))) }
                ?? .failure(.init("does not exist"))
        }
        var parameters = ScanParameters()
        parameters.mode = mode
        let (set, findings) = BoardReader(loader: loader, parameters: parameters).read(
            shippedFolder + "/" + name)
        #expect(FindingReport(findings).text == "")
        return BoardCost(of: try #require(set), parameters: parameters)
    }

    @Test(
        "Whatever is urgent is reached within twenty seconds",
        arguments: shipped)
    func whateverIsUrgentIsReachedWithinTwentySeconds(name: String) throws {
        for row in try Self.cost(name, mode: .automatic).rows {
            guard case .item(let item) = row.subject, item.action == .request(.urgent) else { continue }
            #expect(row.cost?.seconds ?? .infinity <= 20, "\(item.id)")
        }
    }

    @Test(
        "A keypad reaches everything, and no way of scanning has a finding",
        arguments: shipped)
    func aKeypadReachesEverythingAndNoWayOfScanningHasAFinding(name: String) throws {
        #expect(try Self.cost(name, mode: .direct).totals?.unreachable == 0)
        #expect(try Self.cost(name, mode: .step).totals?.unreachable == 0)
    }

    @Test(
        "Three presses ask for water",
        arguments: shipped)
    func threePressesAskForWater(name: String) throws {
        let rows = try Self.cost(name, mode: .automatic).rows
        let water = rows.first { if case .item(let item) = $0.subject { item.id == "water" } else { false } }
        #expect(water?.number == [1, 1])
        #expect(water?.cost?.presses == 3)
    }

    @Test(
        "On a child's board every need comes before chores, points and rewards, and all four lists are there",
        arguments: ["family.yaml", "family.de.yaml"])
    func needsComeFirst(name: String) throws {
        let items = try Self.cost(name, mode: .automatic).rows.compactMap {
            row -> (item: BoardItem, number: [Int])? in
            guard case .item(let item) = row.subject else { return nil }
            return (item, row.number)
        }
        func lists(_ item: BoardItem) -> BoardItem.LiveList? {
            if case .list(let list) = item.action { list } else { nil }
        }
        let household: [BoardItem.LiveList] = [.chores, .points, .rewards, .people]
        let places = household.compactMap { list in items.first { lists($0.item) == list }?.number }
        #expect(places.count == household.count)
        let first = try #require(places.map { $0[0] }.min())
        for (item, number) in items {
            guard case .request = item.action else { continue }
            #expect(number[0] < first, "\(item.id)")
        }
    }
}
