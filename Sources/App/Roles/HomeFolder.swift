import Boards
public import CareClient
import Care
import Foundation
import Glibc
public import HomeFiles
import StaffFiles
import WholeFiles

/// The folder in which everything of a home is: what staff edit, what Beckon keeps.
public struct HomeFolder: Sendable {
    public let path: String

    public init(path: String) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// A file that the settings name: from this folder, unless its path begins at the root.
    public func file(_ path: String) -> String { path.hasPrefix("/") ? path : self.path + "/" + path }

    /// Which certificates kiosks and stations of this home accept from their service.
    public func trust(_ settings: HomeSettings) -> ServiceTrust {
        ServiceTrust(certificate: (settings.service.trust ?? settings.service.certificate).map(file))
    }

    /// `$XDG_DATA_HOME/beckon`, or `~/.local/share/beckon`.
    public static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/beckon" }
        // As a shell means `~`: NSHomeDirectory asks the list of users instead.
        let own = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return "\(own)/.local/share/beckon"
    }

    public var settingsFile: String { "\(path)/beckon.yaml" }
    public var boardsFolder: String { "\(path)/boards" }
    /// What clients can do in guided steps: `exercises/calm.en.yaml`.
    public var exercisesFolder: String { "\(path)/exercises" }
    /// The home's own sentences and tips: `encouragement/quotes.en.yaml`.
    public var encouragementFolder: String { "\(path)/encouragement" }
    /// Settings and boards of clients besides the one of `beckon.yaml`: `clients/ID.yaml`.
    var clientsFolder: String { "\(path)/clients" }
    /// What paired kiosks have of their own: `devices/ID.yaml`.
    var devicesFolder: String { "\(path)/devices" }
    /// What a kiosk has fetched from its service on another machine.
    var fetchedFolder: String { "\(path)/fetched" }
    /// The same of a station.
    var stationFetchedFolder: String { "\(path)/fetched-station" }
    public var careStore: String { "\(path)/care.sqlite" }
    public var kioskStore: String { "\(path)/kiosk.sqlite" }
    public var stationStore: String { "\(path)/station.sqlite" }
    /// Where the home's own kiosk and station reach its service, on the same machine.
    public var serviceSocket: String { "\(path)/run/service" }
    public var switchMemory: String { "\(path)/switch.json" }
    /// How much has to be queued for each sound device.
    public var queueMemory: String { "\(path)/sound.json" }
    /// What the kiosk knows of needs and of the plan.
    var agenda: String { "\(path)/agenda.json" }
    var household: String { "\(path)/household.json" }
    /// Where the client is in an exercise.
    var exercise: String { "\(path)/exercise.json" }
    /// What the client has heard of encouragement, and likes.
    var encouragement: String { "\(path)/encouragement.json" }
    var lastGoodFolder: String { "\(path)/last-good" }

    /// The token of a device, `kiosk` or `station`.
    public func token(of device: String) throws(RolesError) -> String {
        let file = "\(path)/tokens/\(device)"
        // A token that cannot be read counts as missing.
        guard let bytes = (try? WholeFile.read(file, limit: 4096)) ?? nil else { throw .noToken(path: file) }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether nothing has been made here yet.
    public var isNew: Bool { !FileManager.default.fileExists(atPath: settingsFile) }

    /// Makes what is missing from the files that ship; never touches what is there.
    ///
    /// - Returns: whether the home is new.
    @discardableResult
    public func prepare(from share: SharedFiles) throws(RolesError) -> Bool {
        let isNew = isNew
        try makeFolder(path)
        // A home of an earlier version gets what it has not had.
        for (source, folder) in [
            (share.boardsFolder, boardsFolder), (share.exercisesFolder, exercisesFolder),
        ] where !FileManager.default.fileExists(atPath: folder) {
            // Only boards must be there.
            guard folder == boardsFolder || FileManager.default.fileExists(atPath: source) else { continue }
            try copy(source, to: folder)
        }
        try prepareEncouragement(from: share)
        if isNew {
            do throws(WholeFileError) {
                try WholeFile.write(
                    Array(SettingsTemplate.text.utf8), to: settingsFile, mode: Self.settingsMode)
            } catch {
                throw .file(error)
            }
        }
        return isNew
    }

    /// Makes the folder of the home's own sentences, with the schema by which editors check them. Those that ship are not copied: later versions have
    /// more of them.
    private func prepareEncouragement(from share: SharedFiles) throws(RolesError) {
        try makeFolder(encouragementFolder)
        let name = "encouragement.schema.json"
        let schema = "\(encouragementFolder)/\(name)"
        guard !FileManager.default.fileExists(atPath: schema) else { return }
        do throws(WholeFileError) {
            // Without it an editor checks nothing.
            guard let bytes = try WholeFile.read("\(share.encouragementFolder)/\(name)", limit: .max) else {
                return
            }
            try WholeFile.write(bytes, to: schema)
        } catch {
            throw .file(error)
        }
    }

    /// Copies to a temporary folder and renames it, so that a power cut never leaves half a set of files,
    /// and a role that starts at the same moment on the same home does no harm.
    private func copy(_ source: String, to folder: String) throws(RolesError) {
        let partial = "\(folder).\(getpid()).partial"
        do throws(RolesError) {
            try? FileManager.default.removeItem(atPath: partial)
            try makeFolder(partial)
            try copyFiles(from: source, to: partial)
        } catch {
            // What cannot be removed is only litter.
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
        guard rename(partial, folder) != 0 else {
            WholeFile.syncFolder(of: folder)
            return
        }
        let code = errno
        // What cannot be removed is only litter.
        try? FileManager.default.removeItem(atPath: partial)
        guard FileManager.default.fileExists(atPath: folder) else {
            throw .file(.cannotWrite(path: folder, errno: code))
        }
    }

    /// As new files, each synced, of this user, which staff may change: those that ship may belong to root, and be for reading alone.
    private func copyFiles(from source: String, to folder: String) throws(RolesError) {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: source) } catch {
            throw .file(.cannotRead(path: source, errno: errno))
        }
        for name in names where HomeFileKind(fileName: name) != nil {
            let (from, to) = ("\(source)/\(name)", "\(folder)/\(name)")
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: from, isDirectory: &isFolder), isFolder.boolValue {
                try makeFolder(to)
                try copyFiles(from: from, to: to)
                continue
            }
            do throws(WholeFileError) {
                guard let bytes = try WholeFile.read(from, limit: .max) else {
                    throw .cannotRead(path: from, errno: ENOENT)
                }
                try WholeFile.write(bytes, to: to)
            } catch {
                throw .file(error)
            }
        }
    }

    private func makeFolder(_ folder: String) throws(RolesError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .file(.cannotWrite(path: folder, errno: errno))
        }
    }

    /// Reads at most `limit` bytes of a plain file; a pipe or device is not waited for.
    static func read(_ path: String, limit: Int) -> Result<[UInt8], StaffFileLoader.Failure> {
        do throws(WholeFileError) {
            if let bytes = try WholeFile.read(path, limit: limit) { return .success(bytes) }
            return .failure(.init("does not exist"))
        } catch {
            switch error {
            case .notAFile(let path):
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                return .failure(
                    .init(
                        exists && isFolder.boolValue
                            ? "is a folder: name a file in it" : "is not a plain file"))
            case .cannotRead(_, let code), .cannotWrite(_, let code):
                return .failure(.init("cannot be read: \(SystemWords.words(code))"))
            case .changedMeanwhile: return .failure(.init("cannot be read now"))
            }
        }
    }
}
