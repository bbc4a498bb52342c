import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// The first start's questions, and trying out whether everything works.
enum APIFirstSteps {
    static let places = [
        APIPlace("first-steps", APIMethod(.get, for: .coordinators, read)),
        APIPlace("first-steps/{id}", APIMethod(.put, for: .coordinators, set)),
        APIPlace("trials", APIMethod(.post, for: .coordinators, of: .clients, make)),
    ]

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let core = call.core
        let client = core.configuration.client
        var steps = try await Self.steps(of: core, hasOwnBoard: false)
        // The home's files are read only where they decide something: Now asks for this each time.
        if steps.contains(FirstStepState(step: .board, state: .open)), await Self.hasOwnBoard(core) {
            steps = try await Self.steps(of: core, hasOwnBoard: true)
        }
        let port = call.source.localPort > 0 ? call.source.localPort : core.port
        return try APICall.response(
            .ok,
            FirstSteps(
                steps: steps, client: client, hasKiosk: core.hub.hasKiosk(of: client),
                hasStation: core.hub.hasStation, address: core.networkAddress(port: port),
                obstacle: core.networkObstacle, commands: core.configuration.commands))
    }

    private static func steps(
        of core: ServiceCore, hasOwnBoard: Bool
    ) async throws(CareProblem) -> [FirstStepState] {
        let (client, nameless) = (core.configuration.client, core.configuration.namelessClient)
        return try await core.read { store throws(CareStoreError) in
            try await store.firstSteps(of: client, nameless: nameless, hasOwnBoard: hasOwnBoard)
        }
    }

    /// Whether scanning begins with another board than that of a new home, in whichever language; `false` where that cannot be read.
    private static func hasOwnBoard(_ core: ServiceCore) async -> Bool {
        let options = try? await core.configuration.files?.run { files throws(CareProblem) in
            try files.options(false, .home)
        }
        guard let board = options?.options.first(where: { $0.name == "board" }), let value = board.value
        else { return false }
        // `boards/home` of `boards/home.de.yaml`.
        func kind(_ path: String) -> Substring { path.prefix { $0 != "." } }
        return kind(value) != kind(board.standard)
    }

    private static func set(_ call: APICall, _ caller: Caller) async throws -> Response {
        guard let step = FirstStep(rawValue: call.id) else {
            throw CareProblem(.notFound, "there is no such step", field: "id")
        }
        let change = try await call.plan(FirstStepChange.self)
        try await call.core.write { store throws(CareStoreError) in
            try await store.setFirstStep(step, change.state)
        }
        return try APICall.response(.ok, FirstStepState(step: step, state: change.state))
    }

    private static func make(_ call: APICall, _ caller: Caller) async throws -> Response {
        let trial = try await call.plan(Trial.self)
        try APIRules.check { () throws(FieldProblem) in try trial.check() }
        let client = trial.client ?? call.core.configuration.client
        guard call.core.hub.tell(trial, ofClient: client) else {
            throw CareProblem(
                .notFound,
                trial.device == .kiosk ? "no kiosk of this client is running" : "no station is running",
                field: "device")
        }
        return Response(status: .accepted)
    }
}
