import Care
import CareClient
import Digests
import Foundation
import StaffFiles
import WholeFiles

/// What was fetched, as it lies in a folder of a home:
///
/// - `files/DIGEST`: the bytes of each file.
/// - `sets/VERSION-OWN/`: one state of it with one state of this machine's own options, as a home's folder has it: `beckon.yaml` with both kinds of
///   options, `boards/`.
/// - `current`: a link to the newest set. It is changed as a whole, so that a power cut leaves one set or the other.
/// - `before`: a link to the set before it, for a disk that has lost a part of the newest one.
struct FetchedSets: Sendable {
    /// What leads to a set, the newest first.
    enum Link: String, CaseIterable, Sendable {
        case current, before
    }

    let folder: String

    var filesFolder: String { "\(folder)/files" }
    private var setsFolder: String { "\(folder)/sets" }
    private func path(_ link: Link) -> String { "\(folder)/\(link.rawValue)" }
    /// What was fetched, beside the files of the set.
    private static let manifest = "contents.json"

    // MARK: - Reading

    /// The set, read like a home.
    func home(_ link: Link) -> HomeFolder { HomeFolder(path: path(link)) }

    /// The name of the set to which a link leads; `nil` where there is none.
    func name(_ link: Link) -> String? {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path(link))
        guard let name = target?.split(separator: "/").last.map(String.init),
            ClientContents.File.isDigest(Self.version(name)),
            FileManager.default.fileExists(atPath: "\(setsFolder)/\(name)/\(Self.manifest)")
        else { return nil }
        return name
    }

    static func name(of contents: ClientContents, _ settings: [UInt8]) -> String {
        "\(contents.version)-\(digest(of: settings))"
    }

    static func version(_ name: String) -> String { String(name.prefix(64)) }

    /// What the service had sent of it; `nil` where that cannot be read.
    func contents(_ link: Link) -> ClientContents? {
        guard name(link) != nil, let bytes = Self.bytes("\(path(link))/\(Self.manifest)", limit: 16 << 20)
        else { return nil }
        return try? CareJSON.decoder().decode(ClientContents.self, from: Data(bytes))
    }

    /// What of a set is looked at.
    enum Part {
        /// Its settings, boards and words: a kiosk reads them at its start anyway.
        case texts
        /// Pictures and recordings too.
        case all
    }

    /// A file of the set that is not as it was fetched, by its path in it; `nil` where all are. An empty file may be good YAML, and is none of the
    /// client's settings.
    func damaged(_ link: Link, _ part: Part) -> String? {
        guard let name = name(link) else { return nil }
        guard let contents = contents(link), contents.version == Self.version(name) else {
            return Self.manifest
        }
        guard hasSettings(link) else { return "beckon.yaml" }
        let files = part == .all ? contents.files : contents.files.filter { $0.path.hasSuffix(".yaml") }
        return files.first { !Self.has($0.digest, at: "\(path(link))/\($0.path)") }?.path
    }

    /// Whether the set's settings are as they were made.
    func hasSettings(_ link: Link) -> Bool {
        let bytes = Self.bytes("\(path(link))/beckon.yaml", limit: StaffFileLimits.bytes)
        return bytes.map { name(link)?.hasSuffix("-" + Self.digest(of: $0)) ?? false } ?? false
    }

    private static func digest(of settings: [UInt8]) -> String {
        String(Digests.sha256Digits(Data(settings)).prefix(16))
    }

    /// Whether the bytes with this digest are there.
    func has(_ digest: String) -> Bool { Self.has(digest, at: "\(filesFolder)/\(digest)") }

    /// Whether there is a file for this digest, whatever is in it.
    func hasFile(_ digest: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(filesFolder)/\(digest)")
    }

    private static func has(_ digest: String, at path: String) -> Bool {
        // A power cut on a bad disk, or somebody's hand: it is fetched again.
        bytes(path, limit: ClientContents.mostFileBytes).map { Digests.sha256Digits(Data($0)) == digest }
            ?? false
    }

    private static func bytes(_ path: String, limit: Int) -> [UInt8]? {
        (try? WholeFile.read(path, limit: limit)) ?? nil
    }

    // MARK: - Writing

    func keep(_ bytes: Data, as digest: String) throws(WholeFileError) {
        try Self.makeFolder(filesFolder)
        try WholeFile.write(Array(bytes), to: "\(filesFolder)/\(digest)", mode: 0o600)
    }

    /// Makes a set that is not in use yet; its files are there.
    func make(_ contents: ClientContents, _ settings: [UInt8]) throws(WholeFileError) -> HomeFolder {
        let path = "\(setsFolder)/.\(contents.version)"
        Self.remove(path)
        try Self.makeFolder("\(path)/boards")
        for file in contents.files {
            let target = "\(path)/\(file.path)"
            try Self.makeFolder(URL(fileURLWithPath: target).deletingLastPathComponent().path)
            guard Glibc.link("\(filesFolder)/\(file.digest)", target) == 0 else {
                throw .cannotWrite(path: target, errno: errno)
            }
            WholeFile.syncFolder(of: target)
        }
        try WholeFile.write(settings, to: "\(path)/beckon.yaml", mode: HomeFolder.settingsMode)
        let manifest = (try? CareJSON.encoder().encode(contents)) ?? Data()
        try WholeFile.write(Array(manifest), to: "\(path)/\(Self.manifest)", mode: 0o600)
        return HomeFolder(path: path)
    }

    /// Takes a made set into use under a name. A set that has this name already is damaged: this one takes its place.
    ///
    /// - Parameter before: The set that was in use until now, to be kept; `nil` where none could be read.
    func use(_ made: HomeFolder, as name: String, before: String?) throws(WholeFileError) {
        let (place, aside) = ("\(setsFolder)/\(name)", "\(setsFolder)/.replaced")
        Self.remove(aside)
        // Where there is none, nothing has to make room.
        _ = rename(place, aside)
        guard rename(made.path, place) == 0 else { throw .cannotWrite(path: place, errno: errno) }
        WholeFile.syncFolder(of: place)
        if let before, before != name { try point(.before, to: before) }
        try point(.current, to: name)
    }

    private func point(_ link: Link, to name: String) throws(WholeFileError) {
        let next = "\(folder)/next"
        Self.remove(next)
        guard symlink("sets/\(name)", next) == 0, rename(next, path(link)) == 0 else {
            throw .cannotWrite(path: path(link), errno: errno)
        }
        WholeFile.syncFolder(of: path(link))
    }

    /// Nothing of it is used any more.
    func forget() { Link.allCases.forEach { Self.remove(path($0)) } }

    /// Removes sets to which no link leads, and files that none of the others needs.
    func tidy() {
        let files = FileManager.default
        let kept = Set(Link.allCases.compactMap(name))
        for name in (try? files.contentsOfDirectory(atPath: setsFolder)) ?? [] where !kept.contains(name) {
            Self.remove("\(setsFolder)/\(name)")
        }
        let needed = Set(Link.allCases.compactMap(contents).flatMap(\.files).map(\.digest))
        for name in (try? files.contentsOfDirectory(atPath: filesFolder)) ?? [] where !needed.contains(name) {
            Self.remove("\(filesFolder)/\(name)")
        }
    }

    static func remove(_ path: String) {
        // What is not there need not be removed; what cannot be is litter that the next set finds in its way, and says so.
        try? FileManager.default.removeItem(atPath: path)
    }

    private static func makeFolder(_ path: String) throws(WholeFileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotWrite(path: path, errno: errno)
        }
    }
}
