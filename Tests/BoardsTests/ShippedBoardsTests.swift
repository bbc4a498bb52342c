import Boards
import FoundationEssentials
import StaffFiles
import Testing

/// The folder `boards` of this repository.
let shippedFolder: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/boards"
}()

let diskLoader = StaffFileLoader { path, limit in
    guard let data = FileManager.default.contents(atPath: path) else {
        return .failure(.init("does not exist"))
    }
    return .success(Array(data.prefix(limit)))
}

private func read(_ name: String) -> (boards: BoardSet?, findings: [Finding]) {
    BoardReader(loader: diskLoader).read(shippedFolder + "/" + name)
}

/// Every item of a set, by id.
private func items(_ set: BoardSet) -> [String: BoardItem] {
    func all(_ items: [BoardItem]) -> [BoardItem] {
        items.flatMap { item in
            if case .group(let inside) = item.action { [item] + all(inside) } else { [item] }
        }
    }
    let list = set.boards.values.flatMap { all($0.items) }
    return Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
}

@Suite struct ShippedBoardsTests {
    /// Boards that ship in English and in other languages.
    private static let translated = [
        ("home.yaml", "home.de.yaml"), ("home.yaml", "home.fr.yaml"), ("home.yaml", "home.es.yaml"),
        ("home.yaml", "home.tr.yaml"), ("family.yaml", "family.de.yaml"),
    ]

    @Test(
        "A shipped board has no findings at all",
        arguments: ["", ".de", ".fr", ".es", ".tr"].flatMap { ["home\($0).yaml", "feelings\($0).yaml"] }
            + ["family.yaml", "family.de.yaml"])
    func aShippedBoardHasNoFindingsAtAll(name: String) {
        #expect(FindingReport(read(name).findings).text == "")
    }

    @Test("Every language has the same items, and enough needs", arguments: translated)
    func everyLanguageHasTheSameItemsAndEnoughNeeds(name: String, other: String) throws {
        let english = items(try #require(read(name).boards))
        let translated = items(try #require(read(other).boards))
        #expect(english.keys.sorted() == translated.keys.sorted())
        for (id, item) in english {
            switch (item.action, translated[id]?.action) {
            case (.request(let priority), .request(let other)):
                #expect(priority == other, "\(id)")
                #expect(item.confirm == translated[id]?.confirm, "\(id)")
            case (.group, .group), (.open, .open), (.speak, .speak): break
            case (.list(let list), .list(let other)): #expect(list == other, "\(id)")
            case (.propose(let proposal), .propose(let other)): #expect(proposal == other, "\(id)")
            case (.pace(let pace), .pace(let other)): #expect(pace == other, "\(id)")
            case (_, let action):
                Issue.record("\(id) does something else in \(other): \(String(describing: action))")
            }
            #expect(item.symbol == translated[id]?.symbol, "\(id)")
        }
        let needs = english.values.count { if case .request = $0.action { true } else { false } }
        #expect(needs >= 25)
    }
}
