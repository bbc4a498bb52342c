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
        if ScalarText.invisible(in: value) != nil {
            throw .unfit("`\(key)` holds an invisible character: type it again.")
        }
    }
}
