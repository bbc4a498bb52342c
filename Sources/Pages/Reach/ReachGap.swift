import Care
import Wording

/// For whom a call would reach nobody on a device of their own.
struct ReachGap {
    let clients: [Coverage.Client]

    /// Without any where it cannot be read: nobody looks at a page for it alone, and the service reports a fault of it, too.
    static func read(_ call: PageCall) async -> ReachGap {
        let coverage: Coverage? = try? await call.api.get("coverage")
        return ReachGap(clients: (coverage?.clients ?? []).filter { !$0.isReachable })
    }

    /// All of them in one sentence, without those of whom a fault says it already; `nil` for none.
    ///
    /// - Parameter faults: What is shown beside it.
    func line(besides faults: [Fault]) -> Text? {
        let said = Set(faults.filter { $0.kind == .nobodyReachable }.compactMap(\.client))
        let names = clients.filter { !said.contains($0.id) }.map { Text.verbatim($0.name) }
        return names.isEmpty ? nil : Text("reach.nobody_for", ["clients": .text(.list(names))])
    }

    /// A sentence for each, with why.
    var lines: [Text] {
        clients.map { client in
            let words = Text("reach.nobody_for", ["clients": .verbatim(client.name)])
            guard let reason = client.reason else { return words }
            return .joined([words, .sentence(.written(reason))], separator: " ")
        }
    }
}
