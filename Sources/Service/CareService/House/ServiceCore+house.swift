import Care
import CareStore
import Foundation
import HTTPTypes
import HomeAssistant
import Logging
import Pages
import StoreFiles

/// What the house is told of the home, and what is done for it.
extension ServiceCore {
    /// How long whoever has set the channel waits to be told whether the broker is reached.
    private static let houseSettles: Duration = .seconds(3)
    /// How many calls are read at once.
    private static let requestPage = 200

    /// How the connection to the house's broker is; `nil` while the channel is off.
    func houseStanding() async throws(CareProblem) -> HouseStanding? {
        guard var standing = house.standing else { return nil }
        standing.waiting = try await read { store throws(CareStoreError) in
            try await store.countOfHouseEvents(waitingFor: StoredChannel.house)
        }
        return standing
    }

    /// The channel was set: the worker takes it over, and whoever has set it is told what comes of that.
    func houseChanged() async {
        guard configuration.house != nil else { return }
        house.settingsChanged()
        await house.untilSettled(atMost: Self.houseSettles)
    }

    /// How things stand in the home.
    ///
    /// - Parameter canSay: Whether the house may have words said to clients.
    func houseView(canSay: Bool) async throws(CareProblem) -> HouseView {
        let now = clock.wall()
        let (people, agenda, stored) = try await read(on: .page) { store throws(CareStoreError) in
            // As a station has it, which stands where everybody passes.
            (
                try await store.people(),
                try await store.agenda(for: .station, client: "", of: .shared, now: now),
                try await store.openFaults()
            )
        }
        let (requests, faults) = (try await openRequests(on: .page), stored + volatileFaults)
        let due = (agenda.outstanding + agenda.today).filter { $0.state == .due }
        let clients = people.filter { $0.role == .client && $0.isActive }.map { client in
            let own = requests.filter { $0.client == client.id }
            let wrong = Set(faults.filter { $0.client == client.id }.map(\.kind))
            return HouseClient(
                id: client.id, name: client.name, request: HouseClient.foremost(of: own),
                isCalling: own.contains { $0.state != .onTheWay },
                hasSwitchProblem: !wrong.isDisjoint(with: FaultKind.ofSwitches),
                hasSoundProblem: !wrong.isDisjoint(with: [.soundLost, .soundTearing]),
                hasKiosk: hub.hasKiosk(of: client.id),
                due: due.filter { $0.client == client.id }.map(\.title))
        }
        return HouseView(
            name: homeName ?? "Beckon", clients: clients, openCalls: requests.count, canSay: canSay,
            version: configuration.version)
    }

    private func openRequests(
        of client: String? = nil, on lane: StoreLane
    ) async throws(CareProblem) -> [Request] {
        var (found, after): ([Request], Int64?) = ([], 0)
        while let cursor = after {
            let page = try await read(on: lane) { store throws(CareStoreError) in
                try await store.requests(
                    onlyOpen: true, of: client, after: cursor, limit: Self.requestPage)
            }
            found += page.requests
            after = page.next.flatMap { Int64($0) }
        }
        return found
    }

    // MARK: - What the house asks for

    /// Does what the house asks for, as far as a route lets it.
    func perform(_ command: HouseCommand) async {
        do throws(CareProblem) {
            switch command {
            case .onTheWay(let client): try await answerForHouse(client, .onTheWay)
            case .met(let client): try await answerForHouse(client, .met)
            case .say(let text, let client):
                try await send("clients/\(client)/words", NewClientWords(id: UUID(), text: text))
            }
        } catch {
            causes.log(.notice, "what the house asks for was not done", reason: error.detail)
        }
    }

    /// Of a client's calls one is answered: on the way to the one that matters most and that nobody has; done is the one to which the house
    /// is on the way, or else the one that matters most.
    private func answerForHouse(_ client: String, _ state: RequestState) async throws(CareProblem) {
        let open = try await openRequests(of: client, on: .call)
        let claimed = try await read(on: .call) { store throws(CareStoreError) in
            try await store.requests(claimedBy: CallerRole.houseClaimant)
        }
        let found =
            state == .onTheWay
            ? HouseClient.foremost(of: open.filter { $0.state != .onTheWay })
            : HouseClient.foremost(of: open.filter { claimed.contains($0.id) })
                ?? HouseClient.foremost(of: open)
        guard let found else { throw CareProblem(.gone, "there is no such call of \(client)") }
        let new = NewResponse(id: UUID(), state: state, at: clock.wall())
        try await send("requests/\(found.id)/responses", new)
    }

    /// In the house's name, through the same code as everybody's messages.
    private func send(_ path: String, _ body: some Encodable) async throws(CareProblem) {
        let api = InProcessAPI(
            api: APIResponder(core: self), caller: Caller(role: .house), source: CallSource(), browser: nil)
        let answer = await api.answer(.post, path, try? CareJSON.encoder().encode(body))
        guard !(200..<300).contains(answer.status) else { return }
        throw answer.problem
    }
}

extension PageAPI.Answer {
    /// What is wrong, where something is.
    fileprivate var problem: CareProblem {
        let found: CareProblem? =
            switch content {
            case .value(let value): value as? CareProblem
            case .json(let data): try? CareJSON.decoder().decode(CareProblem.self, from: data)
            }
        return found ?? CareProblem(.storeFailed, "the service could not answer: \(status)")
    }
}

extension FaultKind {
    /// By which a client cannot call, or soon cannot.
    fileprivate static let ofSwitches: Set<FaultKind> = [
        .switchUnplugged, .switchStuck, .switchChattering, .switchSilent, .switchBatteryLow,
    ]
}
