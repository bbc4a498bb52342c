/// What is asked after the first login, one question each, in their order.
public enum FirstStep: String, Codable, Sendable, CaseIterable {
    /// The client's name and picture.
    case client
    /// The coordinator's own phone.
    case phone
    /// Whether kiosk and station are heard.
    case sound
    /// A call from the kiosk to the page and back.
    case call
    /// The next caregiver.
    case others

    public enum State: String, Codable, Sendable, CaseIterable {
        case open, done
        /// Nobody wants to be asked again.
        case putAway = "put_away"
    }
}

/// One of them, and what became of it.
public struct FirstStepState: Codable, Sendable, Equatable {
    public var step: FirstStep
    public var state: FirstStep.State

    public init(step: FirstStep, state: FirstStep.State) {
        self.step = step
        self.state = state
    }
}

/// What became of a step: the body of `PUT /first-steps/{step}`.
public struct FirstStepChange: Codable, Sendable, Equatable {
    public var state: FirstStep.State

    public init(state: FirstStep.State) { self.state = state }
}

/// How far a home is set up: the answer to `GET /first-steps`.
public struct FirstSteps: Codable, Sendable, Equatable {
    /// All of them, in their order.
    public var steps: [FirstStepState]
    /// Whether a kiosk of the home's own client is connected now.
    public var hasKiosk: Bool
    public var hasStation: Bool
    /// Where other machines find the service, `http://192.168.1.20:4280`; absent where it listens to its own machine alone.
    public var address: String?
    /// What to type on its machine so that others find it; absent where they do, or where nobody knows.
    public var command: String?

    public init(
        steps: [FirstStepState], hasKiosk: Bool, hasStation: Bool, address: String?, command: String? = nil
    ) {
        self.steps = steps
        self.hasKiosk = hasKiosk
        self.hasStation = hasStation
        self.address = address
        self.command = command
    }

    enum CodingKeys: String, CodingKey {
        case steps, address, command
        case hasKiosk = "has_kiosk"
        case hasStation = "has_station"
    }

    public func state(of step: FirstStep) -> FirstStep.State {
        steps.first { $0.step == step }?.state ?? .open
    }

    /// Those that are still to be asked.
    public var open: [FirstStep] { steps.filter { $0.state == .open }.map(\.step) }
}
