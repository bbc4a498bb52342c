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
    /// Which board fits the client.
    case board
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
    /// Why no other machine finds the service.
    public enum Obstacle: String, Codable, Sendable, CaseIterable {
        /// It listens to its own machine alone, as it was told to.
        case closed
        /// It listens to its own machine alone, because its certificate cannot be used.
        case certificate
        /// Its machine is in no network.
        case noNetwork = "no_network"
    }

    /// What to type on the service's machine.
    public struct Commands: Codable, Sendable, Equatable {
        /// Starts a kiosk of the home's own client.
        public var kiosk: String
        /// Lets other machines in; absent where the service was told at its start where to listen, so that no file changes that.
        public var open: String?
        /// Starts the service again so that it lets other machines in, where it was told at its start where to listen.
        public var restart: String?

        public init(kiosk: String, open: String? = nil, restart: String? = nil) {
            self.kiosk = kiosk
            self.open = open
            self.restart = restart
        }
    }

    /// All of them, in their order.
    public var steps: [FirstStepState]
    /// The id of the home's own client: whom the home's own kiosk serves.
    public var client: String
    /// Whether a kiosk of the home's own client is connected now.
    public var hasKiosk: Bool
    public var hasStation: Bool
    /// Where other machines find the service, `http://192.168.1.20:4280`; absent where they do not.
    public var address: String?
    /// Why they do not; absent where they do.
    public var obstacle: Obstacle?
    public var commands: Commands

    public init(
        steps: [FirstStepState], client: String, hasKiosk: Bool, hasStation: Bool, address: String?,
        obstacle: Obstacle? = nil, commands: Commands
    ) {
        self.steps = steps
        self.client = client
        self.hasKiosk = hasKiosk
        self.hasStation = hasStation
        self.address = address
        self.obstacle = obstacle
        self.commands = commands
    }

    enum CodingKeys: String, CodingKey {
        case steps, client, address, obstacle, commands
        case hasKiosk = "has_kiosk"
        case hasStation = "has_station"
    }

    public func state(of step: FirstStep) -> FirstStep.State {
        steps.first { $0.step == step }?.state ?? .open
    }

    /// Those that are still to be asked.
    public var open: [FirstStep] { steps.filter { $0.state == .open }.map(\.step) }
}
