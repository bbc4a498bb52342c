import Care
import CareStore
import Foundation
import Logging

/// Whether people can be reached on their own devices, and telling where they cannot.
extension ServiceCore {
    /// What fails once may work a moment later: so long it lasts before people are told.
    private static let reachPatience: Duration = .seconds(60)

    /// Why nobody can be reached for a client.
    static let unreachedReason = CareProblem(
        .notFound, "nobody who can be called now has a way to be reached that works")

    /// For which clients somebody can be reached now; nobody where nobody has a way to be reached.
    func coverage() async throws(CareProblem) -> Coverage {
        let now = clock.wall()
        let (covered, people) = try await read { store throws(CareStoreError) in
            (try await store.coverage(now: now), try await store.people())
        }
        guard let covered else { return Coverage(clients: []) }
        let names = Dictionary(people.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        return Coverage(
            clients: covered.sorted { $0.key < $1.key }.map { id, isReachable in
                Coverage.Client(
                    id: id, name: names[id] ?? id, isReachable: isReachable,
                    reason: isReachable ? nil : Self.unreachedReason.detail)
            })
    }

    /// Reports where nobody can be reached, and which ways fail; and what of that is over.
    func lookAtReach() async {
        do throws(CareProblem) {
            let coverage = try await coverage()
            let unreached = Set(coverage.clients.filter { !$0.isReachable }.map(\.id))
            let failing = try await failingWays()
            let uptime = clock.uptime()
            let lasts = messages.unreached(unreached, at: uptime)
            let failsFor = messages.failing(!failing.isEmpty, at: uptime)
            let isWrong = !unreached.isEmpty || !failing.isEmpty
            guard messages.mayHaveTold(isWrong) else { return }
            let told = try await openFaults().filter {
                $0.source == "service" && [.nobodyReachable, .messagesFailed].contains($0.kind)
            }
            let toldClients = told.filter { $0.kind == .nobodyReachable }
            for (client, lasted) in lasts.sorted(by: { $0.key < $1.key })
            where lasted >= Self.reachPatience && !toldClients.contains(where: { $0.client == client }) {
                try await tellReach(of: client, isActive: true)
            }
            for fault in toldClients where fault.client.map({ !unreached.contains($0) }) ?? true {
                try await tellReach(of: fault.client, isActive: false)
            }
            // However many ways fail, and however often each of them: it is told once.
            let isTold = told.contains { $0.kind == .messagesFailed }
            if failing.isEmpty ? isTold : !isTold && failsFor >= Self.reachPatience {
                let detail = FailingWays(failing).detail
                _ = try await report(
                    serviceFault(.messagesFailed, isActive: !failing.isEmpty, detail: detail))
            }
            messages.hasTold(isWrong)
        } catch {
            causes.log(.warning, "could not check whether people can be reached", reason: "\(error)")
        }
    }

    /// Which ways do not take messages.
    private func failingWays() async throws(CareProblem) -> [Contact] {
        let (contacts, channels) = try await read { store throws(CareStoreError) in
            (try await store.allContacts(), try await store.channels())
        }
        let on = Set(channels.filter(\.isOn).map(\.name))
        return contacts.filter { $0.isOn && $0.state == .failing && on.contains($0.channel) }
    }

    private func tellReach(of client: String?, isActive: Bool) async throws(CareProblem) {
        var fault = serviceFault(.nobodyReachable, isActive: isActive, detail: "")
        fault.client = client
        if let client { fault.clientName = await name(ofClient: client) ?? client }
        guard try await report(fault) else { return }
        logger.notice(
            isActive ? "nobody can be reached for a client" : "somebody can be reached again",
            metadata: ["client": "\(client ?? "")"])
    }

    /// The service is found under the address to which its messages lead.
    func rememberLinks(of store: CareStore) async {
        do { messages.setLinks(try await store.channels()) } catch {
            logger.warning("could not read where messages lead to", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - What belongs to nobody any more

    /// Nothing is kept of what opens a way that was removed while the machine went off.
    func forgetLostContacts(in store: CareStore) async {
        do {
            let contacts = try await store.allContacts()
            try await messages.secrets.keep(only: Set(contacts.map(\.id)))
        } catch {
            logger.warning(
                "could not look for secrets of channels that are not used", metadata: ["error": "\(error)"])
        }
    }

    /// Somebody has left: what opens the ways to them is kept no longer. Whoever comes back writes it once more.
    func forgetSecrets(of person: String) async {
        do throws(CareProblem) {
            let contacts = try await read { store throws(CareStoreError) in
                try await store.contacts(of: person)
            }
            for contact in contacts { try await messages.secrets.set(nil, of: contact.id) }
        } catch {
            causes.log(.warning, "secrets of who has left are still there", reason: "\(error)")
        }
    }
}
