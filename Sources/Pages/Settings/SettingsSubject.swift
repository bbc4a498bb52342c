import Care
import FoundationEssentials
import Wording

/// Whose settings a page is about: the home's with all, or those of one client, or of one kiosk or station elsewhere.
struct SettingsSubject {
    let scope: SettingsScope
    /// What the client, kiosk or station is called; `nil` for the home.
    let name: String?
    /// Whether it is a caregivers' station.
    var isStation = false
    /// Of the page with all questions.
    let base: String
    /// What the API is asked for.
    let address: String

    static let home = SettingsSubject(scope: .home, name: nil, base: "/settings", address: "settings")

    static func client(_ id: String, named name: String) -> SettingsSubject {
        SettingsSubject(
            scope: .client(id), name: name, base: PersonPage.path(id) + "/settings",
            address: "settings?client=" + PageText.escaped(id))
    }

    static func machine(_ device: Device) -> SettingsSubject {
        SettingsSubject(
            scope: .device(device.id.uuidString.lowercased()), name: device.name,
            isStation: device.kind == .station,
            base: DevicesPages.path(device.id) + "/settings",
            address: "settings?device=" + device.id.uuidString.lowercased())
    }

    var isHome: Bool { scope == .home }

    /// The file that the settings are in.
    var file: String { scope.fileName }

    /// What is asked of them: all whose answers are among their options, of a client the first board first.
    func questions(_ options: HomeOptions) -> [SettingQuestion] {
        let names = Set(options.options.map(\.name))
        let all = SettingQuestion.all.filter { !names.isDisjoint(with: $0.settings) }
        guard !isHome else { return all }
        let theirs = all.filter {
            isStation ? Self.ofStations.contains($0.id) : !Self.elsewhere.contains($0.id)
        }
        return theirs.filter(\.isOfPlace) + theirs.filter { !$0.isOfPlace }
    }

    /// A client's place is a board alone.
    func title(_ question: SettingQuestion, _ options: HomeOptions) -> Text {
        Text(
            question.isOfPlace && !isHome ? "question.first_board" : question.title,
            ["client": .verbatim(options.client)])
    }

    /// What a kiosk does not do: it neither calls caregivers aloud nor has their keys.
    private static let elsewhere: Set = ["names", "calls", "station"]
    /// What a station does: it calls caregivers aloud, and has their keys.
    private static let ofStations: Set = ["calls", "station"]

    /// The title of the page with all questions.
    var title: Text { name.map { Text("settings.of", ["name": .verbatim($0)]) } ?? Text("settings.title") }

    /// What somebody should know before they change anything: where nothing is written yet, everything changes hands.
    func introduction(_ options: HomeOptions) -> Text? {
        guard let name else { return nil }
        let names: [String: Text.Value] = ["name": .verbatim(name)]
        switch scope {
        case .home: return nil
        case .client:
            return Text(options.isWritten ? "settings.client_here" : "settings.client_not_here", names)
        case .device: return Text("settings.device_here", names)
        }
    }

    /// Whether a file of another machine decides what is not set here: nobody here knows what that says.
    var isElsewhere: Bool { if case .device = scope { true } else { false } }

    /// The present answer to a question in a sentence; of a machine elsewhere no defaults, which its own file may have changed.
    func answer(_ question: SettingQuestion, _ options: HomeOptions) -> Text {
        let answer = SettingsAnswers(options).answer(question.id)
        guard isElsewhere else { return answer }
        let own = options.options.filter { question.settings.contains($0.name) }
        let isSet = own.map { $0.value != nil }
        if !isSet.contains(true) { return Text("settings.own_file") }
        return isSet.contains(false)
            ? .joined([answer, Text("settings.own_file_rest")], separator: " · ") : answer
    }

    // MARK: - Those that there are

    /// Clients besides the home's own, and paired kiosks and stations; each with a card that leads to its settings.
    static func others(_ call: PageCall) async -> [SettingsSubject] {
        // Without them, the home's settings can be seen and changed all the same.
        guard let people: PeoplePage = try? await call.api.get("people"),
            let devices: DevicePage = try? await call.api.get("devices")
        else { return [] }
        let own = Set(devices.own.compactMap(\.client))
        let clients = people.people.filter { $0.role == .client && $0.isActive && !own.contains($0.id) }
        let machines = devices.devices.filter { $0.kind != .display && $0.revokedAt == nil }
        return clients.map { .client($0.id, named: $0.name) } + machines.map { .machine($0) }
    }

    /// The client in the page's address.
    static func client(in call: PageCall) async throws -> SettingsSubject {
        let people: PeoplePage = try await call.api.get("people")
        guard let person = people.people.first(where: { $0.id == call.parts[0] && $0.role == .client }) else {
            throw CareProblem(.notFound, "nobody in this home has the id \(call.parts[0])")
        }
        return .client(person.id, named: person.name)
    }

    /// The kiosk or station in the page's address.
    static func machine(in call: PageCall) async throws -> SettingsSubject {
        let devices: DevicePage = try await call.api.get("devices")
        let found = devices.devices.first {
            $0.id.uuidString.lowercased() == call.parts[0].lowercased() && $0.kind != .display
                && $0.revokedAt == nil
        }
        guard let found else { throw CareProblem(.notFound, "there is no such device") }
        return .machine(found)
    }
}
