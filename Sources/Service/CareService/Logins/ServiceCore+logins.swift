import Care
import CareStore
import Foundation
import Identity
import Logging

extension ServiceCore {
    /// Nothing is kept of what a provider was shown that was removed while the machine went off.
    func forgetLostProviders(in store: CareStore) async {
        do throws(CareStoreError) {
            logins.secrets.keep(only: Set(try await store.loginProviders().map(\.id)))
        } catch {
            logger.warning(
                "could not look for secrets of login providers that are not used",
                metadata: ["error": "\(error)"])
        }
    }

    func loginProvider(_ id: UUID) async throws(CareProblem) -> StoredLoginProvider? {
        let all = try await read { store throws(CareStoreError) in try await store.loginProviders() }
        return all.first { $0.id == id }
    }

    /// Whom a provider has sent back, as it says so itself: what the browser brings is only a code, by which it is asked.
    func identify(
        _ answer: LoginAnswer, of start: LoginStarts.Start
    ) async throws(LogInTrouble) -> IDTokenClaims {
        let provider = start.provider
        let said = try await told { () async throws(ProviderTrouble) in try await logins.said(by: provider) }
        guard said.discovery.isAnswer(from: answer.issuer) else { throw wrong("another issuer", provider) }
        if let error = answer.error {
            throw error == "access_denied" ? LogInTrouble.denied : LogInTrouble.failed
        }
        guard let code = answer.code, (1...Self.longestCode).contains(code.utf8.count) else {
            throw wrong("no code", provider)
        }
        let redirect = provider.home + LoginProvider.returnPath(of: provider.id)
        let given = try await told { () async throws(ProviderTrouble) in
            try await logins.exchange(code, of: start, redirect: redirect, said)
        }
        switch given {
        case .refused("invalid_grant"): throw wrong("invalid_grant", provider)
        case .refused(let reason):
            causes.log(
                .warning, "a login provider does not accept this home",
                reason: "\(provider.issuer): \(reason)")
            throw LogInTrouble.away(.away(.refused))
        case .tokens(let token, let access):
            let claims = try await claims(of: token, access, start)
            guard case .link = start.purpose else { return claims }
            return await completed(claims, access, said)
        }
    }

    /// Longest code that a provider gives, bytes: it names nothing longer anywhere.
    private static let longestCode = 4096

    /// What an ID token says, if all of it is right.
    private func claims(
        of token: String, _ access: String?, _ start: LoginStarts.Start
    ) async throws(LogInTrouble) -> IDTokenClaims {
        let provider = start.provider
        let header: TokenHeader
        do throws(IDTokenFault) { header = try TokenHeader(of: token) } catch {
            throw unfit(error, provider)
        }
        let rules = IDTokenRules(
            issuer: provider.issuer, clientID: provider.clientID, nonce: start.request.nonce,
            accessToken: access, now: clock.wall())
        var (vain, last): (Duration?, IDTokenFault) = (nil, .unknownKey)
        // Once more at most: keys that were read just now are not read again.
        while true {
            let tried = vain
            let known = try await told { () async throws(ProviderTrouble) in
                try await logins.keys(of: provider, for: header, newerThan: tried)
            }
            guard let known else { throw unfit(last, provider) }
            do throws(IDTokenFault) {
                return try await IDToken.read(token, keys: known.keys, rules: rules)
            } catch {
                switch error {
                case .signature, .unknownKey: (vain, last) = (known.readAt, error)
                case .malformed, .algorithm, .issuer, .audience, .authorizedParty, .expired, .notYet, .nonce,
                    .tooOld, .subject, .accessTokenHash:
                    throw unfit(error, provider)
                }
            }
        }
    }

    /// With the name and the picture that only `userinfo` tells. Somebody is linked without them, too.
    private func completed(
        _ claims: IDTokenClaims, _ access: String?, _ said: LoginProviderDesk.Said
    ) async -> IDTokenClaims {
        guard claims.name == nil || claims.picture == nil, let access, let address = said.discovery.userInfo
        else { return claims }
        do throws(ProviderTrouble) {
            let body = try await logins.userInfo(access, at: address, said)
            return try await logins.parsed { () throws(ProviderFault) in
                try claims.completed(byUserInfo: body)
            }
        } catch {
            logger.debug(
                "a login provider tells neither name nor picture", metadata: ["reason": "\(error.problem)"])
            return claims
        }
    }

    private func told<Value: Sendable>(
        _ ask: () async throws(ProviderTrouble) -> Value
    ) async throws(LogInTrouble) -> Value {
        do throws(ProviderTrouble) { return try await ask() } catch { throw LogInTrouble.away(error) }
    }

    /// The browser has brought something wrong.
    private func wrong(_ reason: String, _ provider: StoredLoginProvider) -> LogInTrouble {
        causes.log(
            .warning, "what was said to be a login provider's answer is none",
            reason: "\(provider.issuer): \(reason)")
        return .untrusted
    }

    /// The provider itself has given a token that is not right.
    private func unfit(_ fault: IDTokenFault, _ provider: StoredLoginProvider) -> LogInTrouble {
        causes.log(
            .warning, "a login provider's token is not right", reason: "\(provider.issuer): \(fault)")
        switch fault {
        case .expired, .notYet, .tooOld: return .clocks
        case .malformed, .algorithm, .unknownKey, .signature, .issuer, .audience, .authorizedParty, .subject,
            .accessTokenHash:
            logins.note(.unreadable, of: provider)
            return .unfit
        // A code of another login than the one that was begun: whoever has brought it is to blame.
        case .nonce: return .untrusted
        }
    }
}

/// Why somebody whom a provider has sent back is not logged in.
enum LogInTrouble: Error, Sendable, Equatable {
    /// The provider could not be asked, or does not do what it is asked for.
    case away(ProviderTrouble)
    /// They have not logged in there, or have not agreed.
    case denied
    /// Something went wrong there.
    case failed
    /// What the browser has brought is not right.
    case untrusted
    /// What the provider itself has given for it is not right.
    case unfit
    /// It is, but for its times.
    case clocks

    /// Whether it is recorded. What the provider says of itself is not: that somebody has not agreed there, or that something went wrong.
    var isRecorded: Bool {
        switch self {
        case .away, .untrusted, .unfit, .clocks: true
        case .denied, .failed: false
        }
    }

    /// For whoever wants to log in, or to be linked: what to do instead.
    ///
    /// - Parameters:
    ///   - name: The provider's.
    ///   - isLink: Whether they have logged in, and want to be linked.
    func told(of name: String, isLink: Bool) -> CareProblem {
        switch self {
        case .away(let trouble): trouble.told(of: name, isLink: isLink)
        case .denied:
            CareProblem(
                .forbidden,
                isLink
                    ? "\(name) has not let you in, so nothing was linked: try again"
                    : "\(name) has not let you in: try again, or log in with your password", field: "error")
        case .failed:
            CareProblem(
                .forbidden,
                isLink
                    ? "\(name) could not say who you are, so nothing was linked: try again"
                    : "\(name) could not log you in: try again, or log in with your password", field: "error")
        case .untrusted, .unfit:
            CareProblem(
                .forbidden,
                isLink
                    ? "what \(name) has answered cannot be trusted, so nothing was linked: try again"
                    : "what \(name) has answered cannot be trusted: try again, or log in with your password")
        case .clocks:
            CareProblem(
                .notAcceptable,
                isLink
                    ? "the clocks of \(name) and of this machine differ, so nothing was linked: tell whoever looks after Beckon"
                    : "the clocks of \(name) and of this machine differ: log in with your password, and tell whoever looks after Beckon"
            )
        }
    }
}
