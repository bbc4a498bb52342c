@testable import Boards
import FoundationEssentials
import StaffFiles
import Testing

private let names = ["", ".de", ".fr", ".es", ".tr"].flatMap { ["home\($0).yaml", "feelings\($0).yaml"] }

private func bytes(_ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: shippedFolder + "/" + name)))
}

/// All items, those in groups behind their group.
private func items(_ bytes: [UInt8]) throws -> [WrittenItem] {
    func all(_ items: [WrittenItem]) -> [WrittenItem] { items.flatMap { [$0] + all($0.items ?? []) } }
    return all(try BoardEdit.items(in: bytes, file: "b.yaml"))
}

/// A shipped board in parts that are boards themselves: its head with one of its top items each.
private func parts(_ whole: BoardFile) throws -> [BoardFile] {
    let list = try whole.list(in: .board)
    let head = whole.text[..<list.chunks[0].lowerBound]
    return try list.chunks.map { try BoardFile(Array(head + whole.text[$0]), name: whole.name) }
}

private func items(_ file: BoardFile) throws -> [WrittenItem] { try items(file.bytes) }

/// The lines that differ, in the old text and in the new one; both from 0.
private func difference(_ old: [UInt8], _ new: [UInt8]) -> (old: Range<Int>, new: Range<Int>) {
    let (old, new) = (
        old.split(separator: 10, omittingEmptySubsequences: false),
        new.split(separator: 10, omittingEmptySubsequences: false)
    )
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
        end += 1
    }
    return (start..<old.count - end, start..<new.count - end)
}

@Suite struct ShippedEditTests {
    /// A value that no item has.
    private static func value(_ field: ItemField) -> String {
        switch field {
        case .id: "another-id"
        case .label, .cue, .called: "Something different"
        case .say: "This is something else."
        case .symbol: "🦊"
        case .color: "white"
        case .kind: "Faith"
        case .cueSound, .saySound, .open: "files/another.wav"
        case .request, .list, .pace, .propose: "other"
        case .confirm, .pinned, .together: "off"
        }
    }

    @Test("Every key that the reader knows can be changed, but for those of items")
    func everyKeyCanBeChanged() {
        #expect(Set(ItemKey.names) == Set(ItemField.allCases.map(\.rawValue) + ["group"]))
        #expect(Set(BoardKey.names) == Set(BoardField.allCases.map(\.rawValue) + ["items"]))
    }

    @Test("All fields of each item change, on its lines only, and back to the same bytes", arguments: names)
    func allFieldsOfEachItemChange(name: String) throws {
        let whole = try BoardFile(bytes(name), name: name)
        for part in try parts(whole) {
            for item in try items(part) { try expectAllFieldsChange(item, in: part) }
        }
        // In the whole file, which takes longer, each language has its fifth of the items.
        let turn = (names.firstIndex(of: name) ?? 0) / 2
        for (index, item) in try items(whole).enumerated() where index % 5 == turn {
            try expectAllFieldsChange(item, in: whole)
        }
    }

