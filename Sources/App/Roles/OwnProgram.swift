import Foundation

/// How this program is called where somebody types it.
public enum OwnProgram {
    public static let name = "beckon"

    /// Where a program is found by its name alone, in whatever way somebody has logged in (`ENV_PATH` of login.defs, and what sudo
    /// sets). What a terminal adds for itself does not count: the next one need not have it.
    private static let usualPath = [
        "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin",
    ]

    /// `beckon` where that finds this very program, and else its own path, as a shell reads it.
    public static let typed = typed(
        running: try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"), in: usualPath)

    /// - Parameter running: The file of the running program, no link.
    static func typed(running: String?, in folders: [String]) -> String {
        // The kernel's mark on a program that was replaced since it was started: its successor has its path.
        let path = running.map { $0.hasSuffix(" (deleted)") ? String($0.dropLast(10)) : $0 }
        // Other programs have these parts too, such as tests.
        guard let path, path.split(separator: "/").last.map(String.init) == name else { return name }
        let found = folders.lazy.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        let file = found.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        return file == path ? name : HomeFolder.quoted(path)
    }

    /// What was typed to start this process, as it has to be typed to listen elsewhere.
    ///
    /// - Parameter arguments: Without the program.
    /// - Parameter isPlain: Whether other machines are to be let in without TLS.
    public static func again(
        _ arguments: [String], listening address: String, isPlain: Bool, typed: String = typed
    ) -> String {
        var words: [String] = []
        var isAddress = false
        for argument in arguments {
            if isAddress {
                words.append(address)
            } else {
                words.append(argument.hasPrefix("--listen=") ? "--listen=" + address : argument)
            }
            isAddress = !isAddress && argument == "--listen"
        }
        if isPlain, !words.contains("--allow-plain-http") { words.append("--allow-plain-http") }
        return ([typed] + words.map(HomeFolder.quoted)).joined(separator: " ")
    }

    /// A command such as `beckon network open`, as it has to be typed.
    public static func command(_ words: String, typed: String = typed) -> String {
        words.hasPrefix(name + " ") ? typed + words.dropFirst(name.count) : words
    }
}
