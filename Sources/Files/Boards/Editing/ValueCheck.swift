import Care
import StaffFiles

/// Whether values can be written into a board file at all. Whether they are good there, its reader finds.
enum ValueCheck {
    static func check(_ value: String, of field: ItemField) throws(BoardEdit.Problem) {
        try check(value, of: field.rawValue)
        if field.isSwitch, !["true", "false", "on", "off"].contains(value) {
            throw .unfit("`\(field.rawValue)` is `true` or `false`.")
        }
    }

    static func check(_ value: String, of field: BoardField) throws(BoardEdit.Problem) {
        try check(value, of: field.rawValue)
        if field == .columns, Int(value).map(String.init) != value {
            throw .unfit("`columns` is a whole number.")
        }
    }

    static func check(_ item: NewItem) throws(BoardEdit.Problem) {
        guard item.fields[.label] != nil else { throw .unfit("An item needs a label.") }
        for (field, value) in item.fields { try check(value, of: field) }
        guard let items = item.items else { return }
        guard !items.isEmpty else { throw .unfit("A group needs at least one item.") }
        for item in items { try check(item) }
    }

    private static func check(_ value: String, of key: String) throws(BoardEdit.Problem) {
        let isInvisible = value.unicodeScalars.contains { scalar in
            DirectionMarks.contains(scalar) || (scalar != "\n" && scalar != "\t" && scalar.isControl)
        }
        if isInvisible { throw .unfit("`\(key)` holds an invisible character: type it again.") }
    }
}

extension Unicode.Scalar {
    /// What the reader of files refuses.
    fileprivate var isControl: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
