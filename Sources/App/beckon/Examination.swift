import Boards
import Care
import CareClient
import CareService
import CareStore
import Foundation
import Glibc
import HomeFiles
import Logging
import Recurrence
import Roles
import Scanning
import Speech
import StaffFiles
import StoreFiles
import Switches
import Voice

/// The checks of `beckon doctor`. They make and change nothing.
struct Examination {
    let home: HomeOptions
    let service: ServiceOption
    let role: RoleOptions

    /// How it writes dates.
    let locale = ReaderLocale.current()

    var folder: HomeFolder { home.folder }

    func all() async -> [CheckResult] {
        var results: [CheckResult] = []
        let settings = checkSettings(&results)
        checkBoards(settings, &results)
        checkPhrases(settings, &results)
        checkSwitches(settings, &results)
        checkUse(settings, &results)
        checkSound(settings, &results)
        checkVoices(settings, &results)
        checkDisk(&results)
        checkClock(&results)
        let certificate = checkCertificate(settings, &results)
        await checkService(settings, certificate, &results)
        checkDatabases(&results)
        checkTokens(&results)
        return results
    }

    // MARK: - Files

    private func checkSettings(_ results: inout [CheckResult]) -> HomeSettings {
        guard FileManager.default.fileExists(atPath: folder.settingsFile) else {
            results.append(
                .warning(
                    "settings", "\(folder.path) is not a home yet.",
                    advice: "Run `beckon run` once: it makes one. Until then the defaults are looked at."))
            return .standard
        }
        let findings = StaffFileReader.findings(at: folder.settingsFile)
        results += self.results("settings", findings, good: "\(folder.settingsFile) is right.")
        return (try? StaffFileReader.settings(at: folder.settingsFile)) ?? .standard
    }

    private func results(_ check: String, _ findings: [Finding], good: String) -> [CheckResult] {
        guard !findings.isEmpty else { return [.ok(check, good)] }
        return findings.map { finding in
            let place = "\(finding.file):\(finding.line):\(finding.column): \(finding.message)"
            return finding.severity == .error
                ? .error(check, place, advice: "Fix that line. Until then the last good file is in use.")
                : .warning(check, place, advice: "Check whether that is intended.")
        }
    }

    private func reader() throws -> StaffFileReader {
        StaffFileReader(home: folder, share: try SharedFiles.find(), keepsCopies: false)
    }

    private func checkBoards(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        do {
            var findings: [Finding] = []
            var settings = settings
            if !FileManager.default.fileExists(atPath: folder.boardsFolder) {
                settings.board = "\(try SharedFiles.find().boardsFolder)/home.yaml"
            }
            let boards = try reader().boards(settings, &findings)
            let count = boards.map { "\($0.boards.count) boards, from \(settings.board)" } ?? ""
            results += self.results("boards", findings, good: "\(count), can be scanned.")
        } catch {
            results.append(.error("boards", "\(error)", advice: "Install Beckon again, or set BECKON_SHARE."))
        }
    }

    private func checkPhrases(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        do {
            var findings: [Finding] = []
            let phrases = try reader().phrases(settings.language, &findings)
            results += self.results(
                "phrases", findings, good: "The phrases of `\(phrases?.language ?? "")` are complete.")
        } catch {
            results.append(
                .error("phrases", "\(error)", advice: "Install Beckon again, or set BECKON_SHARE."))
        }
    }

    // MARK: - Devices

