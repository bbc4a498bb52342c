public import FoundationEssentials

/// What is written into the audit log: who was let in, who was not, and what somebody may do or has set.
public enum AuditKind: String, Codable, Sendable, CaseIterable {
    case logIn = "log_in"
    /// A name, a password, or both were wrong.
    case logInFailed = "log_in_failed"
    case loggedOut = "logged_out"
    /// The password was asked for once more, and was wrong.
    case confirmationFailed = "confirmation_failed"
    case passwordChanged = "password_changed"
    case nameChanged = "name_changed"
    /// By the link of the first start, or by that of `beckon coordinator`.
    case coordinatorMade = "coordinator_made"
    case setupFailed = "setup_failed"
    case personAdded = "person_added"
    case roleChanged = "role_changed"
    /// Whom a provider comes to see.
    case clientsChanged = "clients_changed"
    case personLeft = "person_left"
    case personBack = "person_back"
    case loginTaken = "login_taken"
    case invited
    case invitationWithdrawn = "invitation_withdrawn"
    case invitationAccepted = "invitation_accepted"
    /// Somebody registered by themselves, and waits to be let in.
    case registered
    case registrationAccepted = "registration_accepted"
    case registrationRefused = "registration_refused"
    /// From then on people may register by themselves.
    case registrationOpened = "registration_opened"
    case registrationClosed = "registration_closed"
    case pairingMade = "pairing_made"
    case devicePaired = "device_paired"
    case deviceRevoked = "device_revoked"
    /// An invalid code of an invitation or a device.
    case codeFailed = "code_failed"
    /// `Authorization: Bearer` with something that is not a token of this home.
    case tokenFailed = "token_failed"
    /// A password, code or link that came too soon after wrong ones: it was not checked.
    case limited
    /// How many failures have no entry of their own.
    case failuresGathered = "failures_gathered"
    case pictureChanged = "picture_changed"
    case pictureRemoved = "picture_removed"
    case paymentLinkChanged = "payment_link_changed"
    case paymentLinkRemoved = "payment_link_removed"
    case receiptChanged = "receipt_changed"
    case receiptRemoved = "receipt_removed"
    case fileWritten = "file_written"
    case settingsWritten = "settings_written"
    case phrasesWritten = "phrases_written"
    /// Whom calls reach after how long.
    case callPathsChanged = "call_paths_changed"
    case placeAdded = "place_added"
    case placeChanged = "place_changed"
    case placeRemoved = "place_removed"
    case deviceChanged = "device_changed"
    case dutyAdded = "duty_added"
    case dutyChanged = "duty_changed"
    case dutyEnded = "duty_ended"
    /// A coordinator gave a single date of a duty to somebody else, or left it out.
    case dutyMoved = "duty_moved"
    /// Somebody offered a date of their duty, or took one that was offered.
    case dutySwapped = "duty_swapped"
    case rewardAdded = "reward_added"
    case rewardChanged = "reward_changed"
    case rewardRemoved = "reward_removed"
    /// Somebody wants points again.
    case pointsSwitchedOn = "points_switched_on"
    /// Somebody wants none.
    case pointsSwitchedOff = "points_switched_off"
    /// Somebody made an address under which their calendar program reads what is planned.
    case feedMade = "feed_made"
    case feedEnded = "feed_ended"
    /// A way to reach somebody, or one of the home's own.
    case contactAdded = "contact_added"
    case contactChanged = "contact_changed"
    case contactRemoved = "contact_removed"
    /// Over what people are reached, or where messages lead to.
    case channelChanged = "channel_changed"
    /// A calendar outside that is read or written.
    case calendarAdded = "calendar_added"
    case calendarChanged = "calendar_changed"
    case calendarRemoved = "calendar_removed"
    /// A provider by which people log in.
    case loginProviderAdded = "login_provider_added"
    case loginProviderChanged = "login_provider_changed"
    case loginProviderRemoved = "login_provider_removed"
    /// Somebody logs in with a provider from then on.
    case identityLinked = "identity_linked"
    case identityUnlinked = "identity_unlinked"
    /// Somebody's password needs a code of their app from then on.
    case secondStepOn = "second_step_on"
    /// By themselves, or by a coordinator because they had lost it.
    case secondStepOff = "second_step_off"
    case recoveryCodesMade = "recovery_codes_made"
    case passkeyAdded = "passkey_added"
    case passkeyRemoved = "passkey_removed"
    /// The password was right, and the code was wrong.
    case secondStepFailed = "second_step_failed"
    /// What a provider has answered was not right, or it knows somebody whom nobody here is linked with.
    case providerLogInFailed = "provider_log_in_failed"
    case passkeyFailed = "passkey_failed"

