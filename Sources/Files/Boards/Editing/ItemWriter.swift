import StaffFiles

/// Writes new items as the shipped boards do: groups on several lines, what is in them on one line each.
struct ItemWriter {
    let lineBreak: String
    /// Whether the values of a key are put into quotes also where that is not needed.
    var quotes: (String) -> Bool = { _ in false }

    /// From its dash on, without the last line end.
    ///
    /// - Parameters:
    ///   - indent: Spaces before the dash.
    ///   - isBlock: Whether an item that is no group is written on several lines too.
    func block(_ item: NewItem, indent: Int, isBlock: Bool) -> String {
        lines(item, isBlock: isBlock).map { String(repeating: " ", count: indent) + $0 }
            .joined(separator: lineBreak)
    }

    private func lines(_ item: NewItem, isBlock: Bool) -> [String] {
        guard isBlock || item.items != nil else { return ["- " + flow(item)] }
        var lines = fields(item, isInFlow: false)
        if let items = item.items {
            lines.append("\(ItemKey.group.rawValue):")
            lines += items.flatMap { self.lines($0, isBlock: isBlock) }.map { "  " + $0 }
        }
        return lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }

    /// On one line.
    func flow(_ item: NewItem) -> String {
        var parts = fields(item, isInFlow: true)
        if let items = item.items {
            parts.append("\(ItemKey.group.rawValue): [ \(items.map(flow).joined(separator: ", ")) ]")
        }
        return "{ \(parts.joined(separator: ", ")) }"
    }

    private func fields(_ item: NewItem, isInFlow: Bool) -> [String] {
        ItemField.allCases.compactMap { field in
            guard let value = item.fields[field] else { return nil }
            let prefersQuotes = quotes(field.rawValue)
            let text =
                field.isSwitch
                ? value : ScalarText.text(value, isInFlow: isInFlow, prefersQuotes: prefersQuotes)
            return "\(field.rawValue): \(text)"
        }
    }
}
