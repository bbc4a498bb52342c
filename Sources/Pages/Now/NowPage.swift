import Care
import FoundationEssentials
import Recurrence
import Wording

/// Everything that needs somebody, the most urgent first.
struct NowPage {
    struct FaultLine {
        let key: String
        let sentence: Text
        let advice: Text
        let ago: Text
        /// Whether it can wait until there are no calls.
        let isNotice: Bool
        /// It was a call: only whoever goes to see can end it.
        let lost: LostCall?
    }

    struct ProposalLine {
        let key: String
        let words: Text
        let symbol: ShownSymbol?
        let ago: Text
    }

    struct Coming {
        let key: String
        let path: String
        let time: Text
        let title: String
        let symbol: ShownSymbol?
        let who: Text
    }

    /// What has just been done; below the calls.
    let notice: Text?
    let isProblem: Bool
    let undo: String?
    let noticeMore: Text?
    /// What makes no sound here, by the reader's own wish, in a sentence and in a few words.
    let silence: Text?
    let silenceShort: Text
    let requests: [RequestCard]
    let hasNoRequests: Bool
    let leftOut: Bool
    let faults: [FaultLine]
    let hasFaults: Bool
    /// Whether one of them cannot wait.
    let hasUrgentFaults: Bool
    /// The worst of them is named above the calls, where there are some.
    let fault: Text
    let hasBoth: Bool
    let celebrated: [CelebratedGrant]
    let due: [OccurrenceCard]
    let hasDue: Bool
    let earlier: Text?
    let coming: [Coming]
    let hasComing: Bool
    /// "On duty now: Anna (East), Ben"; `nil` in a home without duties.
    let onDuty: Text?
    /// For whom a call would reach nobody on a device of their own; `nil` for nobody, and where a fault says it.
    let unreached: Text?
    /// Whether no message reaches the reader, in a home that sends some.
    let offersReach: Bool
    /// How many have registered and wait to be let in; `nil` where nobody does, and for who lets nobody in.
    let registered: Text?
    /// What clients and providers ask coordinators for; `nil` for nothing, and for other readers.
    let wishes: Text?
    let approvals: WaitingApprovals
    /// Behind the last question of the first start.
    let setUp: SetUpDone?
    /// What is still missing after it; `nil` for nothing, and for other readers.
    let firstSteps: FirstStepsLeft?
    let proposals: [ProposalLine]
    let hasProposals: Bool
    /// Whether nobody is waiting and nothing is due.
    let isQuiet: Bool
    /// Stands in the place of the calls where they cannot be read.
    let callsTrouble: Text?
    /// What else cannot be read at the moment, and what to do.
    let troubles: [Text]

    /// How many calls are drawn; a house with more has a bigger problem than this page.
    private static let mostRequests = 100
    /// How many pages of open calls, 200 each, are read to find those that need somebody most: they come by age, and the newest may be
    /// the urgent one.
    private static let mostPagesOfRequests = 10
    /// How many from earlier days are shown here; the others are on Today.
    private static let mostDue = 30
    /// How much of the day's plan is searched.
    private static let mostPlanned = 60
    /// How many upcoming items are drawn.
    private static let mostComing = 30
    /// What is due within these seconds is coming up.
    private static let ahead = 3 * 3600.0

