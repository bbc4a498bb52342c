import Foundation
import StaffFiles

/// Which file was meant by a path that leads to none.
///
/// It lists folders, so it is for commands alone: on a page, a path that somebody has written into a board would show what lies
/// beside it.
public enum NearFiles {
    /// A folder with more names is no place where somebody has made a slip.
    private static let mostNames = 2000

    /// `: did you mean `boards/main.yaml`?` to put behind a message, or nothing.
    public static func suffix(_ path: String) -> String {
        guess(path).map { ": did you mean `\($0)`?" } ?? ""
    }

    /// The path with a part that is wrong replaced by one that is there; `nil` where nothing is like it, or two parts are wrong.
    public static func guess(_ path: String) -> String? {
        var parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        let root = path.hasPrefix("/") ? "/" : ""
        func folder(_ count: Int) -> String { root + parts.prefix(count).joined(separator: "/") }
        guard
            let wrong = parts.indices.first(where: {
                !FileManager.default.fileExists(atPath: folder($0 + 1))
            }), let meant = name(like: parts[wrong], in: wrong == 0 && root.isEmpty ? "." : folder(wrong))
        else { return nil }
        parts[wrong] = meant
        let found = folder(parts.count)
        return FileManager.default.fileExists(atPath: found) ? found : nil
    }

    private static func name(like word: String, in folder: String) -> String? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
            names.count <= Self.mostNames
        else { return nil }
        let sorted = names.filter { !$0.hasPrefix(".") }.sorted()
        let (stem, ending) = parts(of: word)
        // Only what stands before the ending is compared: any two `a.yaml` and `b.yaml` are nearly the same.
        let alike = sorted.filter { parts(of: $0).ending == ending }
        if let meant = DidYouMean.guess(for: stem, among: alike.map { parts(of: $0).stem }) {
            return alike.first { parts(of: $0).stem == meant }
        }
        let sameStem = sorted.filter { parts(of: $0).stem == stem }
        return sameStem.first { [".yaml", ".yml"].contains(parts(of: $0).ending) }
            ?? (sameStem.count == 1 ? sameStem[0] : nil)
    }

    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
