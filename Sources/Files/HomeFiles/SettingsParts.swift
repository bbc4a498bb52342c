public import Care
public import StaffFiles

/// The parts of `beckon.yaml` that have different owners, as texts: what a kiosk on another machine gets from its home, and what stays its own.
public enum SettingsParts {
    /// Whose an option is.
    public enum Owner: Hashable, Sendable, CaseIterable {
        /// Everybody's who lives there.
        case home
        /// It goes with the client to whichever kiosk they use.
        case client
        /// The machine's: its devices, how loud it is, and where its service is.
        case device
    }

    /// Whose an option of the catalogue is.
    ///
    /// - Parameter path: The keys from the top of the file, the option's own the last.
    public static func owner(of path: [String]) -> Owner {
        switch (path.first ?? "", path.last ?? "") {
        // What it can start belongs to a machine: see `MachineSettings`.
        case ("alerts", "command"): .device
        case ("sessions", "video_link"): .home
        case ("home", _), ("caregiver", _), ("zone", _), ("alerts", _): .home
        case ("client", _), ("board", _), ("scanning", _), ("tuning", _), ("display", _),
            ("care", _), ("sessions", _), ("moods", _), ("encouragement", _):
            .client
        case ("switches", "stuck_after"), ("switches", "silence_notice"): .client
        // Who speaks, and how fast, a client is used to; how loud depends on the room.
        case ("voices", "voice"), ("voices", "rate"), ("voices", "pitch"): .client
        default: .device
        }
    }

    /// Whose options a file may have; those of the home's own file are everybody's.
    public static func owners(in scope: SettingsScope) -> Set<Owner> {
        switch scope {
        case .home: Set(Owner.allCases)
        case .client: [.client]
        case .device: [.device]
        }
    }

    /// What stands in a file of a single client or device and does not belong there, each at its line.
    public static func foreign(in bytes: [UInt8], file: String, to scope: SettingsScope) -> [Finding] {
        let owners = owners(in: scope)
        guard owners.count < Owner.allCases.count,
            let root = StaffFile.read(bytes, file: file, marks: .removed).root
        else { return [] }
        let log = FindingLog(file: file)
        for section in SettingsCatalogue.sections {
            let start: StaffNode? = root
            guard case .mapping(let entries)? = section.path.reduce(start, { $0?.value($1) })?.content else {
                continue
            }
            for entry in entries where section.options.contains(where: { $0.name == entry.key.value }) {
                let path = section.path + [entry.key.value]
                let owner = owner(of: path)
                guard !owners.contains(owner) else { continue }
                let name = path.joined(separator: ".")
                switch owner {
                case .home:
                    log.error("`\(name)` is the home's: it stands in beckon.yaml", at: entry.key.range)
                case .client:
                    log.error("`\(name)` is a client's: it stands in clients/ID.yaml", at: entry.key.range)
                case .device:
                    log.error(
                        "`\(name)` is a kiosk's: it stands in devices/ID.yaml, or in that machine's own beckon.yaml",
                        at: entry.key.range)
                }
            }
        }
        return log.findings
    }

    /// What a file says of some owners' options, as a text of its own; what it leaves out is left out here too.
    ///
    /// - Returns: `nil` where the bytes are no YAML with keys.
    public static func text(of bytes: [UInt8], for owners: Set<Owner>) -> String? {
        guard let options = options(in: bytes) else { return nil }
        return text(options.filter { owners.contains(owner(of: $0.path)) })
    }

    /// What a file says in one section, as a text of its own.
    ///
    /// - Returns: `nil` where the bytes are no YAML with keys.
    public static func text(of bytes: [UInt8], under section: [String]) -> String? {
        options(in: bytes).map { text($0.filter { $0.path.dropLast() == section[...] }) }
    }

    /// One text from several: of each option, the first that has it counts.
    ///
    /// - Returns: `nil` where one of them is no YAML with keys.
    public static func merged(_ texts: [[UInt8]]) -> String? {
        var all: [WrittenOption] = []
        for bytes in texts {
            guard let options = options(in: bytes) else { return nil }
            let known = Set(all.map(\.path))
            all += options.filter { !known.contains($0.path) }
        }
        return text(all)
    }

    /// Who a client is, as a text of its own.
    ///
    /// - Parameter name: As the home's people have it; left out where it is `nil`.
    public static func client(id: String, name: String?) -> String {
        let options = [("id", id)] + (name.map { [("name", $0)] } ?? [])
        return text(
            options.map {
                WrittenOption(
                    path: ["client", $0], value: ScalarText.text($1, isInFlow: false, prefersQuotes: true))
            })
    }

    private struct WrittenOption {
        let path: [String]
        let value: String
    }

    /// The options that a file has in force, in the order of the catalogue.
    private static func options(in bytes: [UInt8]) -> [WrittenOption]? {
        let (root, log) = StaffFile.read(bytes, file: "", marks: .removed)
        // A file in which everything is commented out says nothing.
        guard let root else { return log.findings.hasErrors ? nil : [] }
        if case .empty = root.content { return [] }
        guard case .mapping = root.content else { return nil }
        return SettingsCatalogue.sections.flatMap { section -> [WrittenOption] in
            let start: StaffNode? = root
            guard let node = section.path.reduce(start, { node, key in node?.value(key) }) else { return [] }
            return section.options.compactMap { option in
                guard let value = node.value(option.name).flatMap(written) else { return nil }
                return WrittenOption(path: section.path + [option.name], value: value)
            }
        }
    }

    /// A value or a list of values as one line; `nil` for what is empty, or of a shape that no option has.
    private static func written(_ node: StaffNode) -> String? {
        switch node.content {
        case .empty, .mapping: return nil
        case .scalar(let text, let isQuoted):
            return written(text, isQuoted, node.written.style, isInFlow: false)
        case .sequence(let nodes):
            let values = nodes.compactMap { node in
                if case .scalar(let text, let isQuoted) = node.content {
                    written(text, isQuoted, node.written.style, isInFlow: true)
                } else {
                    nil as String?
                }
            }
            return "[" + values.joined(separator: ", ") + "]"
        }
    }

    /// Numbers and `on` stay plain, as they were.
    private static func written(_ text: String, _ isQuoted: Bool, _ style: StaffNode.Style, isInFlow: Bool)
        -> String
    {
        let isFreeOfFlow = !text.contains { ",[]{}:#".contains($0) }
        return style == .plain && (isFreeOfFlow || !isInFlow)
            ? text : ScalarText.text(text, isInFlow: isInFlow, prefersQuotes: isQuoted)
    }

    private static func text(_ options: [WrittenOption]) -> String {
        var lines: [String] = []
        for section in SettingsCatalogue.sections {
            let inside = options.filter { Array($0.path.dropLast()) == section.path }
            let indent = String(repeating: "  ", count: section.path.count)
            // A section inside another needs that one's line, which then has no option of its own perhaps.
            let isNeeded = options.contains {
                $0.path.count > section.path.count && $0.path.starts(with: section.path)
            }
            if let key = section.path.last, isNeeded { lines.append(indent.dropLast(2) + "\(key):") }
            lines += inside.map { "\(indent)\($0.path.last ?? ""): \($0.value)" }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension StaffNode {
    /// The value of a key; `nil` where it has none.
    fileprivate func value(_ key: String) -> StaffNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.value == key }?.value
    }
}