    private func checkSound(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        guard role.sound.output != "none" else {
            results.append(
                .warning(
                    "sound", "Sound is switched off by --output none.",
                    advice: "Leave the option out for a real home."))
            return
        }
        let chosen = role.sound.output == "auto" ? nil : role.sound.output
        let voices = [
            ("main", settings.mainVoice), ("cue", settings.cueVoice), ("alert", settings.alertVoice),
        ]
        let byDevice = Dictionary(grouping: voices) {
            chosen ?? ($0.1.device == "auto" ? "default" : $0.1.device)
        }
        for (device, voices) in byDevice.sorted(by: { $0.key < $1.key }) {
            let names = voices.map(\.0).joined(separator: ", ")
            if let error = VoiceCatalogue.tryToOpen(device) {
                let known = Self.cards.joined(separator: ", ")
                results.append(
                    .error(
                        "sound", "\(device) (\(names)) cannot play: \(error)",
                        advice: known.isEmpty
                            ? "No sound device was found: plug a speaker in, or look at `aplay -l`."
                            : "Devices that ALSA knows: \(known). Name one in beckon.yaml under voices."))
            } else if let silence = VoiceCatalogue.silence(of: device) {
                let message = "\(device) (\(names)) cannot be heard: \(silence)"
                results.append(
                    settings.mixer == .keep
                        ? .error(
                            "sound", message,
                            advice: "Or leave `voices.mixer` at `audible`: Beckon does it then.")
                        : .warning("sound", message, advice: "Beckon does it when it starts."))
            } else {
                results.append(.ok("sound", "\(device) can play (\(names)). \(queueWords(device))"))
            }
        }
    }

    /// What was learnt of the machine while the device played.
    private func queueWords(_ device: String) -> String {
        guard let length = QueueMemory.lengths(at: folder.queueMemory)[device] else {
            return "How much has to be queued for it is learnt while it plays."
        }
        return length > .ms6
            ? "This machine is late at times: \(length.milliseconds) ms of words are queued, so that they play without gaps."
            : "\(length.milliseconds) ms of words are queued: the machine keeps time."
    }

    /// The devices that are cards or sound servers; ALSA's list also names its converters.
    private static var cards: [String] {
        let kinds = ["default", "sysdefault:", "plughw:", "hw:", "pulse", "pipewire"]
        return VoiceCatalogue.devices().map(\.name).filter { name in
            DeviceName(name) != nil && kinds.contains(where: name.hasPrefix)
        }
    }

    private func checkVoices(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        let pronunciation = Pronunciation(logger: Logger(label: "voice"))
        defer { pronunciation.shutDown() }
        let catalogue = VoiceCatalogue(pronunciation)
        if let fault = catalogue.fault() {
            results.append(.error("voices", "\(fault)", advice: "Install espeak-ng-data."))
            return
        }
        let wanted = [settings.mainVoice, settings.cueVoice, settings.alertVoice].map {
            $0.voice.map(WantedVoice.set)
                ?? .ofLanguage(VoiceCatalogue.voice(forLanguage: settings.language))
        }
        for wanted in Set(wanted).sorted(by: { $0.name < $1.name }) {
            let voice = wanted.name
            results.append(
                catalogue.hasVoice(wanted)
                    ? .ok("voices", "\(voice) can speak.")
                    : .warning(
                        "voices",
                        "eSpeak NG has no voice `\(voice)`; `\(VoiceCatalogue.fallbackVoice)` is used instead.",
                        advice: "See `espeak-ng --voices` for those there are, and name one in beckon.yaml."))
        }
    }

    // MARK: - The machine

    private func checkDisk(_ results: inout [CheckResult]) {
        var path = folder.path
        while !FileManager.default.fileExists(atPath: path), path != "/" {
            path = URL(fileURLWithPath: path).deletingLastPathComponent().path
        }
        var system = statvfs()
        guard statvfs(path, &system) == 0 else { return }
        let free = UInt64(system.f_bavail) * UInt64(system.f_frsize) / 1_000_000
        let advice = "Free some space: requests are kept on this disk before they are sent."
        if free < 10 {
            results.append(.error("disk", "\(free) MB are free at \(path).", advice: advice))
        } else if free < 200 {
            results.append(.warning("disk", "\(free) MB are free at \(path).", advice: advice))
        } else {
            results.append(.ok("disk", "\(free) MB are free at \(path)."))
        }
        if access(path, W_OK) != 0 {
            results.append(
                .error(
                    "disk", "\(path) may not be written.",
                    advice:
                        "Give the user that runs Beckon the right to write there, or choose another --home."))
        }
    }

    private func checkClock(_ results: inout [CheckResult]) {
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        guard year >= 2025 else {
            results.append(
                .warning(
                    "clock", "The clock says \(year).",
                    advice:
                        "Set it (`timedatectl set-time`), or connect the machine to a network once: times of "
                        + "requests would be wrong."))
            return
        }
        results.append(.ok("clock", "It is \(locale.dayAndTime(Date()))."))
    }

