import AsyncHTTPClient
import Care
import Costs
import Digests
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The service's API as calls.
struct ServiceConnection: Sendable {
    /// Why a call did not do what it should.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// No answer, an answer that is not Beckon's, or a temporary failure: try again.
        case unreachable(String)
        /// The service is reachable but cannot store this now: try again, and try later commands meanwhile.
        case notStored(String)
        /// The kiosk does not serve the client whom it names: try again now and then, and try later commands meanwhile, for a call
        /// is taken all the same.
        case notServed(String)
        /// The token is wrong: people have to fix that; try again now and then.
        case refused(String)
        /// It is refused for good.
        case rejected(CareProblem)

        var description: String {
            switch self {
            case .unreachable(let reason), .notStored(let reason), .notServed(let reason),
                .refused(let reason):
                reason
            case .rejected(let problem): problem.description
            }
        }
    }

    /// A whole message and its answer. The service itself waits 3 s for a locked store.
    private static let patience: TimeAmount = .seconds(10)
    /// 50 MB at 3 Mbit/s.
    private static let patienceForFiles: TimeAmount = .seconds(150)
    private static let maximumAnswer = 4 << 20
    private static let page = 200

    let client: HTTPClient
    let base: String
    /// The shorter way to the service of this machine, where there is one.
    var local: LocalRoute?
    /// Empty for routes that are open to everybody.
    let token: String
    /// For which of its clients a kiosk asks; `nil`: for the one whom the token stands for.
    var servedClient: String?

    /// Sends a command; returns the request that it concerns, as it is now.
    func send(_ command: CareCommand) async throws(Failure) -> Request? {
        switch command {
        case .ask(let new): return try await answer(to: message(.POST, "requests", new))
        case .respond(let id, let new):
            return try await answer(to: message(.POST, "requests/\(id.uuidString)/responses", new))
        case .fault(let fault):
            let _: Fault = try await answer(to: message(.POST, "faults", fault))
            return nil
        case .propose(let new):
            let _: NeedProposal = try await answer(to: message(.POST, "proposals", new))
            return nil
        case .mark(let entry):
            let _: RoutineOccurrence = try await answer(to: message(.POST, "entries", entry))
            return nil
        case .receipt(let id, let receipt):
            let _: Reminder = try await answer(
                to: message(.POST, "reminders/\(id.uuidString)/receipts", receipt))
            return nil
        case .said(let id, let receipt):
            let _: ClientWords = try await answer(
                to: message(.POST, "words/\(id.uuidString)/receipts", receipt))
            return nil
        case .mood(let mood):
            let _: Mood = try await answer(to: message(.POST, "moods", mood))
            return nil
        case .household(let command):
            try await send(command)
            return nil
        }
    }

    private func send(_ command: HouseholdCommand) async throws(Failure) {
        switch command {
        case .remind(let reminder):
            let _: RoutineOccurrence = try await answer(to: message(.POST, "chores/reminders", reminder))
        case .ask(let new):
            let _: RewardGrant = try await answer(to: message(.POST, "grants", new))
        case .answer(let grant, let answer):
            let _: RewardGrant = try await self.answer(
                to: message(.POST, "grants/\(grant.uuidString)/answers", answer))
        case .switchPoints(_, let person, let change):
            let _: PointStanding = try await answer(
                to: message(.PUT, "points/\(Self.escaped(person))/switch", change))
        case .pay(let paid):
            let owed = paid.owed
            let new = NewPayment(
                id: paid.id,
                content: PaymentContent(
                    from: paid.from, to: owed.to, amount: owed.amount, currency: owed.currency, on: paid.on,
                    charge: owed.charge), by: paid.by, at: paid.at, ifOwed: true)
            let _: CostLine = try await answer(to: message(.POST, "payments", new))
        case .addGoal(let new):
            let _: Routine = try await answer(to: message(.POST, "routines", new))
        case .endGoal(let routine, let change):
            let _: Routine = try await answer(
                to: message(.POST, "routines/\(routine.uuidString)/changes", change))
        }
    }

    /// What a client has heard and likes, with what the service knows of it besides.
    func merge(_ known: ClientEncouragement) async throws(Failure) -> ClientEncouragement {
        try await answer(to: message(.PUT, "encouragement", known))
    }

    /// The client has pressed; whether they are told things here.
    func use(_ use: KioskUse) async throws(Failure) -> Bool {
        let told: KioskSpeaks = try await answer(to: message(.POST, "uses", use))
        return told.speaks
    }

    /// A client's appointments of a time, as they stand now.
    func appointments(of client: String, within time: DateInterval) async throws(Failure) -> [Appointment] {
        let from = CareJSON.string(from: time.start)
        let to = CareJSON.string(from: time.end)
        let page: AppointmentPage = try await answer(
            to: message(
                .GET,
                "appointments?client=\(Self.escaped(client))&from=\(Self.escaped(from))&to=\(Self.escaped(to))&limit=\(Self.page)"
            ))
        return page.appointments
    }

    /// Adds a line to an appointment.
    func tell(_ line: NewAppointmentLine, to appointment: UUID) async throws(Failure) {
        try await done(message(.POST, "appointments/\(appointment.uuidString)/lines", line))
    }

    /// Says how this machine is.
    func tell(_ machine: MachineState) async throws(Failure) {
        try await done(message(.PUT, "machine", machine))
    }

    /// What a client is to pay, as it is now; nothing where the service is older and tells no kiosk of it.
    private func owed(by client: String) async throws(Failure) -> [OwedAmount] {
        do throws(Failure) {
            let charges: ChargePage = try await answer(
                to: message(.GET, "charges?state=open&limit=\(Self.page)"))
            let balances: Balances = try await answer(to: message(.GET, "balances"))
            return OwedAmount.all(of: client, charges, balances)
        } catch {
            switch error {
            case .refused, .rejected, .notServed: return []
            case .unreachable, .notStored: throw error
            }
        }
    }

    /// A client's chores, points and rewards as they are now, and what they are to pay.
    func household(of client: String) async throws(Failure) -> ClientHousehold {
        let person = Self.escaped(client)
        let chores: ChoreFeed = try await answer(to: message(.GET, "chores"))
        let points: PointPage = try await answer(
            to: message(.GET, "points/\(person)?limit=\(ClientHousehold.lines)"))
        let grants: GrantPage = try await answer(to: message(.GET, "grants?state=open&person=\(person)"))
        return ClientHousehold(
            chores: chores, standing: points.standing, lines: points.lines, grants: grants.grants,
            owed: try await owed(by: client))
    }

    /// What a kiosk's client has of settings and boards; `nil` while it is still this version.
    func contents(unless version: String?) async throws(Failure) -> ClientContents? {
        var message = message(.GET, "contents")
        if let version { message.headers.add(name: "If-None-Match", value: "\"\(version)\"") }
        let contents: ClientContents? = try await answer(to: message, isConditional: true)
        if let contents { try checkServed(contents.client) }
        return contents
    }

    /// The bytes of one of those files, which are what its digest says.
    func contentFile(_ file: ClientContents.File) async throws(Failure) -> Data {
        let message = message(.GET, "contents/\(file.digest)")
        do {
            let response = try await client.execute(message, timeout: Self.patienceForFiles)
            guard response.status == .ok else { throw await problem(response) }
            let bytes = Data(buffer: try await response.body.collect(upTo: max(file.size, 1)))
            guard Digests.sha256Digits(bytes) == file.digest else {
                throw Failure.unreachable("\(file.path) did not arrive as it was sent")
            }
            return bytes
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreachable(error, message)
        }
    }

    /// Everything that is open, and the journal's position.
    func snapshot() async throws(Failure) -> (page: RequestPage, faults: FaultPage) {
        var page: RequestPage = try await answer(to: message(.GET, "requests?state=open&limit=\(Self.page)"))
        try checkServed(page.client)
        // Faults come second, so that they include everything up to the page's journal number.
        let faults: FaultPage = try await answer(to: message(.GET, "faults?state=open"))
        while let next = page.next {
            let more: RequestPage = try await answer(
                to: message(.GET, "requests?state=open&limit=\(Self.page)&after=\(next)"))
            page.requests += more.requests
            page.unreadable += more.unreadable
            page.next = more.next
        }
        return (page, faults)
    }

    /// A service of before answers each kiosk for one client, whatever the header says: nothing of that client's may come to another.
    private func checkServed(_ client: String?) throws(Failure) {
        guard let servedClient, client != servedClient else { return }
        throw .refused(
            "the service answers for another client than \(servedClient): it is older than this kiosk, so upgrade it"
        )
    }

    /// The requests of the last day that are met or declined; empty if they cannot be had, or the service is too
    /// old to list them.
    func recentRequests() async -> [Request] {
        do throws(Failure) {
            let page: RequestPage = try await answer(to: message(.GET, "requests?state=recent"))
            return page.requests
        } catch { return [] }
    }

    /// What happened in a shift; the service parses the times.
    func handover(since: String, until: String?) async throws(Failure) -> Handover {
        let times = [("since", since), ("until", until)].compactMap { name, text in
            text?.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "\(name)=\($0)" }
        }
        return try await answer(to: message(.GET, "handover?\(times.joined(separator: "&"))"))
    }

    /// How the service is, and who is connected.
    func status() async throws(Failure) -> HomeStatus { try await answer(to: message(.GET, "status")) }

    /// Needs, routines and reminders as they are now.
    func agenda() async throws(Failure) -> Agenda { try await answer(to: message(.GET, "agenda")) }

    /// Sends a pairing code; needs no token.
    func claim(_ claim: DeviceClaim) async throws(Failure) -> PairedDevice {
        try await answer(to: message(.POST, "devices", claim))
    }

    /// Opens the event stream. Its body fails if nothing comes for longer than the client's read timeout.
    func events(after cursor: JournalCursor?) async throws(Failure) -> HTTPClientResponse.Body {
        var message = message(.GET, "events")
        message.headers.replaceOrAdd(name: "Accept", value: "text/event-stream")
        if let cursor { message.headers.replaceOrAdd(name: "Last-Event-ID", value: "\(cursor.sequence)") }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(message, deadline: .distantFuture)
        } catch { throw unreachable(error, message) }
        guard response.status == .ok else { throw await problem(response) }
        return response.body
    }

    /// Replaces the client's screen.
    func show(_ screen: Screen) async throws(Failure) {
        try await done(message(.PUT, "displays/\(Self.escaped(screen.client))", screen))
    }

    /// Sends what is answered by nothing.
    private func done(_ message: HTTPClientRequest) async throws(Failure) {
        do {
            let response = try await client.execute(message, timeout: Self.patience)
            guard (200..<300).contains(response.status.code) else { throw await problem(response) }
            // Reads the body to its end, so that the connection can be used again.
            _ = try await response.body.collect(upTo: Self.maximumAnswer)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreachable(error, message)
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func message(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        let local = local?.base
        var message = HTTPClientRequest(url: (local ?? base) + "/api/v1/" + path)
        message.method = method
        // HTTP needs a host, and a socket file has none.
        if local != nil { message.headers.add(name: "Host", value: "localhost") }
        if !token.isEmpty { message.headers.add(name: "Authorization", value: "Bearer " + token) }
        if let servedClient { message.headers.add(name: ServedClient.header, value: servedClient) }
        return message
    }

    private func message(
        _ method: HTTPMethod, _ path: String, _ body: some Encodable
    ) throws(Failure) -> HTTPClientRequest {
        var message = message(method, path)
        message.headers.add(name: "Content-Type", value: "application/json")
        do {
            message.body = .bytes(try CareJSON.encoder().encode(body))
        } catch {
            throw .rejected(CareProblem(.badRequest, "it cannot be written as JSON: \(error)"))
        }
        return message
    }

    private func answer<Value: Decodable>(to message: HTTPClientRequest) async throws(Failure) -> Value {
        guard let value: Value = try await answer(to: message, isConditional: false) else {
            throw .unreachable("the service answered nothing")
        }
        return value
    }

    /// - Parameter isConditional: Whether 304, and with it `nil`, is an answer.
    private func answer<Value: Decodable>(
        to message: HTTPClientRequest, isConditional: Bool
    ) async throws(Failure) -> Value? {
        do {
            let response = try await client.execute(message, timeout: Self.patience)
            if isConditional, response.status == .notModified { return nil }
            guard (200..<300).contains(response.status.code) else { throw await problem(response) }
            let body = try await response.body.collect(upTo: Self.maximumAnswer)
            return try CareJSON.decoder().decode(Value.self, from: Data(buffer: body))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreachable(error, message)
        }
    }

    private func problem(_ response: HTTPClientResponse) async -> Failure {
        let status = Int(response.status.code)
        var problem: CareProblem?
        if let body = try? await response.body.collect(upTo: Self.maximumAnswer) {
            // A proxy in front of the service may answer with its own text; the status is enough.
            problem = try? CareJSON.decoder().decode(CareProblem.self, from: Data(buffer: body))
        }
        let detail = problem?.description ?? "the service answered \(status)"
        switch status {
        case 401: return .refused(detail)
        // With a field, this command is not allowed for this role. Without one, no command is: the token
        // belongs to the other role.
        case 403 where problem?.field == ServedClient.header: return .notServed(detail)
        case 403:
            return problem?.field == nil
                ? .refused(detail) : .rejected(problem ?? CareProblem(.forbidden, detail))
        case 400, 404, 405, 409, 413, 415, 422:
            // Only an answer from Beckon is final: a wrong address must not consume stored commands.
            return problem.map(Failure.rejected) ?? .unreachable(detail)
        case 503 where problem?.kind == .storeFailed: return .notStored(detail)
        // With a field, this command alone has to wait.
        case 429 where problem?.field != nil: return .notStored(detail)
        default: return .unreachable(detail)
        }
    }

    private func unreachable(_ error: any Error, _ message: HTTPClientRequest) -> Failure {
        if !message.url.hasPrefix(base) { local?.failed(error) }
        return .unreachable("\(ServiceTrouble(error: error))")
    }
}
