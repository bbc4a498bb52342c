/// Paths in files that staff edit: relative to the file that names them, and never out of their folder.
public struct StaffFilePath {
    public enum Problem: Error, Equatable {
        case absolute
        case outside
        case empty
    }

    /// The folder that no path may leave, without a slash at its end.
    let root: String

    /// - Parameter start: The first file: its folder is the root unless another is given.
    public init(start: String, root: String?) {
        self.root =
            root.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
            ?? Self.folder(of: start)
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path of a file that is named in the file at `base`.
    public func resolve(_ name: String, from base: String) throws(Problem) -> String {
        guard !name.isEmpty else { throw .empty }
        guard !name.hasPrefix("/"), !name.hasPrefix("~") else { throw .absolute }
        let path = Self.normalized(Self.folder(of: base) + "/" + name)
        let parts = Self.parts(path)
        let rootParts = Self.parts(root)
        let inside = parts.dropFirst(rootParts.count)
        guard parts.starts(with: rootParts), !inside.isEmpty, !inside.contains("..") else { throw .outside }
        return path
    }

    /// A path without `.` and needless `..`, so that one file has one name.
    public static func normalized(_ path: String) -> String {
        let parts = parts(path)
        let isAbsolute = path.hasPrefix("/")
        return (isAbsolute ? "/" : "") + (parts.isEmpty && !isAbsolute ? "." : parts.joined(separator: "/"))
    }

    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").reduce(into: []) { parts, part in
            switch part {
            case ".": return
            case ".." where path.hasPrefix("/") && parts.isEmpty: return
            case ".." where parts.last.map { $0 != ".." } ?? false: parts.removeLast()
            default: parts.append(String(part))
            }
        }
    }
}
