import Care
import CareStore
import Encouragement
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// What the client's screen shows, and touches on it. Nothing of it is stored.
enum APIDisplays {
    /// A screen of 400 cards with all their content.
    private static let mostBytes = 1 << 20

    static let places = [
        APIPlace("displays", APIMethod(.get, for: .screens, of: .clients, list)),
        APIPlace(
            "displays/{id}", APIMethod(.get, for: .screens, of: .clients, read),
            APIMethod(.put, for: [.kiosk], of: .clients, show)),
        APIPlace(
            "displays/{id}/symbol", APIMethod(.get, for: .screens.union([.client]), of: .clients, symbol)),
        APIPlace("displays/{id}/video", APIMethod(.get, for: .screens, of: .clients, video)),
        APIPlace("displays/{id}/face", APIMethod(.get, for: .screens, of: .clients, face)),
        APIPlace("displays/{id}/events", APIMethod(.get, for: .screens, of: .clients, follow)),
        APIPlace("displays/{id}/taps", APIMethod(.post, for: .screens, of: .clients, tap)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        return try APICall.response(
            .ok,
            ClientPage(
                clients: people.filter {
                    $0.role == .client && $0.isActive && caller.client.map($0.id.elementsEqual) ?? true
                }.map { person in
                    ClientPage.Client(
                        id: person.id, name: person.name,
                        isShown: call.core.displays.newest(of: person.id) != nil)
                }))
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(.ok, try shown(call, caller))
    }

    private static func show(_ call: APICall, _ caller: Caller) async throws -> Response {
        let screen = try await call.report(Screen.self, limit: mostBytes)
        try APIRules.check { () throws(FieldProblem) in try screen.check() }
        guard screen.client == (try client(call, caller)) else {
            throw CareProblem(.notAcceptable, "it is another client's than the path says", field: "client")
        }
        try call.core.displays.show(
            screen, of: caller.device, place: call.core.hub.place(of: screen.client))
        return Response(status: .noContent)
    }

    private static func follow(_ call: APICall, _ caller: Caller) async throws -> Response {
        DisplayStreamBody(
            core: call.core, caller: caller, client: try client(call, caller),
            place: try call.core.streams.place(for: caller), line: call.source.line
        ).response(to: call.request)
    }

    private static func symbol(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (client, path) = (try client(call, caller), try call.query.required("path"))
        if caller.role == .client {
            guard try await isShown(path, to: client, call) else {
                throw BoardFolder.none(of: BoardFolder.pictures)
            }
        }
        return try await BoardFolder.response(
            path, of: BoardFolder.pictures, in: call.core.configuration.picturesFolder)
    }

    /// Whether a client who has logged in sees something that is drawn by this picture: of others it is as if there were none.
    private static func isShown(_ path: String, to client: String, _ call: APICall) async throws -> Bool {
        let now = call.core.clock.wall()
        let isStored = try await call.core.read { store throws(CareStoreError) in
            try await store.isShown(picture: path, to: client, now: now)
        }
        if isStored { return true }
        return try await call.boardCards(of: client, in: nil).cards.contains { $0.symbol == path }
    }

    /// The video of a sentence that encourages the client; no other file.
    private static func video(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (client, key) = (try Self.client(call, caller), try call.query.required("key"))
        let path = try await call.files().run { files throws(CareProblem) in
            files.encouragement?(client).0[key]?.video
        }
        return try await MediumFile.response(path, as: .video, range: call.request.headers[.range])
    }

    /// The picture of whoever has given the answer that is shown now, or is waited for, and of nobody else: a screen need
    /// not know who lives and works here.
    private static func face(_ call: APICall, _ caller: Caller) async throws -> Response {
        let screen = call.core.displays.newest(of: try client(call, caller))
        let named = [screen?.answer?.who, screen?.waiting?.who].compactMap(\.self)
        let wanted = try call.query.text("of")
        guard let who = named.first(where: { wanted == nil || $0 == wanted }) else {
            return Response(status: .noContent)
        }
        let found = try await call.core.read {
            store throws(CareStoreError) -> (PersonPicture, Data)? in
            let person = try await store.people().first { $0.isActive && $0.name == who }
            guard let person else { return nil }
            return try await store.picture(of: person.id)
        }
        // A browser writes every 404 into its log, and most people have no picture.
        guard let (picture, bytes) = found else { return Response(status: .noContent) }
        var headers: HTTPFields = [.cacheControl: "private, no-cache"]
        headers[.contentType] = picture.kind.rawValue
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(data: bytes)))
    }

    private static func tap(_ call: APICall, _ caller: Caller) async throws -> Response {
        let tap = try await call.report(ScreenTap.self)
        try APIRules.check { () throws(FieldProblem) in try tap.check() }
        let isOpen = try shown(call, caller).takes(tap)
        let client = try client(call, caller)
        // Late touches too: the kiosk recognises them by their number, and says so on the screen.
        let isTaken = call.core.hub.tell(tap, to: client, at: call.core.displays.kiosk(shownOf: client))
        guard isOpen else {
            throw CareProblem(.conflict, "what was touched is no longer open", field: "screen")
        }
        guard isTaken else { throw noKiosk }
        return Response(status: .accepted)
    }

    private static func shown(_ call: APICall, _ caller: Caller) throws -> Screen {
        guard let screen = call.core.displays.newest(of: try client(call, caller)) else { throw noKiosk }
        return screen
    }

    private static var noKiosk: CareProblem {
        CareProblem(.notFound, "no kiosk shows anything for this client now: it may be starting", field: "id")
    }

    private static func client(_ call: APICall, _ caller: Caller) throws -> String {
        guard let client = call.id.removingPercentEncoding, !client.isEmpty else {
            throw CareProblem(.badRequest, "it is not percent-encoded UTF-8", field: "id")
        }
        if let own = caller.client, own != client {
            throw CareProblem(.notFound, "this device serves another client", field: "id")
        }
        return client
    }
}