    private func expectAllFieldsChange(_ item: WrittenItem, in old: BoardFile) throws {
        let fields = item.fields.mapValues(Optional.some)
        let values = Dictionary(uniqueKeysWithValues: fields.keys.map { ($0, Self.value($0)) })
        let new = try old.applying(.set(values.mapValues(Optional.some), of: item.address)).0
        let (before, after) = difference(old.bytes, new.bytes)
        #expect(
            before.count == after.count && before.count <= (item.items == nil ? 1 : fields.count),
            "\(item.id)")
        let back = try new.applying(.set(fields, of: ItemAddress(item.path))).0
        let rest = difference(old.bytes, back.bytes)
        #expect(rest.old.isEmpty && rest.new.isEmpty, "\(item.id)")
    }

    /// Changes and takes back, on the bytes alone.
    private func expectSame(
        _ old: BoardFile, _ change: BoardChange, back: (ItemPath) -> BoardChange, _ comment: String
    ) throws -> BoardFile {
        let (new, path) = try old.applying(change)
        let (again, _) = try new.applying(back(#require(path)))
        #expect((again.text == old.text) == true, "\(comment)")
        return new
    }

    @Test(
        "Each field of each item changes, comes or goes alone, and back to the same bytes", arguments: names)
    func eachFieldChangesAlone(name: String) throws {
        // One item of each kind that there is in the file, in its part of the board.
        var seen: Set<[ItemField]> = []
        for part in try parts(BoardFile(bytes(name), name: name)) {
            for item in try items(part)
            where seen.insert(item.fields.keys.sorted { $0.rawValue < $1.rawValue }).inserted {
                for field in ItemField.allCases {
                    let new = try expectSame(
                        part, .set(field, to: Self.value(field), of: item.address),
                        back: { .set(field, to: item.fields[field], of: ItemAddress($0)) },
                        "\(item.id) \(field)")
                    let (before, after) = difference(part.bytes, new.bytes)
                    #expect(
                        before.count <= 1 && (0...1).contains(after.count - before.count),
                        "\(item.id) \(field)")
                }
            }
        }
    }

    @Test("Each item moves down and up to the same bytes", arguments: names)
    func eachItemMovesDownAndUp(name: String) throws {
        let whole = try BoardFile(bytes(name), name: name)
        for file in try [whole] + parts(whole) {
            for item in try items(file)
            where (item.path.indices.count == 1) == (file.text.count == whole.text.count) {
                guard try file.nodes(in: item.path.group).indices.contains(item.path.index + 1) else {
                    continue
                }
                let new = try expectSame(
                    file, .moveDown(item.address), back: { .moveUp(ItemAddress($0)) }, item.id)
                #expect(try items(new).contains { $0.id == item.id && $0.path.index == item.path.index + 1 })
            }
        }
    }

    @Test(
        "Each item is copied and removed, and others are added and removed, to the same bytes",
        arguments: names)
    func eachItemIsCopiedAndRemoved(name: String) throws {
        for part in try parts(BoardFile(bytes(name), name: name)) {
            for item in try items(part) {
                let copied = try expectSame(
                    part, .copy(item.address), back: { .remove(ItemAddress($0)) }, item.id)
                let ids = try items(copied).map(\.id)
                #expect(Set(ids).count == ids.count)
                let place = ItemPlace(
                    in: item.path.group == .board ? nil : ItemAddress(item.path.group), at: item.path.index)
                let new = NewItem([.label: "New: yes", .request: "soon"])
                _ = try expectSame(
                    part, .add(new, at: place), back: { .remove(ItemAddress($0)) }, item.id)
            }
        }
    }

    @Test(
        "Top items and the last place of a level come and go to the same bytes",
        arguments: ["home.yaml", "feelings.yaml"])
    func topItemsComeAndGo(name: String) throws {
        let whole = try BoardFile(bytes(name), name: name)
        let group = NewItem([.label: "A group"], items: [NewItem([.label: "In it"])])
        for item in try items(whole) where item.path.indices.count == 1 {
            _ = try expectSame(whole, .copy(item.address), back: { .remove(ItemAddress($0)) }, item.id)
            let place = ItemPlace(at: item.path.index + 1)
            _ = try expectSame(whole, .add(group, at: place), back: { .remove(ItemAddress($0)) }, item.id)
            guard let inside = item.items else { continue }
            let end = ItemPlace(in: item.address, at: inside.count)
            _ = try expectSame(whole, .add(group, at: end), back: { .remove(ItemAddress($0)) }, item.id)
        }
    }

    @Test("A shipped board has no findings after an item was copied, added or moved out")
    func aShippedBoardHasNoFindingsAfterwards() throws {
        let path = shippedFolder + "/home.yaml"
        let old = try bytes("home.yaml")
        let drinks = ItemAddress(ItemPath([0]), id: "drinks", label: "Drinks")
        let changes: [BoardChange] = [
            .copy(drinks), .copy(ItemAddress(ItemPath([2, 2, 1]), id: "pain-back")),
            .add(NewItem([.label: "Lemonade", .request: "normal"]), at: ItemPlace(in: drinks, at: 0)),
            .moveOut(ItemAddress(ItemPath([2, 2, 3]), id: "pain-head")),
        ]
        for change in changes {
            let edited = try #require(try? BoardEdit.applying([change], to: old, file: path))
            let found = itemFindings(edited.bytes, file: path, loader: diskLoader)
            #expect(found.filter { !$0.finding.message.contains("items in one level") } == [], "\(change)")
        }
    }
}
