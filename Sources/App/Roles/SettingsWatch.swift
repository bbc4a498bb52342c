public import Care
import Foundation
public import HomeFiles
public import Logging
import RealTime
public import ServiceLifecycle
import StaffFiles

/// Tells what `beckon.yaml` says whenever that file has changed, whoever wrote it.
public final class SettingsWatch: Service, CustomStringConvertible {
    public var description: String { "settings" }

    private let home: HomeFolder
    private let logger: Logger
    private let onChange: @Sendable (HomeSettings) async -> Void

    public init(
        home: HomeFolder, logger: Logger, onChange: @escaping @Sendable (HomeSettings) async -> Void
    ) {
        self.home = home
        self.logger = logger
        self.onChange = onChange
    }

    public func run() async throws {
        let (changes, changed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = FileWatch(SettingsFilePlaces.of(home))
        if watch == nil { logger.warning("changes of beckon.yaml are not noticed until the next start") }
        let watching = watch?.start { changed.yield() }
        await withGracefulShutdownHandler {
            for await _ in changes {
                var findings: [Finding] = []
                // With mistakes in it, what was in use stays.
                let settings = StaffFileReader.settings(
                    home.settingsFile, named: home.settingsFile, &findings)
                if let settings { await onChange(settings) }
            }
        } onGracefulShutdown: {
            changed.finish()
        }
        watch?.stop()
        watching?.join()
    }
}

extension HomeSettings {
    /// What the home and the people of the settings are called, when its shifts begin, its language, and where it
    /// meets by video.
    public var facts: HomeFacts {
        HomeFacts(
            home: self.givenName,
            people: [
                Care.Person(id: self.client.id, name: self.client.name, role: .client),
                Care.Person(id: self.caregiver.id, name: self.caregiver.name, role: .caregiver),
            ], shifts: self.shifts, language: self.language, videoLink: self.videoLink)
    }
}

/// Where the settings' file may be written: if it is a link, at its target too.
enum SettingsFilePlaces {
    static func of(_ home: HomeFolder) -> [FileWatch.Place] {
        let file = URL(fileURLWithPath: home.settingsFile)
        let target = file.resolvingSymlinksInPath()
        return (target.path == file.path ? [file] : [file, target]).map {
            .init(folder: $0.deletingLastPathComponent().path, name: $0.lastPathComponent)
        }
    }
}
