public import FoundationEssentials
public import Recurrence

/// One of the changes that an entry of the audit log names, as whoever records it makes it.
///
/// It is stored and told to programs as an English text. Pages read that text again, to say it in their reader's language.
public enum AuditChange: Hashable, Sendable {
    /// What has ended with somebody's rights, each with a count.
    public enum Ended: String, Sendable, CaseIterable {
        case sessions = "session"
        case invitations = "invitation"
        case pairings = "device code"
        case identities = "linked login"
        case passkeys = "passkey"
        case secondSteps = "second step"
    }

    /// With what somebody has logged in, where it was not their password alone.
    public enum Way: String, Sendable, CaseIterable {
        case passkey = "with a passkey"
        case code = "with a code of their app"
        case recoveryCode = "with a recovery code"
    }

    /// A session that ended because a new one began.
    public enum EndedSession: String, Sendable, CaseIterable {
        case ofThisBrowser = "the session that this browser had"
        case oldest = "the session that was used longest ago, because there were too many"
    }

    /// By which link somebody was let in.
    public enum Link: String, Sendable, CaseIterable {
        case ofFirstStart = "by the link of the first start"
        case ofCoordinatorCommand = "by the link of beckon coordinator"
        case ofOwnSession = "by a link that they made where they were logged in"
    }

    /// For what an invalid code was typed.
    public enum CodePurpose: String, Sendable, CaseIterable {
        case device = "a device"
        case invitation = "an invitation"
        case logInLink = "a login link"
    }

    case role(Person.Role, was: Person.Role? = nil)
    case name(was: String)
    case device(DeviceKind)
    /// By the id of a client whom a device serves.
    case client(String)
    /// By the id of somebody who is invited anew.
    case person(String)
    /// When a code expires.
    case until(Date)
    case newPassword
    case ended(Ended, Int)
    case endedSession(EndedSession)
    /// How many sessions ended when somebody logged out everywhere.
    case everywhere(Int)
    case link(Link)
    case way(Way)
    /// The name of the provider with which somebody has logged in, or is linked.
    case provider(String)
    case code(CodePurpose)
    /// How many failures were only counted.
    case more(Int)
    /// How many of them came from an address.
    case from(String, Int)
    case fromOthers(Int)
    case newFile
    /// SHA-256, in hexadecimal digits.
    case checksum(String)
    /// Those of the settings' file; empty where only comments have changed.
    case sections([String])
    case picture(PictureKind)
    /// By its name, where something stands or is; empty: nowhere in particular.
    case place(String)
    /// Whether somebody has to be on duty there.
    case needsDuty(Bool)
    /// The beginning of the date of a duty, on the wall's clock.
    case date(WallTime)
    /// By the name, who has it from now on; empty: nobody.
    case holder(String)
    /// A setting, a phrase, or a way to reach somebody.
    case named(String)
}

extension AuditChange: CustomStringConvertible {
    private static let needed = "somebody has to be on duty there"
    private static let notNeeded = "nobody has to be on duty there"

    /// The text that is stored: changing one would hide older entries from pages, and surprise programs.
    public var description: String {
        switch self {
        case .role(let role, nil): "role: \(role.rawValue)"
        case .role(let role, let was?): "role: \(role.rawValue), was \(was.rawValue)"
        case .name(let was): "name: was \(was)"
        case .device(let kind): "kind: \(kind.rawValue)"
        case .client(let id): "client: \(id)"
        case .person(let id): "person: \(id)"
        case .until(let date): "until: \(CareJSON.string(from: date))"
        case .newPassword: "a new password"
        case .ended(let what, let count): "ended: \(count) \(what.rawValue)\(count == 1 ? "" : "s")"
        case .endedSession(let session): "ended: \(session.rawValue)"
        case .everywhere(let count): "everywhere: \(count) sessions"
        case .link(let link): link.rawValue
        case .way(let way): way.rawValue
        case .provider(let name): "provider: \(name)"
        case .code(let purpose): "for: \(purpose.rawValue)"
        case .more(let count): "\(count) more"
        case .from(let address, let count): "\(count) from \(address)"
        case .fromOthers(let count): "\(count) from others"
        case .newFile: "new"
        case .checksum(let digits): "sha256: \(digits)"
        case .sections(let names): "changed: \(names.isEmpty ? "comments" : names.joined(separator: ", "))"
        case .picture(let kind): "kind: \(kind.rawValue)"
        case .place(let name): "place: \(name)"
        case .needsDuty(let needs): needs ? Self.needed : Self.notNeeded
        case .date(let local): "date: \(local)"
        case .holder(let name): "holder: \(name)"
        case .named(let name): name
        }
    }
}

