/// Why an SQLite file of Beckon's cannot be used. Whatever the reason, the file is left as it is.
public enum StoreFileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Written by a later Beckon.
    case newer(path: String, version: Int, known: Int)
    /// Damaged: not SQLite at all, or not consistent.
    case corrupt(path: String, detail: String)
    /// A valid SQLite file of another program, or another one of Beckon's.
    case foreign(path: String, wanted: String)
    /// Another Beckon process owns it.
    case owned(path: String, by: String)
    /// Another program holds a lock on it.
    case busy(path: String)
    case full(path: String)
    /// The process, or the machine, has no descriptor left.
    case tooManyOpen(path: String)
    case noPermission(path: String, detail: String)
    case inputOutput(path: String, detail: String)

    public var description: String {
        switch self {
        case .newer(let path, let version, let known):
            "\(path) was written by a newer Beckon (format \(version); this one knows up to \(known)). "
                + "Install that version again, or start with another home folder."
        case .corrupt(let path, let detail):
            "\(path) is damaged (\(detail)). Nothing was changed in it. Move it and its -wal and -shm files "
                + "away, put back a copy, or start without it: a new one is made."
        case .foreign(let path, let wanted):
            "\(path) is not \(wanted). Nothing was changed in it. Move it away, or choose another home folder."
        case .owned(let path, let owner):
            "\(path) is in use by another Beckon (\(owner)). Stop that one first, or give this one another "
                + "home folder with --home."
        case .busy(let path):
            "\(path) is locked by another program. Close what has it open (sqlite3, a backup); it is tried again."
        case .full(let path): "\(path) cannot grow: the disk is full. Free some space; it is tried again."
        case .tooManyOpen(let path):
            "\(path) cannot be opened: too many files are open at once. It is tried again; if this lasts, restart "
                + "Beckon, and check which program holds so many (ls /proc/*/fd)."
        case .noPermission(let path, let detail):
            "\(path) cannot be opened or written (\(detail)). Give the user that runs Beckon the right to write "
                + "the file and its folder."
        case .inputOutput(let path, let detail):
            "\(path) cannot be read or written (\(detail)). The disk may be failing: look at the system's log."
        }
    }

    /// Whether the cause may pass, so that trying again makes sense.
    public var mayPass: Bool {
        switch self {
        case .busy, .full, .tooManyOpen, .inputOutput, .noPermission: true
        case .newer, .corrupt, .foreign, .owned: false
        }
    }
}
