public import Scanning
import Foundation
import Glibc
import WholeFiles

/// The file with a kiosk's record of its switch: a few counts and times, readable only for its user.
public enum SwitchMemoryFile {
    /// What was found at a path.
    public enum Found: Equatable, Sendable {
        case memory(SwitchMemory)
        case nothing
        /// It cannot be read, or is not such a file; with the reason.
        case damaged(String)
    }

    /// Real ones have 3 KB.
    private static let limit = 65_536

    /// Reads it; changes nothing.
    public static func read(_ path: String) -> Found {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return .nothing }
        let bytes: [UInt8]
        switch HomeFolder.read(path, limit: limit) {
        case .success(let found): bytes = found
        case .failure(let failure): return .damaged("\(failure)")
        }
        do {
            let memory = try JSONDecoder().decode(SwitchMemory.self, from: Data(bytes))
            guard memory.version == SwitchMemory.version else {
                return .damaged("it is of version \(memory.version), which this Beckon does not know")
            }
            return .memory(memory)
        } catch {
            return .damaged("it is not what Beckon writes")
        }
    }

    /// Writes it whole or not at all.
    static func write(_ memory: SwitchMemory, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try WholeFile.write(Array(encoder.encode(memory)), to: path, mode: 0o600)
    }

    /// Moves an unreadable file aside, replacing the one moved before; gives its new path.
    static func setAside(_ path: String) -> String? {
        let aside = "\(path).damaged"
        return rename(path, aside) == 0 ? aside : nil
    }
}