    public var share: AuditShare {
        switch self {
        case .logInFailed, .confirmationFailed, .setupFailed, .codeFailed, .tokenFailed, .limited,
            .failuresGathered, .secondStepFailed, .providerLogInFailed, .passkeyFailed:
            .failures
        case .feedMade, .feedEnded,
            .logIn, .loggedOut, .passwordChanged, .nameChanged, .pictureChanged, .pictureRemoved,
            .dutySwapped, .paymentLinkChanged, .paymentLinkRemoved, .receiptChanged, .receiptRemoved,
            .rewardAdded, .rewardChanged, .rewardRemoved, .pointsSwitchedOn, .pointsSwitchedOff, .registered,
            .contactAdded, .contactChanged, .contactRemoved, .calendarAdded, .calendarChanged,
            .calendarRemoved, .identityLinked, .identityUnlinked, .secondStepOn, .secondStepOff,
            .recoveryCodesMade, .passkeyAdded, .passkeyRemoved:
            .own
        case .coordinatorMade, .personAdded, .roleChanged, .clientsChanged, .personLeft, .personBack,
            .loginTaken, .invited, .invitationWithdrawn, .invitationAccepted, .registrationAccepted,
            .registrationRefused,
            .registrationOpened, .registrationClosed, .pairingMade, .devicePaired, .deviceRevoked,
            .fileWritten, .settingsWritten, .phrasesWritten, .callPathsChanged, .placeAdded, .placeChanged,
            .placeRemoved,
            .deviceChanged, .dutyAdded, .dutyChanged, .dutyEnded, .dutyMoved, .channelChanged,
            .loginProviderAdded, .loginProviderChanged, .loginProviderRemoved:
            .rights
        }
    }

    /// Whether access was refused.
    public var isFailure: Bool { share == .failures }
}

/// Who can make entries of a kind, and so how many of it are kept: none of them pushes out another's.
public enum AuditShare: Int, Sendable, CaseIterable {
    /// What coordinators do: rights, devices, files.
    case rights
    /// What everybody does who has a login: log in and out, their own name, password, other ways to log in, picture, payment link, ways to be reached and duties,
    /// calendars, rewards, and whether there are points; and that somebody registered, which only so many can as are let in or refused.
    case own
    /// What strangers can make.
    case failures

    /// How many entries are kept; beyond it, the oldest goes.
    public var most: Int {
        switch self {
        case .rights: 20_000
        case .own, .failures: 5_000
        }
    }
}

/// One line of the audit log.
public struct AuditEntry: Codable, Sendable, Equatable {
    /// Rises with each entry, and is never used again.
    public var number: Int64
    public var at: Date
    public var kind: AuditKind
    /// The name of the person who did it, or their role if they have no name: `station`. Absent if unknown.
    public var by: String?
    /// The id of the person or device.
    public var byID: String?
    /// From where; empty where that is not known.
    public var address: String
    /// Whom or what it is about: a name, a file.
    public var about: String?
    /// What has changed, without anything secret: `role: caregiver, was coordinator`, names of settings.
    public var changes: [String]

    public init(
        number: Int64, at: Date, kind: AuditKind, by: String?, byID: String?, address: String, about: String?,
        changes: [String]
    ) {
        self.number = number
        self.at = at
        self.kind = kind
        self.by = by
        self.byID = byID
        self.address = address
        self.about = about
        self.changes = changes
    }

    enum CodingKeys: String, CodingKey {
        case number, at, kind, by, address, about, changes
        case byID = "by_id"
    }
}

extension AuditEntry {
    /// Longest name, in code points; as long as one in the store is.
    private static let longestName = 200
    /// Longest list of what has changed, in code points.
    private static let longestChanges = 1000

    /// The line for the system's log, in a stable format: kind and address first, then text that somebody may
    /// have typed.
    ///
    ///     audit log_in_failed address=192.0.2.7 by="-" about="Olga" changes=""
    ///
    /// Programs such as fail2ban read as far as the address: nothing before it can be chosen by anybody. The
    /// line is short enough that the system's log does not break it, because a broken-off part would begin
    /// with text that somebody has typed.
    public var line: String {
        let address = address.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".:%".contains($0)) }
        return """
            audit \(kind.rawValue) address=\(address.isEmpty ? "-" : address) by="\(Self.escaped(by ?? "-"))" \
            about="\(Self.escaped(about ?? "-"))" changes="\(Self.escaped(changes.joined(separator: "; "), most: Self.longestChanges))"
            """
    }

    /// Whatever could end a line or a quotation, or turn the direction of reading, is written as `\u{a}`: a
    /// name cannot make a second line.
    ///
    /// - Parameter most: What is longer, in code points, ends with ` ...`.
    static func escaped(_ text: String, most: Int = longestName) -> String {
        var escaped = ""
        for (place, scalar) in text.unicodeScalars.enumerated() {
            guard place < most else { return escaped + " ..." }
            let isPlain =
                (0x20...0x7e).contains(scalar.value) && scalar != "\"" && scalar != "\\"
                || scalar.value > 0xa0
                    && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || scalar.properties.isEmojiPresentation)
            if isPlain {
                escaped.unicodeScalars.append(scalar)
            } else {
                escaped += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return escaped
    }
}

/// Part of the audit log, the newest first: the answer to `GET /audit`.
public struct AuditPage: Codable, Sendable, Equatable {
    public var entries: [AuditEntry]
    /// Give it as `before` for the next page; absent on the last one.
    public var next: Int64?

    public init(entries: [AuditEntry], next: Int64? = nil) {
        self.entries = entries
        self.next = next
    }
}

/// What is asked for of the audit log.
public struct AuditSearch: Sendable, Equatable {
    public var from: Date?
    public var until: Date?
    public var kind: AuditKind?
    /// Only where somebody was not let in.
    public var onlyFailures: Bool
    /// The name of who did it, or whom it is about.
    public var name: String?
    public var before: Int64?
    public var limit: Int

    public init(
        from: Date? = nil, until: Date? = nil, kind: AuditKind? = nil, onlyFailures: Bool = false,
        name: String? = nil, before: Int64? = nil, limit: Int = 50
    ) {
        self.from = from
        self.until = until
        self.kind = kind
        self.onlyFailures = onlyFailures
        self.name = name
        self.before = before
        self.limit = limit
    }
}
