import Care
import Identity

/// Why a provider of logins did not do what it was asked for.
enum ProviderTrouble: Error, Sendable, Equatable {
    /// It does not answer, or does not do it.
    case away(PlatformProblem)
    /// What it has answered cannot be used here.
    case unfit(ProviderFault)

    /// As coordinators are told it.
    var problem: PlatformProblem {
        switch self {
        case .away(let problem): problem
        case .unfit: .unreadable
        }
    }

    /// For whoever wants to log in, or to be linked: what to do instead.
    ///
    /// - Parameters:
    ///   - name: The provider's.
    ///   - isLink: Whether they have logged in, and want to be linked.
    func told(of name: String, isLink: Bool) -> CareProblem {
        let detail =
            switch problem {
            case .unreachable, .failing, .busy:
                isLink
                    ? "\(name) does not answer, so nothing was linked: try again later"
                    : "\(name) does not answer: log in with your password"
            case .refused, .moved, .unreadable, .tooLarge, .insideHome, .secretLost, .readOnly, .gone:
                isLink
                    ? "\(name) cannot be linked at the moment: tell a coordinator if it stays so"
                    : "\(name) cannot log anybody in at the moment: log in with your password, and tell a coordinator if it stays so"
            }
        return CareProblem(.notAcceptable, detail)
    }

    /// For the coordinator who adds or changes it.
    var toldToCoordinator: CareProblem {
        let detail =
            switch self {
            case .unfit(.otherIssuer):
                "the provider writes itself otherwise: copy its issuer exactly, with or without the slash at its end"
            case .unfit(.noUsableKey):
                "none of the provider’s keys can be used here: let it sign with RS256 or ES256"
            case .unfit(.noSuchFlow):
                "the provider does not offer the login that is needed here: turn on the authorization code flow with PKCE (S256)"
            case .unfit(.unreadable), .away(.unreadable), .away(.secretLost):
                "what is there is no provider of OpenID Connect: check the address"
            case .away(.refused), .away(.readOnly), .away(.gone):
                "the provider does not show what it offers: check the address"
            case .away(.busy): "the provider asks for more time: try again in some minutes"
            case .away(.unreachable): PlatformRules.unreachable
            case .away(.failing): "the provider answers that something is wrong with it: try again later"
            case .away(.moved): "the provider leads to another address: write that one"
            case .away(.tooLarge): PlatformRules.tooLarge
            case .away(.insideHome):
                "the provider leads into this home’s own network, and is not there itself: check its settings"
            }
        return CareProblem(.notAcceptable, detail, field: "issuer")
    }
}
