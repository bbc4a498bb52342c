public import FoundationEssentials

/// Where an appointment is, in one word.
public enum AppointmentState: String, Codable, Sendable, CaseIterable {
    /// Nobody has come yet, or both have gone again.
    case planned
    case providerIn = "provider_in"
    case clientWaits = "client_waits"
    case bothIn = "both_in"
    /// It is over, or was cancelled: nothing more happens.
    case ended
}

/// What somebody does that may change where an appointment is.
public enum AppointmentMove: String, Sendable, CaseIterable {
    case providerCame = "provider_came"
    case providerLeft = "provider_left"
    /// With somebody else; they come later.
    case providerBusy = "provider_busy"
    /// Out of reach; they may come later.
    case providerAway = "provider_away"
    case clientCame = "client_came"
    case clientLeft = "client_left"
    case ended
    case cancelled
}

/// Who of the two is there, and whether it is over. The whole table stands in docs/appointments.md.
///
/// Whoever does what they have done already changes nothing: two kiosks may say the same, and a message may come twice.
public struct AppointmentStanding: Codable, Sendable, Equatable {
    public enum Provider: String, Codable, Sendable, CaseIterable {
        case out, `in`, busy, away
    }

    public enum Ending: String, Codable, Sendable, CaseIterable {
        case ended, cancelled
    }

    public var provider: Provider
    public var isClientIn: Bool
    /// `nil` while it may still take place.
    public var ending: Ending?
    /// Since when the provider is where they are, and since when the client is in, by the service's clock; `nil` where that has not
    /// changed since it was planned, and while the client is not in.
    public var providerSince: Date?
    public var clientSince: Date?

    public init(
        provider: Provider = .out, isClientIn: Bool = false, ending: Ending? = nil,
        providerSince: Date? = nil, clientSince: Date? = nil
    ) {
        self.provider = provider
        self.isClientIn = isClientIn
        self.ending = ending
        self.providerSince = providerSince
        self.clientSince = clientSince
    }

    enum CodingKeys: String, CodingKey {
        case provider, ending
        case isClientIn = "client_in"
        case providerSince = "provider_since"
        case clientSince = "client_since"
    }

    public var state: AppointmentState {
        guard ending == nil else { return .ended }
        return switch (provider == .in, isClientIn) {
        case (false, false): .planned
        case (true, false): .providerIn
        case (false, true): .clientWaits
        case (true, true): .bothIn
        }
    }

    /// How it stands after a move.
    ///
    /// - Parameter now: By the service's clock.
    public func after(_ move: AppointmentMove, at now: Date) throws(AppointmentMoveError) -> Self {
        switch move {
        case .providerCame: try going(to: .in, at: now)
        case .providerLeft: try ending == nil ? going(to: .out, at: now) : self
        case .providerBusy: try going(to: .busy, at: now)
        case .providerAway: try going(to: .away, at: now)
        case .clientCame: try withClient(in: true, at: now)
        case .clientLeft: try ending == nil ? withClient(in: false, at: now) : self
        case .ended: try over(.ended)
        case .cancelled: try over(.cancelled)
        }
    }

    private func going(to provider: Provider, at now: Date) throws(AppointmentMoveError) -> Self {
        try checkGoesOn()
        guard provider != self.provider else { return self }
        var after = self
        (after.provider, after.providerSince) = (provider, now)
        return after
    }

    private func withClient(in isIn: Bool, at now: Date) throws(AppointmentMoveError) -> Self {
        try checkGoesOn()
        guard isIn != isClientIn else { return self }
        var after = self
        (after.isClientIn, after.clientSince) = (isIn, isIn ? now : nil)
        return after
    }

    /// With its end, both are out.
    private func over(_ ending: Ending) throws(AppointmentMoveError) -> Self {
        guard self.ending != ending else { return self }
        try checkGoesOn()
        if ending == .cancelled, state == .bothIn { throw .inProgress }
        return Self(ending: ending)
    }

    private func checkGoesOn() throws(AppointmentMoveError) {
        switch ending {
        case .ended?: throw .over
        case .cancelled?: throw .wasCancelled
        case nil: break
        }
    }
}

/// Why a move does not fit to how an appointment stands.
public enum AppointmentMoveError: Error, Equatable, Sendable, CustomStringConvertible {
    case over
    case wasCancelled
    /// Both are in: it is not cancelled any more.
    case inProgress
    /// Only while both are in, something is said.
    case notTogether

    public var description: String {
        switch self {
        case .over: "this appointment has ended: make another one"
        case .wasCancelled: "this appointment was cancelled: make another one"
        case .inProgress: "both are in: end it instead of cancelling it"
        case .notTogether: "nothing is said while not both are in: wait until the other one is there"
        }
    }
}
