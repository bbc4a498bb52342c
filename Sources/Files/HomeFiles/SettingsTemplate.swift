/// The `beckon.yaml` that a home starts with.
public enum SettingsTemplate {
    private static let heading = """
        # yaml-language-server: $schema=boards/beckon.schema.json
        # How Beckon works in this home. docs/configuration.md tells more.
        #
        # Lines that begin with #name: show the defaults. To change one, remove its # and
        # change the value; keep the spaces before it. Times need a unit: 300 ms, 1.5 s, 2 min, 1 h.
        # Afterwards: beckon config check


        """

    /// With every option, its default, its range and what it does for a person.
    public static var text: String {
        heading + SettingsCatalogue.sections.map(section).joined(separator: "\n")
    }

    private static func section(_ section: SettingsCatalogue.Section) -> String {
        let depth = max(section.path.count - 1, 0)
        var lines: [String] = []
        if let key = section.path.last {
            lines.append(contentsOf: comment(section.meaning, depth: depth))
            lines.append(indent(depth) + key + ":")
        }
        for option in section.options {
            let place = section.path.count
            lines.append(contentsOf: comment("\(option.meaning) (\(option.range))", depth: place))
            let isInForce = option.isOwn || option.new != nil
            lines.append(
                indent(place) + (isInForce ? "" : "#") + "\(option.name): \(option.new ?? option.standard)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

    /// Cut into lines of at most 100 characters.
    private static func comment(_ text: String, depth: Int) -> [String] {
        let start = indent(depth) + "# "
        var lines: [String] = []
        var line = start
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > 100, line != start {
                lines.append(line)
                line = start
            }
            line += (line == start ? "" : " ") + word
        }
        return lines + [line]
    }
}
