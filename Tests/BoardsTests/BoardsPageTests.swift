import Boards
import Foundation
import StaffFiles
import Testing

@Suite struct BoardsPageTests {
    /// The fenced blocks of docs/boards.md, in order.
    private static func blocks() throws -> [(language: String, text: String)] {
        let data = try #require(FileManager.default.contents(atPath: shippedFolder + "/../docs/boards.md"))
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: "```", omittingEmptySubsequences: false)
        return parts.enumerated().filter { $0.offset % 2 == 1 }.map { _, block in
            let end = block.firstIndex(of: "\n") ?? block.endIndex
            return (String(block[..<end]), String(block[end...].dropFirst()))
        }
    }

    @Test("Every example of the page gets just the findings that the page shows")
    func everyExampleOfThePageGetsJustTheFindingsThatThePageShows() throws {
        let blocks = try Self.blocks()
        var examples = 0
        for (index, block) in blocks.enumerated() where block.language == "yaml" {
            let isWhole = block.text.contains("board: ")
            let rest = isWhole ? "" : "board: home\nname: Home\nlanguage: en\n"
            let files = TestFiles([
                "home.yaml": block.text + rest,
                "feelings.yaml": board("  - label: Good\n  - label: Sad", id: "feelings"),
            ])
            let findings = BoardReader(loader: files.loader).read("home.yaml").findings
            let next = blocks.dropFirst(index + 1).first
            #expect(FindingReport(findings).text == (next?.language == "text" ? next?.text : ""))
            examples += 1
        }
        #expect(examples == 8)
    }

    @Test("The page has a row for every key that the schema has, and no other")
    func thePageHasARowForEveryKeyThatTheSchemaHasAndNoOther() throws {
        let page = String(
            decoding: try #require(
                FileManager.default.contents(atPath: shippedFolder + "/../docs/boards.md")),
            as: UTF8.self)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { String($0.dropFirst(3).prefix { $0 != "`" }) }
        let schema = String(
            decoding: try #require(
                FileManager.default.contents(atPath: shippedFolder + "/board.schema.json")),
            as: UTF8.self)
        #expect(rows.count == 5 + 13 + 6)
        for key in rows { #expect(schema.contains("\"\(key)\": {"), "\(key)") }
        // An item with every key that the page names is read without an unknown one.
        for key in rows.dropFirst(5) {
            let found = findings("  - { \(key): 1 }\n  - label: B")
            #expect(!found.contains { $0.contains("unknown key") }, "\(key)")
        }
    }

    @Test("The schema offers an editor every live list, and says what each is")
    func lists() throws {
        let schema = try #require(
            FileManager.default.contents(atPath: shippedFolder + "/board.schema.json"))
        let text = String(decoding: schema, as: UTF8.self)
        let list = try #require(
            text.range(of: "\"list\": {").map { text[$0.upperBound...].prefix { $0 != "]" } })
        let offered = try #require(list.range(of: "\"enum\": [").map { list[$0.upperBound...] })
            .split(separator: "\"").filter { $0.allSatisfy { $0.isLetter } }.map(String.init)
        #expect(offered == BoardItem.LiveList.allCases.map(\.rawValue))
        for name in offered { #expect(list.contains("`\(name)`: "), "\(name)") }
    }
}
