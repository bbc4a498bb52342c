import Care
import Foundation
import HomeFiles
import Speech
import Voice
import ZoneFiles

extension HomeFileKeeper {
    /// What there is to choose from for a setting, the likeliest first; `nil` where people type it, or where nothing was found.
    func choices(of name: String) -> [HomeOptions.Choice]? {
        let found: [HomeOptions.Choice] =
            switch name {
            case "zone": zones().map { .init($0) }
            case "home.language": languages().map { .init($0) }
            case "voices.main.voice", "voices.cue.voice", "voices.alert.voice": voices()
            default: []
            }
        return found.isEmpty ? nil : found
    }

    /// The machine's zones that are offered; the folder has some two thousand files.
    private func zones() -> [String] {
        let zones = ZoneFiles()
        return checked.zones.value(for: zones.folder) { reads in
            // A package that brings other zones writes its list of them anew.
            for path in [zones.folder, zones.folder + "/tzdata.zi"] { reads.note(path) }
            return zones.names().filter(Self.isOffered)
        }
    }

    /// Zones by town, and UTC: not those that are there under an older name, such as `US/Eastern`, or by their distance from
    /// Greenwich, such as `Etc/GMT-3`, which is ahead of it.
    private static func isOffered(_ zone: String) -> Bool {
        zone == "UTC" || regions.contains { zone.hasPrefix($0 + "/") }
    }

    private static let regions = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian",
        "Pacific",
    ]

    /// The languages in which Beckon has sentences: those that ship, in each country's way of writing, and the home's own.
    private func languages() -> [String] {
        func tags(_ kind: String, in folder: String?) -> [String] {
            // A folder that is not there has none.
            let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
            return names.filter { $0.hasPrefix(kind + ".") && $0.hasSuffix(".yaml") }
                .map { String($0.dropFirst(kind.count + 1).dropLast(5)) }
        }
        let spoken = Set(
            tags("phrases", in: share?.boardsFolder) + tags("phrases", in: home.boardsFolder))
        let written = tags("texts", in: share?.boardsFolder).filter { tag in
            spoken.contains(String(tag.prefix { $0 != "-" }))
        }
        // English is that of Great Britain where no country is named.
        return Set(spoken.union(written).map { $0 == "en" ? "en-GB" : $0 }).sorted()
    }

    /// Those of this machine that may be set through the service; those of the home's language first.
    private func voices() -> [HomeOptions.Choice] {
        let language = settings.language.lowercased().prefix { $0 != "-" && $0 != "_" }
        let found = VoiceCatalogue.installed().filter {
            VoiceName.isWellFormed($0.language) && !VoiceName.startsProgram($0.language)
        }
        func isOwn(_ voice: VoiceCatalogue.Voice) -> Bool {
            voice.language.lowercased().prefix { $0 != "-" } == language
        }
        var seen: Set<String> = []
        return (found.filter(isOwn) + found.filter { !isOwn($0) }.sorted { $0.name < $1.name })
            .filter { seen.insert($0.language).inserted }
            .map { .init($0.language, name: $0.name) }
    }
}
