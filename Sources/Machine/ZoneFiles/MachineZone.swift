public import Foundation
import Recurrence

/// The zone that the machine's own clock is set to.
public enum MachineZone {
    /// Its IANA name, looked for where other programs look: `TZ`, then the target of `/etc/localtime`, then
    /// `/etc/timezone`; `UTC` if nothing says.
    ///
    /// - Parameters:
    ///   - environment: The process's own unless given.
    ///   - root: The folder before `/etc`, for tests.
    public static func id(
        environment: [String: String] = ProcessInfo.processInfo.environment, root: String = ""
    ) -> String {
        named(environment["TZ"]) ?? linked("\(root)/etc/localtime") ?? written("\(root)/etc/timezone")
            ?? "UTC"
    }

    /// `Europe/Berlin`, or `:Europe/Berlin`, or a path; not `CET-1CEST`, which has no name.
    private static func named(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return zone(inPath: text.hasPrefix(":") ? String(text.dropFirst()) : text)
    }

    /// The zone's name in a link to its file.
    private static func linked(_ path: String) -> String? {
        // An error: it is no link, and says nothing.
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
            return nil
        }
        return target.contains("zoneinfo/") ? zone(inPath: target) : nil
    }

    private static func written(_ path: String) -> String? {
        // An error: the file is not there, and says nothing.
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return text.split(whereSeparator: \.isNewline).first.flatMap { zone(inPath: String($0)) }
    }

    private static func zone(inPath text: String) -> String? {
        var name = text[...]
        if let folder = text.range(of: "zoneinfo/", options: .backwards) { name = text[folder.upperBound...] }
        for other in ["posix/", "right/"] where name.hasPrefix(other) { name = name.dropFirst(other.count) }
        let id = String(name).trimmingCharacters(in: .whitespaces)
        // `CET-1CEST` is an offset, not a name.
        let isRule = !id.contains("/") && id.contains { $0.isNumber }
        return ZoneRules.isWellFormed(id) && id.first?.isUppercase == true && !isRule ? id : nil
    }
}
