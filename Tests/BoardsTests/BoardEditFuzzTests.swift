@testable import Boards
import Chance
import DamagedFiles
import FoundationEssentials
import StaffFiles
import Testing

@Suite struct BoardEditFuzzTests {
    private static let seed = """
        # yaml-language-server: $schema=board.schema.json
        board: home
        name: "Home" # ours
        language: en
        items:
          # Drinks
          - label: Drinks
            symbol: 🥤
            group:
              - { id: tea, label: Tea, say: "Tea, please.", request: normal } # hot
              # - { label: Coffee }
              - label: Milk
                say: >
                  folded
                  # text

                request: soon

          # named
          - &x { label: A, group: [ { label: B }, { label: 'C: c' } ] }
          - *x

          - label: &l Last
            cue: *l
            say: |
              literal
            confirm: off
        """

    /// A change that is made of chance.
    private static func change(_ items: [WrittenItem], _ generator: inout SeededGenerator) -> BoardChange? {
        func all(_ items: [WrittenItem]) -> [WrittenItem] { items.flatMap { [$0] + all($0.items ?? []) } }
        let known = all(items)
        guard let item = known.randomElement(using: &generator) else { return nil }
        let place = { (generator: inout SeededGenerator) in
            let group =
                Bool.random(using: &generator)
                ? known.filter { $0.items != nil }.randomElement(using: &generator) : nil
            return ItemPlace(in: group?.address, at: Int.random(in: 0...3, using: &generator))
        }
        let texts = ["no", "Tea", "a, b: c #d", "12:30", "", "it's \\ \"x\"", "🦊", nil]
        switch Int.random(in: 0..<7, using: &generator) {
        case 0, 1:
            let field = ItemField.allCases.randomElement(using: &generator) ?? .label
            return .set(field, to: texts.randomElement(using: &generator) ?? nil, of: item.address)
        case 2: return .moveDown(item.address)
        case 3:
            return .move(
                item.address, to: place(&generator),
                emptied: Bool.random(using: &generator) ? .removed : .refused)
        case 4: return .copy(item.address)
        case 5: return .remove(item.address, emptied: .removed)
        default:
            let new = NewItem(
                [.label: "New"], items: Bool.random(using: &generator) ? [NewItem([.label: "In, it"])] : nil)
            return .add(new, at: place(&generator))
        }
    }

    @Test(
        "Changes of damaged boards are refused, or mean what they should and lose no comment",
        arguments: 0..<4)
    func changesOfDamagedBoards(part: Int) throws {
        var generator = SeededGenerator(seed: UInt64(part) + 7)
        var damage = DamagedFiles(seed: part + 100)
        var made = 0
        for turn in 0..<250 {
            var bytes = turn % 3 == 0 ? Array(Self.seed.utf8) : damage.damaged(Array(Self.seed.utf8))
            if turn % 5 == 0 {
                bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n").utf8)
            }
            // Some changes one after the other, so that what comes out is changed again.
            for _ in 0..<3 {
                guard let items = try? BoardEdit.items(in: bytes, file: "b.yaml"),
                    let change = Self.change(items, &generator)
                else { break }
                guard let (new, path) = try? BoardEdit.one(change, in: bytes) else {
                    continue
                }
                try Self.expectMeant(change, bytes, new)
                if let back = path.flatMap({ Self.inverse(change, at: $0) }),
                    let again = try? BoardEdit.one(back, in: new).bytes
                {
                    #expect((again == bytes) == true, "\(change)")
                }
                bytes = new
                made += 1
            }
        }
        #expect(made > 100)
    }

    /// The change that gives the same bytes again.
    private static func inverse(_ change: BoardChange, at path: ItemPath) -> BoardChange? {
        switch change {
        case .copy, .add: .remove(ItemAddress(path))
        case .move(let item, to: _, _) where item.path.group == path.group:
            .move(
                ItemAddress(path),
                to: ItemPlace(in: path.group == .board ? nil : ItemAddress(path.group), at: item.path.index))
        case .move, .set, .setBoard, .remove: nil
        }
    }

    /// What is said anew by other means than the change was verified by: the items as a list.
    private static func expectMeant(_ change: BoardChange, _ old: [UInt8], _ new: [UInt8]) throws {
        let (before, after) = (try words(old), try words(new))
        switch change {
        case .set(let fields, of: let item):
            #expect(before.count == after.count, "\(change)")
            let changed = zip(before, after).filter { $0 != $1 }
            #expect(changed.allSatisfy { $0.0.path == item.path && $0.1.path == item.path }, "\(change)")
            for (field, text) in fields {
                #expect(after.first { $0.path == item.path }?.fields[field] == text)
            }
        case .move(_, to: _, let emptied):
            let (left, right) = (before.map(\.fields).map(\.description).count, after.count)
            #expect(emptied == .removed ? right <= left : right == left, "\(change)")
        case .copy, .add:
            #expect(
                after.count > before.count
                    && before.allSatisfy { one in after.contains { $0.fields == one.fields } }, "\(change)")
        case .remove: #expect(after.count < before.count, "\(change)")
        case .setBoard: break
        }
        // Every line that stays is there as it was, but for how far it is indented.
        let lines = Set(new.split { $0 == 10 || $0 == 13 }.map(trimmed))
        let gone = old.split { $0 == 10 || $0 == 13 }.map(trimmed).filter { !lines.contains($0) }
        switch change {
        case .set: #expect(gone.count <= 6, "\(change)")
        case .copy, .add, .setBoard: #expect(gone.count <= 1, "\(change)")
        case .move, .remove: break
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
        Array(line.drop { $0 == 32 || $0 == 45 })
    }

    /// All items without what is in them.
    private static func words(_ bytes: [UInt8]) throws -> [WrittenItem] {
        func all(_ items: [WrittenItem]) -> [WrittenItem] {
            items.flatMap { item in
                var own = item
                own.items = nil
                return [own] + all(item.items ?? [])
            }
        }
        return all(try BoardEdit.items(in: bytes, file: "b.yaml"))
    }
}
