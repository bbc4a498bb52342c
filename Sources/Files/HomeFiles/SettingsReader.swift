import Care
import Exercises
import Scanning
import Speech
public import StaffFiles

/// Reads `beckon.yaml`.
public enum SettingsReader {
    /// Reads the bytes of the file.
    ///
    /// - Parameters:
    ///   - zones: which time zones there are on this machine.
    ///   - devices: which sound devices may be opened.
    ///   - languages: which languages the voices speak.
    ///   - marks: what becomes of marks of direction.
    /// - Returns: The settings with every default filled in, or `nil` if there is any error; and the findings.
    public static func read(
        _ bytes: [UInt8], file: String, zones: ZoneCheck = .form, devices: DeviceCheck = .form,
        languages: LanguageCheck = .form, marks: DirectionMarkReading = .refused
    ) -> (settings: HomeSettings?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file, marks: marks)
        var settings = HomeSettings.standard
        // A file in which everything is commented out is a file of defaults.
        if let root { read(root, log, zones, devices, languages, into: &settings) }
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : settings, findings)
    }

    /// What the file says as far as it can be read, whatever else is wrong in it; `nil` where it is no YAML.
    public static func readable(_ bytes: [UInt8], file: String) -> HomeSettings? {
        let (root, log) = StaffFile.read(bytes, file: file, marks: .removed)
        var settings = HomeSettings.standard
        guard let root else { return log.findings.hasErrors ? nil : settings }
        read(root, log, .form, .form, .form, into: &settings)
        return settings
    }

    private static func read(
        _ root: StaffNode, _ log: FindingLog, _ zones: ZoneCheck, _ devices: DeviceCheck,
        _ languages: LanguageCheck, into settings: inout HomeSettings
    ) {
        if case .empty = root.content { return }
        guard
            let top = MappingCursor(
                root, what: "beckon.yaml", keys: SettingsCatalogue.keys(of: []), log: log)
        else { return }
        var homeLanguage: Located<String>?
        if let home = section(top, ["home"]) {
            if let name = home.string("name") { settings.name = name.value }
            homeLanguage = language(home)
            if let homeLanguage { settings.language = homeLanguage.value }
            if let shifts = shifts(home) { settings.shifts = shifts }
        }
        if let client = section(top, ["client"]) { read(client, into: &settings.client) }
        if let caregiver = section(top, ["caregiver"]) { read(caregiver, into: &settings.caregiver) }
        checkNames(top, settings)
        if let zone = zone(top, zones) { settings.zone = zone }
        if let board = board(top) { settings.board = board }
        if let scanning = section(top, ["scanning"]) {
            settings.scanning = ScanParametersReader.read(scanning, defaults: settings.scanning)
        }
        if let voices = section(top, ["voices"]) { VoicesReader.read(voices, devices, into: &settings) }
        let voices = [settings.mainVoice, settings.cueVoice, settings.alertVoice]
        if let homeLanguage, voices.contains(where: { $0.voice == nil }) {
            languages.warn(of: homeLanguage, in: log)
        }
        if let alerts = section(top, ["alerts"]) { AlertsReader.read(alerts, into: &settings.alerts) }
        if let service = section(top, ["service"]) {
            if let listen = service.string("listen") { listenAddress(listen, log, into: &settings.service) }
            if let allows = service.bool("allow_plain_http") {
                settings.service.allowsPlainHTTP = allows.value
            }
            if let fetches = service.bool("fetch") { settings.service.fetchesContents = fetches.value }
            certificate(service, log, into: &settings.service)
            settings.service.names = HostNameReader.read(service)
            if let listen = service.string("listen"), !settings.service.allowsPlainHTTP,
                settings.service.certificate == nil,
                ListenAddress(listen.value).map({ !$0.isLoopback }) ?? false
            {
                log.warning(
                    "other machines are not listened to without TLS: kiosks and stations on them are cut off. Write `certificate` "
                        + "and `key` here, or `allow_plain_http: true` where nobody else shares the network",
                    at: listen.range)
            }
        }
        if let display = section(top, ["display"]) {
            DisplayReader.read(display, into: &settings.display)
        }
        if let care = section(top, ["care"]) {
            if let breathing = care.enumeration("breathing", BreathingCare.self) {
                settings.breathing = breathing.value
            }
            if let rate = care.number("breaths_per_minute", in: Breathing.rates) {
                settings.breathingRate = rate.value
            }
        }
        if let sessions = section(top, ["sessions"]) {
            SessionsReader.read(sessions: sessions, into: &settings)
        }
        if let moods = section(top, ["moods"]) { SessionsReader.read(moods: moods, into: &settings) }
        if let encouragement = section(top, ["encouragement"]) {
            EncouragementSettingsReader.read(encouragement, into: &settings.encouragement)
        }
        if let tuning = section(top, ["tuning"]) {
            TuningReader.read(tuning, scanTime: settings.scanning.scanTime, into: &settings.tuning)
        }
        KeysReader(top: top, mode: settings.scanning.mode).read(into: &settings)
    }

    /// A section by its path from the top; `cursor` is the one around it.
    static func section(_ cursor: MappingCursor, _ path: [String]) -> MappingCursor? {
        guard let name = path.last else { return nil }
        return cursor.mapping(
            name, what: "`\(path.joined(separator: "."))`", keys: SettingsCatalogue.keys(of: path))
    }

    /// When shifts begin, in minutes since midnight; `nil` where that cannot be read.
    private static func shifts(_ home: MappingCursor) -> [Int]? {
        let found = home.log.findings.count
        guard let times = home.strings("shifts"), home.log.findings.count == found else { return nil }
        guard (1...mostShifts).contains(times.count) else {
            home.log.error(
                "a day has 1 to \(mostShifts) shifts: write in `shifts` when each of them begins",
                at: home.place(of: "shifts"))
            return nil
        }
        let begins = times.map { time in
            let begin = ShiftTime.minutes(ofDay: time.value)
            if begin == nil {
                home.log.error("`\(time.value)` is not a time of day, such as `21:00`", at: time.range)
            }
            return begin
        }
        let read = begins.compactMap(\.self)
        return read.count == begins.count ? Set(read).sorted() : nil
    }

    private static let mostShifts = 6

    private static func language(_ home: MappingCursor) -> Located<String>? {
        guard let language = home.string("language") else { return nil }
        guard LanguageTag.isWellFormed(language.value) else {
            home.log.error(
                "`\(language.value)` is not a language tag, such as `en-GB`\(LanguageTag.suggestion(for: language.value))",
                at: language.range)
            return nil
        }
        return language
    }

    private static func read(_ cursor: MappingCursor, into person: inout HomeSettings.Person) {
        if let name = cursor.string("name") { person.name = name.value }
        guard let id = cursor.string("id") else { return }
        let isPlain = id.value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        if isPlain, id.value.count <= 64 {
            person.id = id.value
        } else {
            cursor.log.error("an id is a short word of the letters a to z, digits and `-`", at: id.range)
        }
    }

    /// Nobody can tell two names that look alike apart on a screen.
    private static func checkNames(_ top: MappingCursor, _ settings: HomeSettings) {
        let (client, caregiver) = (settings.client, settings.caregiver)
        guard client.id != caregiver.id else {
            let (first, second) = ("client", "caregiver")
            let isOfClient = top.has(first) && !top.has(second)
            top.log.error(
                "`client.id` and `caregiver.id` are both `\(client.id)`, but a person is one or the other: change one",
                at: top.place(of: isOfClient ? first : second))
            return
        }
        guard client.name != Person.unnamed,
            NameSkeleton.areAlike(client.name, caregiver.name)
        else { return }
        top.log.warning(
            "`client` and `caregiver` have names that look alike, \(client.name) and \(caregiver.name): add a surname or a place to one of them",
            at: top.place(of: "caregiver"))
    }

    private static func zone(_ top: MappingCursor, _ zones: ZoneCheck) -> String? {
        guard let zone = top.string("zone"), zone.value != "auto" else { return nil }
        switch zones.look(zone.value) {
        case .good: return zone.value
        case .unknown(let words):
            top.log.error(words, at: zone.range)
            return nil
        case .unreadable(let words):
            top.log.warning(words, at: zone.range)
            return zone.value
        }
    }

    private static func board(_ top: MappingCursor) -> String? {
        guard let board = top.string("board") else { return nil }
        let leaves = board.value.split(separator: "/").contains("..")
        if board.value.hasPrefix("/") || board.value.hasPrefix("~") || leaves {
            top.log.error(
                "the board must be in the folder of this file: write its path from there, such as `boards/home.yaml`",
                at: board.range)
            return nil
        }
        return board.value
    }

    private static func certificate(
        _ section: MappingCursor, _ log: FindingLog, into service: inout HomeSettings.Service
    ) {
        func file(_ name: String) -> Located<String>? {
            section.string(name).flatMap { $0.value == "none" ? nil : $0 }
        }
        service.trust = file("trust")?.value
        switch (file("certificate"), file("key")) {
        case (nil, nil): break
        case (let certificate?, let key?):
            service.certificate = certificate.value
            service.key = key.value
        case (let one?, nil):
            log.error("`certificate` needs `key`, its private key, beside it", at: one.range)
        case (nil, let one?): log.error("`key` needs `certificate` beside it", at: one.range)
        }
    }

    private static func listenAddress(
        _ listen: Located<String>, _ log: FindingLog, into service: inout HomeSettings.Service
    ) {
        guard let address = ListenAddress(listen.value) else {
            log.error(
                "`listen` is an address and a port from 0 to 65535, such as `127.0.0.1:4280` or `[::1]:4280`",
                at: listen.range)
            return
        }
        service.host = address.host
        service.port = address.port
    }
}
