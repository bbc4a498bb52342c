import Care
import FoundationEssentials
import Wording

/// What came of a test message: words in the address of the page that says it, which can be read again and sends nothing again.
enum ReachTrial: String {
    case accepted, confirmed, failed, later, gone
    /// It was not sent, because many were.
    case many

    /// Sends one; throws where that was not even tried.
    static func send(to contact: UUID, _ api: PageAPI) async throws(CareProblem) -> ReachTrial {
        let proof: ContactProof
        do throws(CareProblem) {
            proof = try await api.send("POST", "contacts/\(contact)/proofs", Ignored())
        } catch {
            switch error.kind {
            case .tooMany: return .many
            // Its channel has just been switched off, as the page then says.
            case .notAcceptable: return .failed
            default: throw error
            }
        }
        return switch proof.outcome {
        case .accepted: .accepted
        case .confirmed: .confirmed
        case .failed: .failed
        case .later: .later
        case .gone: .gone
        }
    }

    /// Where it is said.
    ///
    /// - Parameter key: The id of the card, to which the browser scrolls.
    func path(_ page: String, to contact: UUID, at key: String) -> String {
        "\(page)?tried=\(rawValue)&way=\(contact.uuidString.lowercased())#\(key)"
    }

    /// What the address of a page says of one of these contacts; `nil` for nothing.
    static func said(of contacts: [Contact], _ call: PageCall) -> ReachNews? {
        guard let trial = call.query["tried"].flatMap(ReachTrial.init),
            let id = call.query["way"].flatMap({ UUID(uuidString: $0) }),
            let contact = contacts.first(where: { $0.id == id })
        else { return nil }
        return ReachNews(
            contact: id, words: trial.words(contact.problem), isProblem: trial.isProblem,
            saysWhy: trial.saysWhy)
    }

    private var isProblem: Bool {
        switch self {
        case .accepted, .confirmed: false
        case .failed, .later, .gone, .many: true
        }
    }

    private var saysWhy: Bool {
        switch self {
        case .failed, .gone: true
        case .accepted, .confirmed, .later, .many: false
        }
    }

    /// - Parameter problem: What the service has kept of why it failed.
    private func words(_ problem: String?) -> Text {
        func because(_ name: String) -> Text {
            guard let problem else { return Text(name) }
            return .joined([Text(name), .sentence(.written(problem))], separator: " ")
        }
        return switch self {
        case .accepted: Text("reach.did_accept")
        case .confirmed: Text("reach.did_confirm")
        case .failed: because("reach.trial_failed")
        case .later: Text("reach.trial_later")
        case .gone: because("reach.trial_gone")
        case .many: Text("reach.trial_many")
        }
    }
}

/// What came of something that was just done with one way, said beside it.
struct ReachNews {
    /// Which way.
    let contact: UUID
    let words: Text
    let isProblem: Bool
    /// Whether it says why the way does not work: then nothing else does.
    var saysWhy = false

    static let template = """
        {{#.news}}{{#isProblem}}<p class="notice problem" role="alert">{{words}}</p>{{/isProblem}}\
        {{^isProblem}}<p class="notice" role="status">{{words}}</p>{{/isProblem}}{{/.news}}
        """
}
