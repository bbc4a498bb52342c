import Care
import FoundationEssentials
import Wording

/// The channels over which the home reaches people on their own devices, for whoever sets it up.
enum ChannelPages: PageTopic {
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] = [
        PageRoute(.get, "/channels", for: coordinator) { call, viewer in try await show(call, viewer) },
        PageRoute(.post, "/channels/{}", for: coordinator, save),
        PageRoute(.post, "/channels/{}/proofs", for: coordinator, prove),
    ]

    static let templates = ["channels": ChannelsView.template]

    private static func show(
        _ call: PageCall, _ viewer: Viewer, attempt: ChannelAttempt? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let channels: ChannelPage = try await call.api.get("channels")
        let list: ContactPage = try await call.api.get("contacts")
        let isSaved = call.query["did"] == "set"
        return call.page(
            Page(
                title: Text("channels.title"), template: "channels",
                content: ChannelsView(
                    channels.channels, list.contacts, viewer, attempt,
                    ReachTrial.said(of: list.contacts, call), call,
                    leadNowhere: await leadNowhere(channels, call)),
                notice: isSaved ? Notice(text: Text("channels.did_save")) : nil, back: "/more"),
            status: status)
    }

    /// Whether links in messages name an address that phones do not reach. Where it cannot be read, nothing is said of it.
    private static func leadNowhere(_ channels: ChannelPage, _ call: PageCall) async -> Bool {
        guard !channels.inUse.isEmpty, channels.named(HomeChannel.links)?.settings["address"] == nil,
            let steps: FirstSteps = try? await FirstSteps.read(call.api)
        else { return false }
        return SiteAddress(call, network: steps.address).isOfThisMachine && steps.obstacle != nil
    }

    private static func save(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let name = call.parts[0]
        let channels: ChannelPage = try await call.api.get("channels")
        guard let channel = channels.named(name) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        do throws(CareProblem) {
            try await call.api.send(
                "PUT", "channels/" + PageText.escaped(name), ChannelCard.change(of: channel, call.form))
        } catch {
            guard PlanSending.isForTheForm(error), !error.asksForPassword else { throw error }
            return try await show(
                call, viewer,
                attempt: ChannelAttempt(channel: name, fields: call.form, problem: error.ofReading),
                status: error.status)
        }
        return .seeOther("/channels?did=set#" + ChannelCard.key(of: PageText.escaped(name)))
    }

    /// Over a way of the reader's own, or of the home's.
    private static func prove(_ call: PageCall, _: Viewer) async throws -> PageResponse {
        guard let id = call.form["contact"].flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        let trial = try await ReachTrial.send(to: id, call.api)
        let card = ChannelCard.key(of: PageText.escaped(call.parts[0]))
        return .seeOther(trial.path("/channels", to: id, at: card))
    }
}

/// A change of a channel that was not taken: shown again with what was typed.
struct ChannelAttempt {
    let channel: String
    let fields: PageFields
    let problem: CareProblem
}

/// All channels, each with what it promises, what is set of it, and a test.
struct ChannelsView {
    let channels: [ChannelCard]
    /// How many ways are the home's own.
    let ofHome: Text
    /// Whether phones do not reach what messages link to.
    let leadNowhere: Bool

    init(
        _ channels: [HomeChannel], _ contacts: [Contact], _ viewer: Viewer, _ attempt: ChannelAttempt?,
        _ news: ReachNews?, _ call: PageCall, leadNowhere: Bool
    ) {
        self.leadNowhere = leadNowhere
        self.channels = channels.map { ChannelCard($0, contacts, viewer, attempt, news, call) }
        ofHome = Text("channels.of_home", count: contacts.count { $0.person == nil })
    }

    static let template = """
        <p>[[channels.meaning]]</p>
        {{#leadNowhere}}<p class="notice problem" data-key="nowhere">[[channels.lead_nowhere]] \(SiteAddress.howToOpen)</p>{{/leadNowhere}}
        <ul class="cards">{{#channels}}\(ChannelCard.template){{/channels}}</ul>
        <p><a class="line" href="/channels/reach">\(Icon.phone.html){{ofHome}}</a></p>
        """
}
