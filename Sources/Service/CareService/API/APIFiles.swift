import Care
import CareStore
import Foundation
import Hummingbird
import Logging

/// The files that staff write: boards, phrases, settings. The same ones that others edit by hand.
enum APIFiles {
    static let places = [
        APIPlace("files", APIMethod(.get, for: .caregivers, list)),
        APIPlace(
            "files/{id}", APIMethod(.get, for: .caregivers, read), APIMethod(.put, for: .coordinators, write),
            APIMethod(.delete, for: .coordinators, remove)),
        APIPlace("files/{id}/checks", APIMethod(.post, for: .caregivers, check)),
        APIPlace(
            "settings", APIMethod(.get, for: .caregivers, options),
            APIMethod(.put, for: .coordinators, setOptions)),
        APIPlace(
            "phrases", APIMethod(.get, for: .caregivers, phrases),
            APIMethod(.put, for: .coordinators, setPhrases)
        ),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(
            .ok, try await call.files().run { files throws(CareProblem) in try files.list() })
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        return try APICall.response(
            .ok, try await call.files().run { files throws(CareProblem) in try files.read(name) })
    }

    private static func check(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let draft = try await call.file(FileDraft.self)
        return try APICall.response(
            .ok, try await call.files().run { files throws(CareProblem) in try files.check(name, draft) })
    }

    private static func write(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let change = try await call.file(FileChange.self)
        let author = caller.person?.name
        let (before, made) = try await call.files().run { files throws(CareProblem) in
            let before = Self.found(name, files)
            files.boards?.note(name, nil)
            let made = try files.write(name, change)
            files.boards?.note(name, author ?? caller.role.rawValue)
            return (before, made)
        }
        // Sending the present content changes nothing.
        if before?.version != made.0.version {
            await call.note(.fileWritten, about: name, changes: changes(made.0, before), by: caller)
            if made.0.kind == .settings { await call.core.settingsWritten() }
        }
        return try APICall.response(made)
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let version = try call.query.required("version")
        try await call.files().run { files throws(CareProblem) in
            guard let remove = files.remove else {
                throw CareProblem(.notFound, "this service has no files of a home: it runs elsewhere")
            }
            try remove(name, version)
        }
        await call.note(.fileWritten, about: name, changes: [.named("removed")], by: caller)
        return APICall.nothing()
    }

    /// The present content; `nil` where there is none, or none that can be read.
    private static func found(_ name: String, _ files: HomeFileDesk) -> HomeFile? {
        do throws(CareProblem) { return try files.read(name) } catch { return nil }
    }

    /// What the audit log records about a file: its checksum. For the settings, the changed sections instead:
    /// they may contain passwords, and a checksum would confirm a guessed one.
    static func changes(_ file: HomeFile, _ before: HomeFile?) -> [AuditChange] {
        guard file.kind == .settings else {
            return changes(Array(file.text.utf8), isNew: before == nil)
        }
        return [.sections(FileSections.changed(from: before?.text ?? "", to: file.text))]
    }

    /// The same for the content of any other file.
    static func changes(_ bytes: [UInt8], isNew: Bool) -> [AuditChange] {
        (isNew ? [.newFile] : []) + [.checksum(Secrets.checksum(of: bytes))]
    }

    private static func options(_ call: APICall, _ caller: Caller) async throws -> Response {
        let withChoices = try call.query.isOnly("yes", of: "choices")
        let (scope, client) = try await scope(call)
        var options = try await call.files().run { files throws(CareProblem) in
            try files.options(withChoices, scope)
        }
        if let client { options.client = client }
        return try APICall.response(.ok, options)
    }

    /// Whose settings the query means, and what the client of these is called; without a name, those of the home.
    private static func scope(_ call: APICall) async throws -> (SettingsScope, client: String?) {
        let (client, device) = (try call.query.text("client"), try call.query.text("device"))
        guard client == nil || device == nil else {
            throw CareProblem(
                .notAcceptable, "settings are a client's or a device's: leave one out", field: "device")
        }
        if let client { return (.client(client), try await name(ofClient: client, call)) }
        if let device {
            let machine = try await machine(device, call)
            let client = machine.client ?? call.core.configuration.client
            return (.device(machine.id.uuidString.lowercased()), try? await name(ofClient: client, call))
        }
        return (.home, nil)
    }

