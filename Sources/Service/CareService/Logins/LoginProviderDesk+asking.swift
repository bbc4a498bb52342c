import Care
import CareStore
import Foundation
import Identity
import NIOHTTP1

/// What this home asks providers: each question at the provider's own address, for a bounded answer.
extension LoginProviderDesk {
    /// Of a picture, bytes.
    private static let longestPicture = 2 << 20

    /// What a provider gives for the code with which it has sent somebody back.
    ///
    /// - Parameter redirect: Where it has sent them.
    func exchange(
        _ code: String, of start: LoginStarts.Start, redirect: String, _ said: Said
    ) async throws(ProviderTrouble) -> TokenAnswer {
        let (provider, discovery) = (start.provider, said.discovery)
        let secret = secret(of: provider)
        let exchange = CodeExchange(
            code: code, verifier: start.request.verifier, redirectURI: redirect, clientID: provider.clientID,
            secret: secret, authentication: discovery.authentication(hasSecret: secret != nil))
        var headers = [("Content-Type", CodeExchange.contentType), ("Accept", "application/json")]
        if let authorization = exchange.authorization { headers.append(("Authorization", authorization)) }
        do throws(ProviderTrouble) {
            let answer = try await answer(
                .POST, discovery.token, headers, Data(exchange.body.utf8), limit: TokenAnswer.longestBody,
                mayBeInside: said.isInside)
            // Why it gives none, it says with these.
            let tells = answer.isSuccess || [400, 401].contains(answer.status)
            let body = try tells ? answer.body : Self.checked(answer)
            let found = try await parsed { () throws(ProviderFault) in try TokenAnswer(body) }
            switch found {
            case .tokens:
                guard answer.isSuccess else { throw ProviderTrouble.unfit(.unreadable) }
                note(nil, of: provider)
            // It does not take the code: whoever has brought it is to blame.
            case .refused("invalid_grant"): note(nil, of: provider)
            case .refused: note(.refused, of: provider)
            }
            return found
        } catch {
            note(error.problem, of: provider)
            throw error
        }
    }

    /// What it says of somebody who is linked now, and their ID token does not say.
    func userInfo(_ token: String, at address: URL, _ said: Said) async throws(ProviderTrouble) -> Data {
        try await asked(
            .GET, address, [("Authorization", "Bearer \(token)"), ("Accept", "application/json")],
            limit: IDTokenClaims.longestUserInfo, mayBeInside: said.isInside)
    }

    /// Somebody's picture, wherever it is. Many write its address themselves there: it may be in the home's network only where the
    /// provider's own is, or they could have this machine search the network.
    func picture(at address: URL, _ said: Said) async throws(ProviderTrouble) -> Data {
        let isOwn =
            URL(string: said.discovery.issuer).map { PlatformAddress.isSame($0, address) } ?? false
        return try await asked(
            .GET, address, [("Accept", PictureKind.allCases.map(\.rawValue).joined(separator: ", "))],
            limit: Self.longestPicture, mayBeInside: said.isInside && isOwn)
    }

    // MARK: - Asking

    /// What `parse` makes of an answer, on the thread for that.
    func parsed<Value: Sendable>(
        _ parse: @escaping @Sendable () throws(ProviderFault) -> Value
    ) async throws(ProviderTrouble) -> Value {
        do throws(ProviderFault) { return try await access.parsed(parse).get() } catch {
            throw ProviderTrouble.unfit(error)
        }
    }

    /// - Parameter access: Instead of the usual one.
    func asked(
        _ method: HTTPMethod, _ url: URL, _ headers: [(String, String)], limit: Int, mayBeInside: Bool,
        by access: PlatformAccess? = nil
    ) async throws(ProviderTrouble) -> Data {
        try Self.checked(
            try await answer(
                method, url, headers, nil, limit: limit, mayBeInside: mayBeInside, by: access))
    }

    private static func checked(_ answer: PlatformAnswer) throws(ProviderTrouble) -> Data {
        // Nobody asked whether it had changed.
        guard !answer.isUnchanged else { throw ProviderTrouble.away(.unreadable) }
        do throws(PlatformTrouble) { return try answer.checked(missing: .unreadable).body } catch {
            throw ProviderTrouble.away(error.problem)
        }
    }

    /// Each address is visited by itself: what a provider names may be on other machines.
    private func answer(
        _ method: HTTPMethod, _ url: URL, _ headers: [(String, String)], _ body: Data?, limit: Int,
        mayBeInside: Bool, by access: PlatformAccess? = nil
    ) async throws(ProviderTrouble) -> PlatformAnswer {
        let access = access ?? self.access
        do throws(PlatformTrouble) {
            return try await access.visit(url, mayBeInside: mayBeInside) { client throws(PlatformTrouble) in
                try await client.ask(method, url, headers: headers, body: body, limit: limit)
            }
        } catch { throw ProviderTrouble.away(error.problem) }
    }
}
