import Boards
import Foundation
public import HomeFiles
public import StaffFiles

extension StaffFileReader {
    /// Boards from files, as they are, for whoever may read this machine's folders: what is not there is told with what lies beside
    /// it.
    public static var loader: StaffFileLoader {
        StaffFileLoader { path, limit in
            HomeFolder.read(path, limit: limit).mapError { failure in
                FileManager.default.fileExists(atPath: path)
                    ? failure : .init(failure.description + NearFiles.suffix(path))
            }
        }
    }

    /// The settings in a file, for a check; refused with its findings where they have mistakes.
    public static func settings(at path: String) throws(RolesError) -> HomeSettings {
        guard FileManager.default.fileExists(atPath: path) else { throw .filesRefused(missing(path)) }
        var findings: [Finding] = []
        guard let settings = settings(path, named: path, &findings) else {
            throw .filesRefused(findings)
        }
        return settings
    }

    /// What is wrong with one settings or phrase file.
    public static func findings(at path: String) -> [Finding] {
        guard FileManager.default.fileExists(atPath: path) else { return missing(path) }
        var findings: [Finding] = []
        if URL(fileURLWithPath: path).lastPathComponent.hasPrefix("phrases.") {
            _ = phrases(at: path, share: try? SharedFiles.find(), &findings)
        } else {
            _ = settings(path, named: path, devices: .machine, languages: .machine, &findings)
        }
        return findings
    }

    private static func missing(_ path: String) -> [Finding] {
        let log = FindingLog(file: path)
        log.error("this file does not exist" + NearFiles.suffix(path), at: .start)
        return log.findings
    }

    /// What is wrong with the settings and phrases of a home, and of others who share its kiosk.
    public static func findings(inHome home: HomeFolder) -> [Finding] {
        findings(inFolder: home) + findings(ofOthersIn: home)
    }

    /// What is wrong with the settings and phrases of others who share a home's kiosk.
    public static func findings(ofOthersIn home: HomeFolder) -> [Finding] {
        KioskMember.folders(in: home, home.settingsInUse).flatMap { findings(inFolder: $0) }
    }

    /// What is wrong with a home's exercises, in every language.
    private static func exerciseFindings(inFolder home: HomeFolder) -> [Finding] {
        guard FileManager.default.fileExists(atPath: home.exercisesFolder),
            let share = try? SharedFiles.find()
        else { return [] }
        var findings: [Finding] = []
        let reader = StaffFileReader(home: home, share: share, keepsCopies: false, languages: .machine)
        _ = reader.exerciseFiles(&findings)
        return findings
    }

    /// What is wrong with a home's own encouragement, in every language.
    private static func encouragementFindings(inFolder home: HomeFolder) -> [Finding] {
        guard FileManager.default.fileExists(atPath: home.encouragementFolder),
            let share = try? SharedFiles.find()
        else { return [] }
        var findings: [Finding] = []
        let reader = StaffFileReader(home: home, share: share, keepsCopies: false, languages: .machine)
        _ = reader.encouragementFiles(&findings)
        return findings
    }

    private static func findings(inFolder home: HomeFolder) -> [Finding] {
        var findings = findings(at: home.settingsFile)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.boardsFolder)) ?? []
        for name in names.sorted() where name.hasPrefix("phrases.") && name.hasSuffix(".yaml") {
            findings += Self.findings(at: "\(home.boardsFolder)/\(name)")
        }
        return findings + exerciseFindings(inFolder: home) + encouragementFindings(inFolder: home)
    }
}