    private static func name(ofClient id: String, _ call: APICall) async throws -> String {
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        guard let person = people.first(where: { $0.id == id && $0.role == .client }) else {
            throw CareProblem(.notFound, "nobody in this home has the id \(id)", field: "client")
        }
        return person.name
    }

    /// A paired kiosk or station by its id.
    private static func machine(_ id: String, _ call: APICall) async throws -> Device {
        let devices = try await call.core.read { store throws(CareStoreError) in try await store.devices() }
        let wanted = UUID(uuidString: id)
        let found = devices.first { $0.id == wanted && $0.revokedAt == nil && $0.kind != .display }
        guard let found else {
            throw CareProblem(.notFound, "there is no such device", field: "device")
        }
        return found
    }

    private static func setOptions(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (scope, client) = try await scope(call)
        let change = try await call.plan(OptionChange.self)
        var made = try await call.files().run { files throws(CareProblem) in
            try files.setOptions(change, scope)
        }
        if let client { made.client = client }
        let about = scope == .home ? nil : scope.fileName
        await call.note(.settingsWritten, about: about, changes: change.names.map { .named($0) }, by: caller)
        await call.core.settingsWritten()
        return try APICall.response(.ok, made)
    }

    private static func phrases(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(
            .ok, try await call.files().run { files throws(CareProblem) in try files.phrases() })
    }

    private static func setPhrases(_ call: APICall, _ caller: Caller) async throws -> Response {
        let change = try await call.plan(OptionChange.self)
        let made = try await call.files().run { files throws(CareProblem) in try files.setPhrases(change) }
        await call.note(.phrasesWritten, changes: change.names.map { .named($0) }, by: caller)
        return try APICall.response(.ok, made)
    }
}

extension APICall {
    /// Longest file that is sent as JSON, in bytes: the longest allowed file, plus JSON's escapes.
    private static let longestFile = 3 << 20

    /// The file's name in the path; `nil` if it cannot be decoded.
    ///
    /// The settings may hold a command's passwords, also in their comments and in lines that a finding shows.
    func name(for caller: Caller) throws(CareProblem) -> String {
        guard let name = id.removingPercentEncoding else {
            throw CareProblem(.badRequest, "it is not percent-encoded UTF-8", field: "name")
        }
        guard SettingsScope(fileName: name) == nil || caller.role == .coordinator else {
            throw CareProblem(
                .forbidden,
                "only a coordinator reads \(name), because it may contain passwords; how the board is scanned is under `settings`",
                field: "name")
        }
        return name
    }

    func files() throws(CareProblem) -> FileTurns {
        guard let files = core.configuration.files else {
            throw CareProblem(.notFound, "this service has no files of a home: it runs elsewhere")
        }
        return FileTurns(files: files, lanes: core.work, sender: sender)
    }

    /// The kinds of need of the boards' cards, by their ids; none where the service has no files.
    func cardKinds() async throws -> [String: NeedKind] {
        guard core.configuration.files?.cardKinds != nil else { return [:] }
        return try await files().run { files throws(CareProblem) in files.cardKinds?() ?? [:] }
    }

    /// What the cards of the boards in use ask for, in words; none where the service has no files.
    func cardWords() async throws -> [String] {
        guard core.configuration.files?.cardWords != nil else { return [] }
        return try await files().run { files throws(CareProblem) in files.cardWords?() ?? [] }
    }

    /// What calls on the boards of a client; nothing where the service has no files.
    func boardCards(of client: String, in language: String?) async throws -> CallCardPage {
        let none = CallCardPage(cards: [])
        guard core.configuration.files?.callCards != nil else { return none }
        return try await files().run { files throws(CareProblem) in
            files.callCards?(client, language) ?? none
        }
    }

    func file<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        try await plan(type, limit: Self.longestFile)
    }
}
