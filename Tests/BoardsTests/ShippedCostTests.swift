import Boards
import Care
import FoundationEssentials
import Scanning
import StaffFiles
import Testing

@Suite struct ShippedCostTests {
    private static func cost(_ name: String, mode: ScanParameters.Mode) throws -> BoardCost {
        let loader = BoardLoader { path, limit in
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
        arguments: ["home.yaml", "home.de.yaml", "home.fr.yaml", "home.es.yaml", "home.tr.yaml"])
    func whateverIsUrgentIsReachedWithinTwentySeconds(name: String) throws {
        for row in try Self.cost(name, mode: .automatic).rows {
            guard case .item(let item) = row.subject, item.action == .request(.urgent) else { continue }
            #expect(row.cost?.seconds ?? .infinity <= 20, "\(item.id)")
        }
    }

    @Test(
        "A keypad reaches everything, and no way of scanning has a finding",
        arguments: ["home.yaml", "home.de.yaml", "home.fr.yaml", "home.es.yaml", "home.tr.yaml"])
    func aKeypadReachesEverythingAndNoWayOfScanningHasAFinding(name: String) throws {
        #expect(try Self.cost(name, mode: .direct).totals?.unreachable == 0)
        #expect(try Self.cost(name, mode: .step).totals?.unreachable == 0)
    }

    @Test(
        "Three presses ask for water",
        arguments: ["home.yaml", "home.de.yaml", "home.fr.yaml", "home.es.yaml", "home.tr.yaml"])
    func threePressesAskForWater(name: String) throws {
        let rows = try Self.cost(name, mode: .automatic).rows
        let water = rows.first { if case .item(let item) = $0.subject { item.id == "water" } else { false } }
        #expect(water?.number == [1, 1])
        #expect(water?.cost?.presses == 3)
    }
}