    init(_ call: PageCall, _ viewer: Viewer, notice: Notice?) async throws(CareProblem) {
        self.notice = notice?.text
        isProblem = notice?.isProblem ?? false
        undo = notice?.undo
        noticeMore = notice?.more
        setUp = await SetUpDone(call, viewer)
        firstSteps = await FirstStepsLeft(call, viewer)
        var troubles: [Text] = []
        var lostCalls: [Text] = []
        let read: [Request]? = try await Self.reading(&lostCalls, "now.calls_unreadable") {
            () throws(CareProblem) in try await Self.openCalls(call.api)
        }
        let openFaults: FaultPage? = try await Self.reading(&troubles, "now.faults_unreadable") {
            () throws(CareProblem) in
            try await call.api.get("faults", [("state", "open")])
        }
        let agenda: Agenda? = try await Self.reading(&troubles, "now.plan_unreadable") {
            () throws(CareProblem) in
            try await call.api.get("agenda", [("limit", String(Self.mostPlanned))])
        }
        var requests: [RequestCard] = []
        let open = read ?? []
        let sorted = Array(open.inOrderOfNeed.prefix(Self.mostRequests))
        let faces = await Pictures.faces(of: sorted, call.api)
        let screens = try await CallSymbol.screens(for: sorted, agenda, call.api)
        for request in sorted {
            var card = try await NowPages.card(request, agenda, screens: screens, call, viewer)
            card.face = request.changedBy.flatMap { faces.ofNames[$0] }
            card.clientFace = faces.ofClients[request.client]
            card.others = Self.others(waitingLike: request, among: sorted)
            requests.append(card)
        }
        let ringing = Ringing(viewer, call.request)
        silence = ringing.words(call.request.zone)
        silenceShort = ringing.shortly(call.request.zone) ?? .empty
        self.requests = requests
        hasNoRequests = requests.isEmpty && lostCalls.isEmpty
        callsTrouble = lostCalls.first
        leftOut = open.count > sorted.count
        faults = (openFaults?.faults ?? []).sorted { one, other in
            one.kind.isNotice == other.kind.isNotice ? one.at < other.at : !one.kind.isNotice
        }.map { fault in
            let words = FaultWords(fault)
            return FaultLine(
                key: "fault-\(fault.id.uuidString)", sentence: words.sentence, advice: words.advice,
                ago: call.when(fault.at), isNotice: fault.kind.isNotice, lost: LostCall(fault))
        }
        hasFaults = !faults.isEmpty
        hasUrgentFaults = faults.contains { !$0.isNotice }
        fault = faults.first?.sentence ?? .empty
        hasBoth = !requests.isEmpty && hasUrgentFaults
        let grants = await OpenGrants.ifReadable(call)
        celebrated = CelebratedGrant.all(in: grants, viewer, now: call.request.now)
        approvals = await WaitingApprovals(call, viewer, grants: grants)
        let items = agenda?.openItems ?? []
        due = items.prefix(Self.mostDue).map { item in
            OccurrenceCard(item, in: agenda, from: .now, viewer: viewer, call: call)
        }
        hasDue = !due.isEmpty
        let more = items.count - due.count
        let areAll = agenda.map { $0.totals.today == $0.today.count } ?? true
        earlier =
            more <= 0
            ? nil : areAll ? Text("now.more_not_done", count: more) : Text("now.others_not_done")
        coming = (agenda?.today ?? []).filter { item in
            item.state == .upcoming && item.at.timeIntervalSince(call.request.now) < Self.ahead
        }.prefix(Self.mostComing).map { item in
            Coming(
                key: "coming-\(item.id)", path: OccurrencePath(item, from: .now).page,
                time: call.time(of: item.at), title: item.title,
                symbol: call.symbol(item.symbol),
                who: WhoseText.line(item))
        }
        hasComing = !coming.isEmpty
        proposals = (agenda?.proposals ?? []).filter { $0.state == .waiting }.map { proposal in
            ProposalLine(
                key: "proposal-\(proposal.id.uuidString)",
                words: Text(
                    "now.would_like",
                    ["client": .verbatim(proposal.clientName), "label": .verbatim(proposal.label)]),
                symbol: call.symbol(proposal.symbol), ago: call.when(proposal.proposedAt))
        }
        hasProposals = !proposals.isEmpty
        // Nobody looks here for the duties: where they cannot be read, the page of duties says so.
        let standing: DutyStanding? = try? await call.api.get("duties/now")
        onDuty = standing?.line.map { Text("duties.on_duty_now", ["people": .text($0)]) }
        unreached = await ReachGap.read(call).line(besides: openFaults?.faults ?? [])
        offersReach = await ReachOffer.isOpen(call, viewer)
        registered = await Self.registered(call, viewer)
        wishes = await SessionWishes.count(call, viewer)
        isQuiet =
            troubles.isEmpty && lostCalls.isEmpty && !hasFaults && !hasDue && !hasProposals
            && requests.isEmpty && approvals.areNone
        self.troubles = troubles
    }

