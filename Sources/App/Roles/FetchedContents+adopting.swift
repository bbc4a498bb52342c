import Boards
import Care
import Foundation
import HomeFiles
import Logging
import StaffFiles
import Synchronization
import WholeFiles

extension FetchedContents {
    /// Makes a set and, if a kiosk can work with it, takes it into use. Called on the queue.
    func adopt(_ contents: ClientContents) {
        let before = linkInUse.flatMap(sets.name)
        let (set, isWhole): (String, Bool)
        do throws(WholeFileError) {
            let settings = try merged(contents)
            set = FetchedSets.name(of: contents, settings)
            let (refused, isSpoilt, mayBeDamaged) = state.withLock {
                ($0.refused, $0.isSpoilt(set), $0.mayBeDamaged)
            }
            if set == refused { return }
            // What is damaged is made again once its files were fetched again, and not before.
            isWhole = !mayBeDamaged || contents.files.allSatisfy { sets.has($0.digest) }
            if set == before, !isSpoilt || !isWhole {
                let wasRefused = state.withLock { state in
                    (state.ofService, state.notKept) = (nil, nil)
                    return state.refused.take() != nil
                }
                if wasRefused { tell(.taken) }
                tellTrouble()
                return
            }
            let made = try sets.make(contents, settings)
            let findings = mistakes(in: made)
            guard !findings.hasErrors else {
                FetchedSets.remove(made.path)
                // The disk's mistakes are none of the service's.
                guard isWhole else { return }
                state.withLock { $0.refused = set }
                logger.error("what the service has for this client is not used: it has mistakes here")
                tell(.refused(Refusal(findings: findings)))
                return
            }
            try sets.use(made, as: set, before: before)
        } catch {
            cannotKeep(error)
            return
        }
        logger.notice("the client's settings and boards are those of the service now")
        state.withLock {
            ($0.refused, $0.unreadable, $0.lastResort) = (nil, [], nil)
            ($0.damaged, $0.spoilt) = isWhole ? (nil, nil) : (set, $0.spoilt)
            ($0.ofService, $0.notKept) = (nil, nil)
        }
        sets.tidy()
        tell(.taken)
        tellTrouble()
    }

    /// The settings of a set: this machine's own options, and the fetched ones.
    private func merged(_ contents: ClientContents) throws(WholeFileError) -> [UInt8] {
        let own = try WholeFile.read(home.settingsFile, limit: StaffFileLimits.bytes) ?? []
        let devices = SettingsParts.text(of: own, for: [.device]) ?? ""
        // What the pages have set for this very machine goes before its own file, like all that comes from them; but not before the keys that
        // one of several clients has in their own folder, which are nobody else's.
        let keys = isOfMachine ? "" : SettingsParts.text(of: own, under: ["switches", "keys"]) ?? ""
        // Who answers at a station is this machine's to say.
        let caregiver = isOfStation ? SettingsParts.text(of: own, under: ["caregiver"]) ?? "" : ""
        // Where the home's people do not have them, they are called as their folder says.
        let name = isOfMachine ? "" : SettingsParts.text(of: own, under: ["client"]) ?? ""
        let texts = [keys, caregiver, contents.settings, devices, name]
        return Array((SettingsParts.merged(texts.map { Array($0.utf8) }) ?? "").utf8)
    }

    private func mistakes(in set: HomeFolder) -> [Finding] {
        let reader = StaffFileReader(home: set, share: share, keepsCopies: false)
        var findings: [Finding] = []
        // A mistake in this machine's own file is told with its place there. While it is good, a copy is kept: in a night in which it is
        // not, this home must still know that it fetches.
        guard StaffFileReader(home: home, share: share).settings(&findings) != nil,
            let settings = reader.settings(&findings)
        else { return findings }
        // A service can choose a person's words, and not what this machine starts or opens.
        if let own = (try? WholeFile.read(home.settingsFile, limit: StaffFileLimits.bytes)) ?? nil,
            let machine = SettingsReader.readable(own, file: home.settingsFile),
            let merged = (try? WholeFile.read(set.settingsFile, limit: StaffFileLimits.bytes)) ?? nil
        {
            findings += MachineSettings.changes(from: machine, in: merged, file: set.settingsFile)
        }
        _ = reader.boards(settings, &findings)
        _ = reader.phrases(settings.language, &findings)
        return findings
    }
}