extension AuditChange {
    /// Reads a stored text again; `nil` for one that no entry of its kind has.
    ///
    /// - Parameter kind: Names of settings, phrases and ways to reach somebody are whatever people may write: none of them is taken for anything else.
    public init?(_ text: String, in kind: AuditKind) {
        switch kind {
        case .settingsWritten, .phrasesWritten, .callPathsChanged, .contactAdded, .contactChanged,
            .contactRemoved, .channelChanged, .passkeyAdded, .passkeyRemoved:
            self = .named(text)
        // The names of its fields, and links that have ended with another issuer: nobody writes either.
        case .loginProviderChanged: self = Self(text) ?? .named(text)
        case .failuresGathered: self.init(counted: text)
        case .feedMade, .feedEnded,
            .logIn, .logInFailed, .loggedOut, .confirmationFailed, .passwordChanged, .nameChanged,
            .coordinatorMade, .setupFailed, .personAdded, .roleChanged, .clientsChanged, .personLeft,
            .personBack, .loginTaken, .invited, .invitationWithdrawn, .invitationAccepted, .registered,
            .registrationAccepted, .registrationRefused, .registrationOpened, .registrationClosed,
            .pairingMade, .devicePaired, .deviceRevoked, .codeFailed, .tokenFailed, .limited,
            .pictureChanged, .pictureRemoved, .paymentLinkChanged, .paymentLinkRemoved, .receiptChanged,
            .receiptRemoved, .fileWritten, .placeAdded, .placeChanged, .placeRemoved, .deviceChanged,
            .dutyAdded, .dutyChanged, .dutyEnded, .dutyMoved, .dutySwapped, .rewardAdded, .rewardChanged,
            .rewardRemoved, .pointsSwitchedOn, .pointsSwitchedOff, .calendarAdded, .calendarChanged,
            .calendarRemoved, .loginProviderAdded, .loginProviderRemoved, .identityLinked,
            .identityUnlinked, .secondStepOn, .secondStepOff, .recoveryCodesMade, .secondStepFailed,
            .providerLogInFailed, .passkeyFailed:
            self.init(text)
        }
    }

    private init?(counted text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let count = words.first.flatMap({ Int($0) }) else { return nil }
        switch (words.count, words.dropFirst().first, words.last) {
        case (2, "more", _): self = .more(count)
        case (3, "from", "others"): self = .fromOthers(count)
        case (3, "from", let address?): self = .from(String(address), count)
        default: return nil
        }
    }

    private init?(_ text: String) {
        if let link = Link(rawValue: text) {
            self = .link(link)
            return
        }
        if let way = Way(rawValue: text) {
            self = .way(way)
            return
        }
        let plain: [Self] = [.newPassword, .newFile, .needsDuty(true), .needsDuty(false)]
        if let same = plain.first(where: { $0.description == text }) {
            self = same
            return
        }
        guard let colon = text.firstRange(of: ": ") else { return nil }
        let value = String(text[colon.upperBound...])
        switch text[..<colon.lowerBound] {
        case "role": self.init(role: value)
        case "name" where value.hasPrefix("was "): self = .name(was: String(value.dropFirst(4)))
        case "kind":
            if let kind = DeviceKind(rawValue: value) {
                self = .device(kind)
            } else if let kind = PictureKind(rawValue: value) {
                self = .picture(kind)
            } else {
                return nil
            }
        case "client": self = .client(value)
        case "person": self = .person(value)
        case "provider": self = .provider(value)
        case "until":
            guard let date = CareJSON.date(from: value) else { return nil }
            self = .until(date)
        case "ended": self.init(ended: value)
        case "everywhere":
            guard let count = Self.count(value, of: "sessions") else { return nil }
            self = .everywhere(count)
        case "for":
            guard let purpose = CodePurpose(rawValue: value) else { return nil }
            self = .code(purpose)
        case "sha256": self = .checksum(value)
        case "place": self = .place(value)
        case "holder": self = .holder(value)
        case "date":
            guard let local = WallTime(value) else { return nil }
            self = .date(local)
        case "changed":
            self = .sections(value == "comments" ? [] : value.split(separator: ", ").map(String.init))
        default: return nil
        }
    }

    private init?(role text: String) {
        let parts = text.split(separator: ", was ", omittingEmptySubsequences: false)
        let roles = parts.compactMap { Person.Role(rawValue: String($0)) }
        guard roles.count == parts.count, roles.count <= 2, let role = roles.first else { return nil }
        self = .role(role, was: roles.dropFirst().first)
    }

    private init?(ended text: String) {
        if let session = EndedSession(rawValue: text) {
            self = .endedSession(session)
            return
        }
        for what in Ended.allCases {
            let count = Self.count(text, of: what.rawValue) ?? Self.count(text, of: what.rawValue + "s")
            guard let count else { continue }
            self = .ended(what, count)
            return
        }
        return nil
    }

    private static func count(_ text: String, of things: String) -> Int? {
        text.hasSuffix(" " + things) ? Int(text.dropLast(things.count + 1)) : nil
    }
}
