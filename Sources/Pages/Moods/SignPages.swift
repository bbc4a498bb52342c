import Care
import Wording

/// The signs by which others see how a client is: the client's own list, written down by those who know them.
struct SignPages {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/moods/{}/signs", for: .all) { call, _ in
            let client = try await MoodPages.client(call)
            return draw(client, try await read(client, call), call)
        },
        PageRoute(.post, "/moods/{}/signs", for: .all) { call, _ in try await save(call) },
    ]

    let action: String
    let version: String
    /// As they were typed.
    let labels: [Text]
    let trouble: Text?

    private static func path(_ client: Person) -> String { "\(MoodPages.path(client.id))/signs" }
    private static func api(_ client: Person) -> String { "people/\(PageText.escaped(client.id))/signs" }

    private static func read(_ client: Person, _ call: PageCall) async throws(CareProblem) -> SignList {
        try await call.api.get(api(client))
    }

    private static func save(_ call: PageCall) async throws -> PageResponse {
        let client = try await MoodPages.client(call)
        let old = try await read(client, call)
        let labels = call.form.all("signs").map { $0.trimmed() }.filter { !$0.isEmpty }
        let list = SignList(
            signs: signs(labels, known: old.signs), version: call.form["version"].flatMap { Int64($0) } ?? 0)
        do throws(CareProblem) { try await call.api.send("PUT", api(client), list) } catch {
            guard MoodLogging.isTold(error) else { throw error }
            // What was typed stays, and is saved over what is there now with the next press.
            return draw(
                client, SignList(signs: list.signs, version: old.version), call, trouble: error.sentence,
                status: error.status)
        }
        return .seeOther(MoodPages.path(client.id))
    }

    /// With the ids of those that are there already under the same words: what was seen by them stays theirs.
    static func signs(_ labels: [String], known: [SignList.Sign]) -> [SignList.Sign] {
        var taken = Set(known.map(\.id))
        var seen: Set<String> = []
        return labels.filter { seen.insert($0).inserted }.map { label in
            if let old = known.first(where: { $0.label == label }) { return old }
            let base = id(of: label)
            var id = base
            var number = 2
            while taken.contains(id) {
                id = "\(base)-\(number)"
                number += 1
            }
            taken.insert(id)
            return SignList.Sign(id: id, label: label)
        }
    }

    /// "Rubs her eyes" → `rubs-her-eyes`.
    private static func id(of label: String) -> String {
        let words = label.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let id = words.joined(separator: "-").prefix(40)
        return id.isEmpty ? "sign" : String(id)
    }

    private static func draw(
        _ client: Person, _ list: SignList, _ call: PageCall, trouble: Text? = nil, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text("moods.signs_of", ["client": .text(.nameOf(client))]), template: "moods.signs",
                content: SignPages(
                    action: path(client), version: "\(list.version)",
                    labels: list.signs.map { .verbatim($0.label) }, trouble: trouble),
                back: MoodPages.path(client.id)), status: status)
    }

    static let template = """
        <p>[[moods.signs_meaning]]</p>
        \(Form.trouble())
        \(Form.post("{{action}}", class: "narrow", sends: ["version": "{{version}}"]))
        \(Form.list("signs", "[[moods.signs]]", of: "labels", id: "signs", control: .line.most(120), add: "[[moods.add_sign]]"))
        <p class="row"><button class="main">[[moods.save]]</button></p></form>
        """
}
