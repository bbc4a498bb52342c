/// Something in a list that could not be read. The rest of the list was.
public struct UnreadableItem: Sendable, Hashable, CustomStringConvertible {
    /// The list, as JSON names it: `requests`.
    public var list: String
    /// The item's `id`, where at least that could be read.
    public var id: String?

    public init(list: String, id: String?) {
        self.list = list
        self.id = id
    }

    public var description: String { "\(list): \(id ?? "without an id")" }
}

extension KeyedDecodingContainer {
    /// What can be read of a list: one item that cannot be read does not hide the others.
    ///
    /// - Parameter unreadable: Called with each item that was left out.
    func decodeReadable<Element: Decodable>(
        _ type: [Element].Type, forKey key: Key, _ unreadable: inout [UnreadableItem]
    ) throws -> [Element] {
        try decode([Attempt<Element>].self, forKey: key).compactMap { attempt in
            switch attempt {
            case .read(let element): return element
            case .unreadable(let id):
                unreadable.append(UnreadableItem(list: key.stringValue, id: id))
                return nil
            }
        }
    }
}

/// One item of a list, whatever it is.
private enum Attempt<Value: Decodable>: Decodable {
    case read(Value)
    case unreadable(id: String?)

    private enum CodingKeys: String, CodingKey { case id }

    init(from decoder: any Decoder) throws {
        do { self = .read(try Value(from: decoder)) } catch {
            // An item that is no object, or whose id is no text, has none.
            let id = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
            self = .unreadable(id: id.map { String($0.prefix(FieldChecks.longestID)) })
        }
    }
}
