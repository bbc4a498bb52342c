/// Paths in board files: relative to the file that names them, and never out of the folder of the boards.
struct BoardPath {
    enum Problem: Error, Equatable {
        case absolute
        case outside
        case empty
    }

    /// The folder that no path may leave, without a slash at its end.
    let root: String

    /// - Parameter start: The first board: its folder is the root unless another is given.
    init(start: String, root: String?) {
        self.root =
            root.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
            ?? Self.folder(of: start)
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path of a file that is named in the file at `base`.
    func resolve(_ name: String, from base: String) throws(Problem) -> String {
        guard !name.isEmpty else { throw .empty }
        guard !name.hasPrefix("/"), !name.hasPrefix("~") else { throw .absolute }
        let folder = Self.folder(of: base)
        var parts = (Self.parts(folder) ?? [])
        let rootParts = Self.parts(root) ?? []
        for part in name.split(separator: "/", omittingEmptySubsequences: true) {
            switch part {
            case ".": continue
            case "..":
                guard parts.count > rootParts.count else { throw .outside }
                parts.removeLast()
            default: parts.append(String(part))
            }
        }
        guard parts.count > rootParts.count, Array(parts.prefix(rootParts.count)) == rootParts else {
            throw .outside
        }
        return Self.join(parts, isAbsolute: folder.hasPrefix("/"))
    }

    /// A path without `.` and needless `..`, so that one file has one name.
    static func normalized(_ path: String) -> String {
        join(parts(path) ?? [], isAbsolute: path.hasPrefix("/"))
    }

    private static func join(_ parts: [String], isAbsolute: Bool) -> String {
        (isAbsolute ? "/" : "") + (parts.isEmpty && !isAbsolute ? "." : parts.joined(separator: "/"))
    }

    private static func parts(_ path: String) -> [String]? {
        var parts: [String] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts
    }
}
