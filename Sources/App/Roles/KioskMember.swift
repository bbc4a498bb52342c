import Foundation
import HomeFiles
public import Scanning
public import StaffFiles
import WholeFiles

/// A client of a kiosk: the folder of their files, and what these say. The home's own folder is that of its own client.
public struct KioskMember: Sendable {
    public var home: HomeFolder
    public var files: StaffFileSet
    /// Whether their own file says which keys they have; the keys of one that does not are the first client's.
    var hasOwnKeys = true
    /// `nil` where the service is this home's own.
    public var fetched: FetchedContents?

    public init(home: HomeFolder, files: StaffFileSet, fetched: FetchedContents? = nil) {
        self.home = home
        self.files = files
        self.fetched = fetched
    }

    /// The folders of those who share the kiosk of a home besides its own client.
    static func folders(in home: HomeFolder, _ settings: HomeSettings) -> [HomeFolder] {
        settings.sharedWith.map { HomeFolder(path: home.file($0)) }
    }

    /// A kiosk was paired anew: what was fetched for any of its clients is in use no longer.
    public static func forgetFetched(in home: HomeFolder, _ fetched: FetchedContents) {
        fetched.forget()
        for folder in folders(in: home, home.settingsInUse) { fetched.of(folder).forget() }
    }

    /// Those who share the kiosk of a home, its own client first.
    ///
    /// A folder that cannot be used is left out, so that the others can call: the findings say why.
    ///
    /// - Parameter fetched: What comes from the service; the first one's files are this home's own where it is the service's.
    public static func all(
        of home: HomeFolder, _ files: StaffFileSet, fetched: FetchedContents? = nil, share: SharedFiles,
        languages: LanguageCheck = .form
    ) -> (members: [KioskMember], findings: [Finding]) {
        let isAtService = fetched?.isAtService ?? true
        var members = [KioskMember(home: home, files: files, fetched: isAtService ? nil : fetched)]
        var findings: [Finding] = []
        for folder in folders(in: home, files.settings) {
            let log = FindingLog(file: folder.settingsFile)
            defer { findings += log.findings }
            guard FileManager.default.fileExists(atPath: folder.settingsFile) else {
                log.error(
                    "this file is not there, so its client cannot use this kiosk: write it, with `client: { id: …, name: … }`",
                    at: .start)
                continue
            }
            do throws(RolesError) {
                try folder.prepare(from: share)
                let theirs = fetched.map { $0.of(folder) }
                let read = try FetchedContents.readAll(theirs, folder, share, languages: languages)
                findings += read.findings
                let id = read.settings.client.id
                if members.contains(where: { $0.files.settings.client.id == id }) {
                    log.error(
                        "the client `\(id)` uses this kiosk already: write another `id` under `client`",
                        at: .start)
                    continue
                }
                var member = KioskMember(home: folder, files: read, fetched: theirs)
                member.hasOwnKeys = (theirs?.inUse ?? folder).writesKeys
                members.append(member)
            } catch {
                log.error("its client cannot use this kiosk: \(error)", at: .start)
            }
        }
        return (members, findings)
    }

    /// By which id the service is told for whom a connection is; `nil`: for whom the kiosk was paired, as long as nothing says who that is.
    var servedID: String? {
        if let fetched, fetched.inUse == nil, fetched.isOfMachine { return nil }
        return files.settings.client.id
    }

    private func roles(in members: [KioskMember]) -> [UInt16: SwitchRole] {
        (hasOwnKeys ? self : members[0]).files.settings.switches.roles
    }

    /// The keys that only one of the members has, for each of them; those that several have are shared.
    static func ownKeys(of members: [KioskMember]) -> [Set<Int>] {
        let all = members.map { Set($0.roles(in: members).keys) }
        return all.indices.map { index in
            let others = all.enumerated().filter { $0.offset != index }
                .reduce(into: Set<UInt16>()) { $0.formUnion($1.element) }
            return Set(all[index].subtracting(others).map { Int($0) })
        }
    }

    /// What the keys of all members do: where two give a key a different meaning, the first one's counts.
    public static func keys(of members: [KioskMember]) -> [UInt16: SwitchRole] {
        members.map { $0.roles(in: members) }.reduce(into: [:]) { all, more in
            all.merge(more) { first, _ in first }
        }
    }
}

extension HomeFolder {
    /// Whether its settings say which keys the client has.
    fileprivate var writesKeys: Bool {
        guard let bytes = (try? WholeFile.read(settingsFile, limit: StaffFileLimits.bytes)) ?? nil else {
            return false
        }
        return SettingsParts.text(of: bytes, under: ["switches", "keys"]).map { !$0.isEmpty } ?? false
    }
}
