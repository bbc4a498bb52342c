import Boards
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

private func changed(_ bytes: [UInt8], _ change: BoardChange) throws -> [UInt8] {
    try BoardEdit.applying(change, to: bytes, file: "b.yaml").bytes
}

/// The lines that differ, in the old text and in the new one; both from 0.
private func difference(_ old: [UInt8], _ new: [UInt8]) -> (old: Range<Int>, new: Range<Int>) {
    let (old, new) = (old.split(separator: 10, omittingEmptySubsequences: false), new.split(separator: 10, omittingEmptySubsequences: false))
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return (start..<old.count - end, start..<new.count - end)
}

@Suite struct ShippedEditTests {
    /// A value that no item has.
    private static func value(_ field: ItemField) -> String {
        switch field {
        case .id: "another-id"
        case .label, .cue, .called: "Something: quite, different"
        case .say: "It is 12:30, and no."
        case .symbol: "🦊"
        case .color: "white"
        case .cueSound, .saySound, .open: "files/another.wav"
        case .request, .list, .pace, .propose: "other"
        case .confirm, .pinned, .together: "off"
        }
    }

    @Test("Each field of each item changes alone, and back to the same bytes", arguments: names)
    func eachFieldChangesAlone(name: String) throws {
        let old = try bytes(name)
        for item in try items(old) {
            for field in ItemField.allCases {
                let new = try changed(old, .set(field, to: Self.value(field), of: item.address))
                let (before, after) = difference(old, new)
                #expect(before.count <= 1 && after.count <= 2 && after.count >= before.count, "\(item.id) \(field)")
                let back = try changed(new, .set(field, to: item.fields[field], of: ItemAddress(item.path)))
                #expect(back == old, "\(item.id) \(field)")
            }
        }
    }
}
