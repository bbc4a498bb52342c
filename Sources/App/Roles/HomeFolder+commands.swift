import Foundation
import Glibc

/// What people type for this home.
extension HomeFolder {
    /// Where a package puts the home, and systemd starts it.
    public static let installedPath = "/var/lib/beckon"

    /// A command for this home, such as `beckon network open`, with what it needs besides: where the program is, unless that is on
    /// everybody's path, the folder, unless it is the usual one, and the user to whom the folder belongs, where that is nobody who
    /// types.
    public func command(_ words: String) -> String {
        Self.command(
            words, for: path, usual: HomeFolder(path: Self.standardPath).path, as: Self.foreignOwner(of: path)
        )
    }

    /// What starts everything on this machine.
    public var startCommand: String {
        path == Self.installedPath ? "sudo systemctl start beckon" : command("beckon run")
    }

    /// What starts a kiosk of this home's client, while its service runs.
    ///
    /// - Parameter isAlone: Whether that service runs without a kiosk of its own.
    public func kioskCommand(isAlone: Bool) -> String {
        switch (path == Self.installedPath, isAlone) {
        case (true, true): "sudo systemctl start beckon-kiosk"
        // The unit beckon-kiosk would end the one that has both.
        case (true, false): "sudo systemctl restart beckon"
        case (false, true): command("beckon kiosk")
        case (false, false): command("beckon run")
        }
    }

    /// - Parameter owner: Who has to type it; `nil` for whoever reads it.
    static func command(
        _ words: String, for path: String, usual: String, as owner: String?,
        program: String = OwnProgram.typed
    ) -> String {
        // Another user has another usual folder.
        let place = path == usual && owner == nil ? "" : " --home " + quoted(path)
        return (owner.map { "sudo -u \(quoted($0)) " } ?? "") + OwnProgram.command(words, typed: program)
            + place
    }

    /// As a POSIX shell reads one word.
    static func quoted(_ word: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-")
        guard word.isEmpty || !word.allSatisfy(plain.contains) else { return word }
        return "'" + word.replacing("'", with: #"'\''"#) + "'"
    }

    /// Whose the folder is, where that is neither this user nor one who logs in; `nil` where it is, or is not known.
    private static func foreignOwner(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_uid != 0 || geteuid() != 0 else { return nil }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16384)
        guard getpwuid_r(status.st_uid, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            return status.st_uid == geteuid() ? nil : "#\(status.st_uid)"
        }
        let logsIn = !["nologin", "false"].contains { String(cString: entry.pw_shell).hasSuffix("/" + $0) }
        return status.st_uid == geteuid() && logsIn ? nil : String(cString: entry.pw_name)
    }
}
