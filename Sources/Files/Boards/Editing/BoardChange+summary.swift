extension BoardChange {
    /// What a step did, in few words: what an undo would take back.
    public struct Summary: Codable, Hashable, Sendable {
        public enum Kind: String, Codable, CaseIterable, Sendable {
            case set, board, move, copy, remove, add
            /// More than one change at once.
            case several
            /// The text of the file, by hand or in a browser.
            case text
        }

        public var kind: Kind
        /// Of the item that it was about, as it was called before; for a new one, as it is called.
        public var label: String?

        public init(_ kind: Kind, label: String? = nil) {
            self.kind = kind
            self.label = label
        }
    }

    /// What changes would do to a text.
    ///
    /// A field that is set while the item is moved belongs to the move: both are one step of one person.
    public static func summary(of changes: [BoardChange], in bytes: [UInt8], file: String) -> Summary {
        let items = (try? BoardEdit.items(in: bytes, file: file)) ?? []
        let all = changes.map { $0.summary(among: items) }
        let labels = Set(all.map(\.label))
        guard let last = all.last, labels.count == 1, Set(all.dropLast().map(\.kind)).isSubset(of: [.set])
        else { return Summary(.several) }
        return last
    }

    private func summary(among items: [WrittenItem]) -> Summary {
        func label(_ address: ItemAddress) -> String? {
            WrittenItem.at(address.path, in: items)?.label ?? address.label
        }
        return switch self {
        case .set(_, of: let item): Summary(.set, label: label(item))
        case .setBoard: Summary(.board)
        case .move(let item, to: _, emptied: _): Summary(.move, label: label(item))
        case .copy(let item): Summary(.copy, label: label(item))
        case .remove(let item, emptied: _): Summary(.remove, label: label(item))
        case .add(let item, at: _): Summary(.add, label: item.fields[.label])
        }
    }
}

extension WrittenItem {
    /// The item at a path; `nil` if there is none.
    public static func at(_ path: ItemPath, in items: [WrittenItem]) -> WrittenItem? {
        guard let index = path.indices.first, items.indices.contains(index) else { return nil }
        let rest = ItemPath(Array(path.indices.dropFirst()))
        return rest == .board ? items[index] : at(rest, in: items[index].items ?? [])
    }

    /// This one, and all that is in it, in the order of the file.
    public var flattened: [WrittenItem] { [self] + (items ?? []).flatMap(\.flattened) }
}
