import Care
import FoundationEssentials
import Wording

/// What somebody answers to a request.
enum Answering {
    /// How long a page still shows what was just done, in seconds; a page that is read again later shows nothing old.
    private static let noticeTime = 600.0

    /// Where somebody answers, and so where they go on.
    enum Way: String {
        /// The first start's test call.
        case conversation = "welcome"
    }

    /// On the way, done, or not now. Nothing is sent where somebody else has answered since the page was drawn.
    static func answer(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = try NowPages.requestID(call)
        guard let state = call.form["state"].flatMap(RequestState.init), state.isAnswered,
            let response = call.form["id"].flatMap({ UUID(uuidString: $0) })
        else { throw CareProblem(.badRequest, "this answer was not understood: go back and tap again") }
        let reason = state == .declined ? call.form["reason"] : nil
        if state == .declined, reason == nil {
            return try await NowPages.one(id, call, viewer, status: 422) { card in
                card.isDeclining = true
                card.reasonProblem = Text("now.say_why", ["client": .verbatim(card.client)])
            }
        }
        let before: Request = try await call.api.get("requests/\(id.uuidString)")
        let me = viewer.person.name
        // Sent twice, by a double tap or from a page that is old.
        if before.state == state, before.changedBy == me, before.reason == reason { return done(id, call) }
        let seen = call.form["seen"].flatMap { Int64($0) } ?? 0
        let isNews = before.state.isAnswered && before.changedBy != me && before.sequence > seen
        if !before.state.isOpen || isNews && state != .met {
            return try await conflict(before, reason, call, viewer)
        }
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "requests/\(id.uuidString)/responses",
                NewResponse(
                    id: response, state: state, by: me, reason: reason, takesOver: call.form["takes_over"],
                    at: call.request.now))
        } catch {
            if error.kind == .conflict, let now = error.request {
                return try await conflict(now, reason, call, viewer)
            }
            guard error.kind == .notAcceptable else { throw error }
            return try await NowPages.one(id, call, viewer, status: error.status) { card in
                card.isDeclining = true
                card.typedReason = reason ?? ""
                card.reasonProblem = error.words
            }
        }
        return done(id, call)
    }

    /// A page has shown it.
    static func hear(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = try NowPages.requestID(call)
        guard let response = call.form["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.badRequest, "this message has no id")
        }
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "requests/\(id.uuidString)/responses",
                NewResponse(id: response, state: .heard, by: viewer.person.name, at: call.request.now))
        } catch {
            // It already has a later state: then it was heard.
            guard error.kind == .conflict else { throw error }
        }
        return .seeOther(way(call) == .conversation ? CallStep.path(id) : "/now")
    }

    private static func way(_ call: PageCall) -> Way? { call.form["back"].flatMap(Way.init) }

    static func note(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = try NowPages.requestID(call)
        guard let note = call.form["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.badRequest, "this note has no id: please go back and try again")
        }
        guard let text = call.form["text"] else {
            return try await NowPages.one(id, call, viewer, status: 422) { card in
                card.isNoting = true
                card.noteProblem = Text("now.write_first")
            }
        }
        let new = RequestNote(id: note, text: text, by: viewer.person.name, at: call.request.now)
        do throws(CareProblem) { _ = try await NoteSending.keep(new, of: id.uuidString, call.api) } catch {
            guard error.kind == .notAcceptable else { throw error }
            return try await NowPages.one(id, call, viewer, status: error.status) { card in
                card.isNoting = true
                card.typedNote = text
                card.noteProblem = error.words
            }
        }
        return .seeOther("/now?noted=\(id.uuidString)#request-\(id.uuidString)")
    }

    private static func done(_ id: UUID, _ call: PageCall) -> PageResponse {
        .seeOther(way(call) == .conversation ? CallStep.path(id) : "/now?answered=\(id.uuidString)")
    }

    /// Somebody else was first: who, and what. What was typed is kept.
    private static func conflict(
        _ request: Request, _ reason: String?, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        // It shows how far the call is, whoever has answered.
        if way(call) == .conversation { return .seeOther(CallStep.path(request.id)) }
        let words = RequestWords(request, viewer: viewer, call: call)
        let isTyped = reason.map { !ChosenReasons.cannotNow.map(call.say).contains($0) } ?? false
        let what = Text(
            request.state.isAnswered ? "now.somebody_faster" : "now.meanwhile",
            ["outcome": .text(words.outcome)])
        let kept = isTyped ? Text(request.state.isOpen ? "now.typed_is_there" : "now.typed_is_below") : nil
        let notice = Notice(
            text: .joined([what, Text("now.not_sent"), kept].compactMap(\.self), separator: " "),
            isProblem: true)
        return try await NowPages.one(request.id, call, viewer, notice: notice, status: 409) { card in
            guard let reason else { return }
            if request.state.isOpen {
                card.isDeclining = true
                card.typedReason = reason
            } else if isTyped {
                card.isNoting = true
                card.typedNote = reason
            }
        }
    }

    /// What has just been answered, read anew: a link cannot put other words there.
    static func notice(_ call: PageCall, _ viewer: Viewer) async throws -> Notice? {
        if let id = call.query["noted"].flatMap({ UUID(uuidString: $0) }) {
            let kept: NotePage? = try? await call.api.get("requests/\(id.uuidString)/notes")
            guard let last = kept?.notes.last(where: { $0.by == viewer.person.name }),
                isNew(last.at, call)
            else { return nil }
            return Notice(text: Text("now.note_saved"))
        }
        guard let id = call.query["answered"].flatMap({ UUID(uuidString: $0) }) else { return nil }
        let found: Request? = try? await call.api.get("requests/\(id.uuidString)")
        guard let request = found, request.changedBy == viewer.person.name,
            isNew(request.changedAt, call)
        else { return nil }
        let values: [String: Text.Value] = [
            "client": .verbatim(request.clientName), "need": .verbatim(request.called),
        ]
        switch request.state {
        case .onTheWay: return Notice(text: Text("now.hears_on_the_way", values))
        case .met: return Notice(text: Text("now.hears_done", values))
        case .declined:
            let reason = ["reason": Text.Value.verbatim(request.reason ?? "")]
            return Notice(text: Text("now.hears_why_not", values.merging(reason) { value, _ in value }))
        case .asked, .heard, .cancelled: return nil
        }
    }

    static func isNew(_ moment: Date, _ call: PageCall) -> Bool {
        abs(call.request.now.timeIntervalSince(moment)) < noticeTime
    }
}
