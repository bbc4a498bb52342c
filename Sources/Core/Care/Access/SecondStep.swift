public import FoundationEssentials

/// The first step was right, and there is a second one: the answer, 202, where somebody logs in who has switched that on.
public struct SecondStepAsked: Codable, Sendable, Equatable {
    /// To be sent with the code.
    public var token: String
    public var expiresAt: Date
    /// Whether any of their recovery codes is left.
    public var hasRecoveryCodes: Bool

    public init(token: String, expiresAt: Date, hasRecoveryCodes: Bool) {
        self.token = token
        self.expiresAt = expiresAt
        self.hasRecoveryCodes = hasRecoveryCodes
    }

    enum CodingKeys: String, CodingKey {
        case token
        case expiresAt = "expires_at"
        case hasRecoveryCodes = "has_recovery_codes"
    }
}

/// The second step of logging in: the body of `POST /session/second-step`.
public struct SecondStepAnswer: Codable, Sendable, Equatable {
    public var token: String
    /// Six digits of the app, or a recovery code; spaces and hyphens do not matter.
    public var code: String

    public init(token: String, code: String) {
        self.token = token
        self.code = code
    }

    public func check() throws(FieldProblem) {
        try AccessRules.checkToken(token, "token")
        try FieldChecks.text(code, "code", limit: 60)
    }
}

/// Whether somebody's password needs a second step.
public struct SecondStepState: Codable, Sendable, Equatable {
    public var isOn: Bool
    /// Since when; absent where it is off.
    public var since: Date?
    public var recoveryCodesLeft: Int

    public init(isOn: Bool, since: Date? = nil, recoveryCodesLeft: Int = 0) {
        self.isOn = isOn
        self.since = since
        self.recoveryCodesLeft = recoveryCodesLeft
    }

    enum CodingKeys: String, CodingKey {
        case since
        case isOn = "is_on"
        case recoveryCodesLeft = "recovery_codes_left"
    }
}

/// What an app needs to make codes: the answer to `POST /account/second-step`. Nothing is on before a code of it was typed.
public struct NewSecondStep: Codable, Sendable, Equatable {
    /// Base32, without padding: to be typed where no camera is.
    public var secret: String
    /// `otpauth://totp/…`, to be shown as a QR code.
    public var address: String
    public var expiresAt: Date

    public init(secret: String, address: String, expiresAt: Date) {
        self.secret = secret
        self.address = address
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case secret, address
        case expiresAt = "expires_at"
    }
}

/// The first code of the app: the body of `PUT /account/second-step`.
public struct SecondStepProof: Codable, Sendable, Equatable {
    public var code: String

    public init(code: String) { self.code = code }

    public func check() throws(FieldProblem) { try FieldChecks.text(code, "code", limit: 60) }
}

/// Each lets somebody in once without their app. Told once: the answer to `PUT /account/second-step` and `POST /account/recovery-codes`.
public struct RecoveryCodes: Codable, Sendable, Equatable {
    /// As many are made at once.
    public static let count = 10

    public var codes: [String]

    public init(codes: [String]) { self.codes = codes }
}

/// The ways in which somebody logs in, besides their password: the answer to `GET /account/logins`.
public struct OwnLogins: Codable, Sendable, Equatable {
    public var identities: [IdentityLink]
    public var secondStep: SecondStepState
    /// Those that work under the address that asks, and others.
    public var passkeys: [Passkey]
    /// Whether a passkey can be made under the address that asks: browsers want a name, and a certificate that they trust, or this machine.
    public var canAddPasskey: Bool

    public init(
        identities: [IdentityLink], secondStep: SecondStepState, passkeys: [Passkey], canAddPasskey: Bool
    ) {
        self.identities = identities
        self.secondStep = secondStep
        self.passkeys = passkeys
        self.canAddPasskey = canAddPasskey
    }

    enum CodingKeys: String, CodingKey {
        case identities, passkeys
        case secondStep = "second_step"
        case canAddPasskey = "can_add_passkey"
    }
}