    // MARK: - Service and database

    private func checkCertificate(
        _ settings: HomeSettings, _ results: inout [CheckResult]
    ) -> CertificateFiles? {
        guard let files = CertificateFiles(named: settings.service, in: folder) else { return nil }
        if files.isKeyOpenToAll {
            results.append(
                .warning(
                    "certificate", "\(files.key) can be read by every user of this machine.",
                    advice: "chmod 600 \(files.key)"))
        }
        do throws(CareServiceError) {
            let validity = try files.validity()
            let day = locale.day(ReaderLocale.local(validity.until).day)
            if let problem = validity.problem(at: Date()) {
                results.append(
                    .error(
                        "certificate", "\(files.certificate): \(problem).",
                        advice:
                            "Put a new one there, or set the clock: browsers and other machines refuse this one. Beckon takes it within a minute."
                    ))
            } else if validity.until < Date(timeIntervalSinceNow: 30 * 86_400) {
                results.append(
                    .warning(
                        "certificate", "\(files.certificate) expires on \(day).",
                        advice: "Put a new one there before that day; Beckon takes it within a minute."))
            } else {
                results.append(.ok("certificate", "\(files.certificate) is valid until \(day)."))
            }
            return files
        } catch {
            results.append(
                .error(
                    "certificate", "\(error)",
                    advice:
                        "Until it is fixed, the service listens without TLS and to this machine alone; once it is, it goes back to TLS within a minute."
                ))
            return nil
        }
    }

    private func checkService(
        _ settings: HomeSettings, _ certificate: CertificateFiles?, _ results: inout [CheckResult]
    ) async {
        guard let url = try? service.url(settings.service, certificate) else {
            results.append(
                .error(
                    "service", "`\(service.service ?? "")` is not an address.",
                    advice: "Write it as http://HOST:PORT or https://HOST:PORT."))
            return
        }
        switch await ServiceProbe.health(of: url, trust: folder.trust(settings)) {
        case .success(let health) where health.status == .up:
            results.append(.ok("service", "\(url.absoluteString) answers (Beckon \(health.version))."))
        case .success(let health):
            results.append(
                .error(
                    "service", "\(url.absoluteString) cannot store requests: \(health.detail ?? "")",
                    advice: "Fix what it names; requests wait in the kiosk meanwhile."))
        case .failure(let error):
            results.append(
                .warning(
                    "service", "\(url.absoluteString): \(error).",
                    advice:
                        "Until it answers, calls wait in the kiosk. If it is not running, start it with `beckon run` or `beckon service`."
                ))
        }
    }

    private func checkTokens(_ results: inout [CheckResult]) {
        guard FileManager.default.fileExists(atPath: folder.settingsFile) else { return }
        for device in ["kiosk", "station"] {
            let path = "\(folder.path)/tokens/\(device)"
            var status = stat()
            if stat(path, &status) != 0 {
                results.append(
                    .warning(
                        "tokens", "\(path) is not there yet.",
                        advice:
                            "The service makes it at its first start; on another machine, copy it from there."
                    ))
            } else if status.st_mode & 0o077 != 0 {
                results.append(
                    .warning("tokens", "\(path) can be read by others.", advice: "chmod 600 \(path)"))
            } else {
                results.append(.ok("tokens", "\(path) is there, for its user alone."))
            }
        }
    }

    private func checkDatabases(_ results: inout [CheckResult]) {
        let examinations: [(String, (String) throws(StoreFileError) -> Bool)] = [
            (folder.careStore, CareStore.examine), (folder.kioskStore, CareClient.examineOutbox),
            (folder.stationStore, CareClient.examineOutbox),
        ]
        for (path, examine) in examinations {
            do throws(StoreFileError) {
                let exists = try examine(path)
                results.append(
                    .ok("database", exists ? "\(path) is whole." : "\(path) will be made at the first start.")
                )
            } catch {
                results.append(
                    .error(
                        "database", "\(error)", advice: "Until then requests are called out, but not saved."))
            }
        }
    }
}
