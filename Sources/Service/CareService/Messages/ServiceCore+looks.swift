import Care
import CareStore
import Channels
import Foundation
import Networking

/// Whether this machine has what a channel needs, also before there is a way to anybody over it.
extension ServiceCore {
    /// Whoever switches a channel on waits at most so long to be told what is missing.
    private static let longestLook: Duration = .seconds(20)

    /// Looks at a channel that was just set.
    func look(atNew channel: StoredChannel) async {
        guard channel.isOn, ContactChannel.provesAlone(channel.name),
            messages.beginLooks(at: [channel.name], at: clock.uptime()) != []
        else { return }
        await look(at: channel.name, within: Self.longestLook)
    }

    /// What is begun here is being looked at, and its looker calls `looked` of the desk.
    func look(at name: String, within limit: Duration = longestSend) async {
        let outcome = await lookOutcome(of: name, within: limit)
        messages.looked(at: name, outcome, at: clock.uptime())
    }

    private func lookOutcome(of name: String, within limit: Duration) async -> ChannelOutcome? {
        guard let channel = messages.channels[name] else { return nil }
        do throws(CareProblem) {
            let target = Destination(
                contact: UUID(), address: [:], settings: try await storedChannel(name)?.settings ?? [:],
                settingSecrets: try await messages.secrets.read().channels[name] ?? [:])
            return await Patience.within(limit) { await channel.prove(target) }
        } catch { return .failed(error.detail) }
    }

    /// Those channels at which it is time to look: of one with ways, these say how it is, unless something was missing.
    func takeLooks() async throws(CareProblem) -> [String] {
        let on = try await read { store throws(CareStoreError) in try await store.channels() }.filter {
            $0.isOn && ContactChannel.provesAlone($0.name) && messages.channels[$0.name] != nil
        }
        guard !on.isEmpty else { return [] }
        let contacts = try await read { store throws(CareStoreError) in try await store.allContacts() }
        let used = Set(contacts.filter { $0.isOn && $0.state != .ended }.map(\.channel))
        let names = on.map(\.name).filter { !used.contains($0) || messages.trouble(of: $0) != nil }
        return messages.beginLooks(at: names, at: clock.uptime())
    }
}