    /// The other clients whom nobody has answered yet, for the same need; each has a card, and so an answer, of their own.
    private static func others(waitingLike request: Request, among open: [Request]) -> Text? {
        let names = open.filter { other in
            other.need == request.need && other.client != request.client && !other.state.isAnswered
        }.map(\.clientName)
        guard !names.isEmpty else { return nil }
        return Text("now.others_too", ["names": .verbatim(Set(names).sorted().joined(separator: ", "))])
    }

    private static func openCalls(_ api: PageAPI) async throws(CareProblem) -> [Request] {
        var requests: [Request] = []
        var next: String?
        for _ in 0..<mostPagesOfRequests {
            let page: RequestPage = try await api.get(
                "requests", [("state", "open"), ("limit", "200"), ("after", next)])
            requests += page.requests
            next = page.next
            if next == nil { break }
        }
        if next != nil {
            // There are more: what needs somebody most of each client is among these.
            let waiting: RequestPage = try await api.get(
                "requests", [("state", "waiting"), ("limit", "200")])
            requests += waiting.requests
        }
        var known: Set<UUID> = []
        return requests.filter { known.insert($0.id).inserted }
    }

    /// Nobody looks here for them alone: where they cannot be read, the page of people says so.
    private static func registered(_ call: PageCall, _ viewer: Viewer) async -> Text? {
        guard viewer.person.role == .coordinator else { return nil }
        let page: RegistrationPage? = try? await call.api.get("registrations")
        guard let count = page?.registrations.count, count > 0 else { return nil }
        return Text("now.registered", count: count)
    }

    /// One part that cannot be read hides none of the others.
    ///
    /// - Parameter name: Of the text that says so.
    private static func reading<Value>(
        _ troubles: inout [Text], _ name: String, _ read: () async throws(CareProblem) -> Value
    ) async throws(CareProblem) -> Value? {
        do throws(CareProblem) { return try await read() } catch {
            guard error.kind != .unauthorized, error.kind != .forbidden else { throw error }
            troubles.append(Text(name, ["problem": .text(error.words)]))
            return nil
        }
    }
}

extension [Request] {
    /// What nobody has answered first; then the more urgent; of equal ones each client's oldest, then each client's next, so that
    /// whoever calls often hides nobody else.
    var inOrderOfNeed: [Request] {
        var counts: [CallQueue: Int] = [:]
        let turns: [(call: Request, turn: Int)] = sorted { $0.askedAt < $1.askedAt }.map { call in
            let turn = counts[CallQueue(call), default: 0]
            counts[CallQueue(call)] = turn + 1
            return (call: call, turn: turn)
        }
        return turns.sorted { one, other in
            let first = (
                one.call.state.isAnswered ? 1 : 0, other.call.priority, one.turn, one.call.askedAt
            )
            let second = (
                other.call.state.isAnswered ? 1 : 0, one.call.priority, other.turn, other.call.askedAt
            )
            return first < second
        }.map { $0.call }
    }
}

/// Calls of which each client's take turns with those of the others.
private struct CallQueue: Hashable {
    let client: String
    let priority: Priority
    let isAnswered: Bool

    init(_ call: Request) {
        (client, priority, isAnswered) = (call.client, call.priority, call.state.isAnswered)
    }
}

extension Agenda {
    /// What is due or missed: the more urgent first, then what is due, then the older.
    var openItems: [RoutineOccurrence] {
        var seen: Set<String> = []
        return (today + outstanding).filter { item in
            (item.state == .due || item.state == .missed) && seen.insert(item.id).inserted
        }.sorted { one, other in
            let first = (other.priority, one.state == .due ? 0 : 1, one.at)
            let second = (one.priority, other.state == .due ? 0 : 1, other.at)
            return first < second
        }
    }
}
