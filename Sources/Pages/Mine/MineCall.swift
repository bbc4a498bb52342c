import Care
import FoundationEssentials
import Wording

/// A call of whoever reads, and what became of it.
struct MineCall {
    let key: String
    let path: String
    let title: String
    let symbol: ShownSymbol?
    let state: Text
    let tone: String
    let when: Text
    let isOpen: Bool
    let againID = UUIDs.new()
    let endID = UUIDs.new()

    /// - Parameter label: What the lent card is called in the reader's language; `nil`: as it was called.
    init(_ request: Request, _ label: String?, _ call: PageCall) {
        key = "call-\(request.id.uuidString)"
        path = "\(MinePages.base)/calls/\(request.id.uuidString)"
        title = label ?? (request.label.isEmpty ? request.called : request.label)
        symbol = call.symbol(request.symbol)
        (state, tone) = Self.state(of: request)
        when = call.when(request.askedAt)
        isOpen = request.state.isOpen
    }

    private static func state(of request: Request) -> (Text, String) {
        let name = request.changedBy.map { ["name": Text.Value.verbatim($0)] }
        switch request.state {
        case .asked: return (Text("mine.asked"), "soon")
        case .heard: return (Text("mine.heard"), "soon")
        case .onTheWay:
            return (name.map { Text("mine.comes", $0) } ?? Text("mine.somebody_comes"), "good")
        case .met: return (name.map { Text("mine.done_by", $0) } ?? Text("today.done"), "good")
        case .declined:
            let says = name.map { Text("mine.cannot", $0) } ?? Text("mine.somebody_cannot")
            return (
                request.reason.map { .joined([says, .quoted($0)], separator: " ") } ?? says, "urgent"
            )
        case .cancelled: return (Text("mine.taken_back"), "")
        }
    }

    static let template = """
        <li class="card item" data-key="{{key}}"><h3>\(Icon.now.html(besides: "symbol", class: "symbol"))<span>{{title}}</span></h3>
        <p class="state"><span class="word {{tone}}">{{state}}</span> · <span class="quiet">{{when}}</span></p>
        <div class="row answers">{{#isOpen}}\(Form.post("{{path}}/end", sends: ["id": "{{endID}}"]))\
        <button>[[mine.take_back]]<span class="unseen">: {{title}}</span></button></form>{{/isOpen}}
        \(Form.post("{{path}}/again", sends: ["id": "{{againID}}"]))\
        <button>[[mine.again]]<span class="unseen">: {{title}}</span></button></form></div></li>
        """
}

/// What a client does about calls.
enum MineCalling {
    /// Calls for what is on a card; once where that call is still open.
    static func ask(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let cards: CallCardPage = try await call.api.get("call-cards")
        guard let card = cards.cards.first(where: { $0.need == call.form["need"] }) else {
            let gone = Notice(text: Text("mine.card_gone"), isProblem: true)
            return try await MinePages.show(
                await call.site.seeing(call), viewer, notice: gone, status: 404)
        }
        let open: RequestPage = try await call.api.get("requests", [("state", "open"), ("limit", "200")])
        let id = PlanSending.id(call)
        if open.requests.contains(where: { $0.need == card.need && $0.id != id }) {
            let known = Notice(
                text: Text("mine.is_open", ["need": .verbatim(card.label)]), isProblem: true)
            return try await MinePages.show(
                await call.site.seeing(call), viewer, notice: known, status: 409)
        }
        return try await send(
            NewRequest(
                id: id, client: viewer.person.id, clientName: viewer.person.name, need: card.need,
                label: card.label, called: card.called, say: card.say, symbol: card.symbol,
                priority: card.priority, askedAt: call.request.now), call)
    }

    static func askAgain(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let old: Request = try await call.api.get("requests/\(try id(call).uuidString)")
        return try await send(
            NewRequest(
                id: PlanSending.id(call), client: viewer.person.id, clientName: viewer.person.name,
                need: old.need, label: old.label, called: old.called, say: old.say, symbol: old.symbol,
                priority: old.priority, askedAt: call.request.now, asksAgain: old.id), call)
    }

    static func takeBack(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "requests/\(try id(call).uuidString)/responses",
                NewResponse(
                    id: PlanSending.id(call), state: .cancelled, by: viewer.person.name, at: call.request.now)
            )
        } catch {
            // Somebody was faster: what they have answered is on the page.
            guard error.kind == .conflict else { throw error }
            return .seeOther(MinePages.base)
        }
        return .seeOther(MineNotice.ended.path(MinePages.base))
    }

    private static func send(_ new: NewRequest, _ call: PageCall) async throws(CareProblem) -> PageResponse {
        do throws(CareProblem) { try await call.api.send("POST", "requests", new) } catch {
            // Tapped twice: it is there, with the time of the first tap.
            guard PlanSending.isTwice(error) else { throw error }
        }
        return .seeOther(MineNotice.called.path(MinePages.base))
    }

    private static func id(_ call: PageCall) throws(CareProblem) -> UUID { try NowPages.requestID(call) }
}
