import Care
import FoundationEssentials
import Wording

/// What a client who has logged in has to do, may take, and has done; of the others only what the household shares.
enum MineChores: PageTopic {
    static let base = "/mine/chores"

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, viewer in try await show(call, viewer) },
        PageRoute(.get, base + "/{}/{}/photo", for: .clients, ChorePhotoForm.show),
        PageRoute(.post, base + "/{}/{}/photo", for: .clients, ChorePhotoForm.send),
        PageRoute(.post, base + "/{}/{}/entries", for: .clients, mark),
        PageRoute(.post, base + "/{}/{}/reminder", for: .clients, remind),
    ]

    static let templates = ["mine.chores": MineChoresPage.template]

    /// - Parameter notice: What was refused.
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let feed: ChoreFeed = try await call.api.get("chores")
        let photos = try await ShownChorePhoto.read(for: feed.all, call)
        var notice = notice
        if notice == nil { notice = await brought(call) ?? MineNotice.notice(call) }
        return call.page(
            Page(
                title: Text("chores.title"), template: "mine.chores",
                content: MineChoresPage(
                    feed, photos, asked: await MineCosts.asked(of: viewer, feed, call),
                    help: await help(call), viewer, call),
                live: TodayPages.live, notice: notice), status: status)
    }

    /// Calls for help from the page with which the phone of somebody without a board begins; `nil` for everybody else.
    private static func help(_ call: PageCall) async -> MinePage.Card? {
        let language = call.site.translation(for: call.request).language
        guard let page: CallCardPage = try? await call.api.get("call-cards", [("language", language)]),
            page.isLent
        else { return nil }
        return page.cards.first { $0.need == CallCard.helpNeed }.map { MinePage.Card($0, call) }
    }

    /// How many points came of what has just been done; `nil` for none, as while somebody has to approve it.
    private static func brought(_ call: PageCall) async -> Notice? {
        guard call.query["did"] == MineNotice.done.rawValue,
            let entry = call.query["entry"].flatMap({ UUID(uuidString: $0) }),
            let person = call.request.viewer?.person.id,
            let words = await PointWords.brought(by: [entry], to: person, call)
        else { return nil }
        return Notice(text: words)
    }

    private static func mark(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        if call.form["kind"] == OccurrenceEntry.Kind.skipped.rawValue, call.form["text"] == nil {
            return try await show(
                call, viewer, notice: Notice(text: Text("today.say_why"), isProblem: true), status: 422)
        }
        let kind: OccurrenceEntry.Kind
        do throws(CareProblem) { kind = try await ChoreMarking.send(call, viewer) } catch {
            let sent = call.form["kind"].flatMap(OccurrenceEntry.Kind.init)
            // What they are not asked to do any more may be nothing that they see.
            guard error.kind == .notFound, sent == .accepted || sent == .refused else {
                return try await refused(error, call, viewer)
            }
            return try await show(
                call, viewer, notice: Notice(text: Text("chores.nobody_asks"), isProblem: true), status: 409)
        }
        let did: MineNotice =
            switch kind {
            case .claimed, .accepted: .claimed
            case .offered: .asked
            case .refused: .refused
            case .undone: .undone
            case .skipped: .skipped
            case .done, .note, .given, .swapped, .approved, .notYet: .done
            }
        return .seeOther(did.path(base, by: PlanSending.id(call)))
    }

    private static func remind(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) { try await ChoreMarking.sendReminder(call, viewer) } catch {
            return try await refused(error, call, viewer)
        }
        return .seeOther(MineNotice.reminded.path(base))
    }

    /// Somebody was faster, or it may not be done: the chores as they are now, with why.
    private static func refused(
        _ problem: CareProblem, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        guard ChoreMarking.isTold(problem) else { throw problem }
        return try await show(
            call, viewer, notice: Notice(text: ChoreMarking.words(problem), isProblem: true),
            status: problem.status)
    }
}

/// What they are asked to pay and to do, their own chores by deadline, what nobody has, what waits for a yes, the household's, and what is done.
struct MineChoresPage {
    struct Section {
        let id: String
        let title: Text
        let chores: [ChoreCard]
    }

    let help: MinePage.Card?
    let asked: [ChargeCard]
    let sections: [Section]
    let isEmpty: Bool
    let isCut: Bool

    /// - Parameters:
    ///   - photos: Those that the client has sent.
    ///   - asked: What they are asked to pay.
    ///   - help: Calls for help.
    init(
        _ feed: ChoreFeed, _ photos: [ChorePhoto], asked: [ChargeCard], help: MinePage.Card?,
        _ viewer: Viewer, _ call: PageCall
    ) {
        self.help = help
        self.asked = asked
        sections = [
            ("offered", feed.offered), ("mine", feed.mine), ("nobody", feed.free), ("waiting", feed.waiting),
            ("others", feed.others),
            ("closed", feed.closed),
        ].filter { !$0.1.isEmpty }.map { id, chores in
            Section(
                id: id, title: Text("chores.of_\(id)"),
                chores: chores.map {
                    ChoreCard(
                        $0, people: [], photos: photos, agenda: nil, askable: feed.people, viewer: viewer,
                        call: call)
                })
        }
        isEmpty = sections.isEmpty && asked.isEmpty
        isCut = !feed.isComplete
    }

    static let template = """
        {{#help}}<div class="choices" data-key="help">\(MinePage.card)</div>{{/help}}
        {{#isCut}}<p class="problem" data-key="cut">[[chores.cut]]</p>{{/isCut}}
        {{#isEmpty}}<p data-key="none">[[chores.nothing_for_you]]</p>{{/isEmpty}}
        {{^empty(asked)}}<section data-key="asked" aria-labelledby="asked-title"><h2 id="asked-title">[[costs.charges]]</h2>
        <ul class="cards">{{#asked}}{{>charge-card}}{{/asked}}</ul></section>{{/empty(asked)}}
        {{#sections}}<section data-key="{{id}}" aria-labelledby="{{id}}-title"><h2 id="{{id}}-title" tabindex="-1">{{title}}</h2>
        <ul class="cards">{{#chores}}{{>chore-card}}{{/chores}}</ul></section>
        {{/sections}}
        """
}
