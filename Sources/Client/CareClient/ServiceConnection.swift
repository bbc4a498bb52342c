import AsyncHTTPClient
import Care
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The service's API as calls: how one is made and answered. What is sent stands in `+commands`, what is read in `+reading`.
struct ServiceConnection: Sendable {
    /// A whole message and its answer. The service itself waits 3 s for a locked store.
    private static let patience: TimeAmount = .seconds(10)
    /// 50 MB at 3 Mbit/s.
    static let patienceForFiles: TimeAmount = .seconds(150)
    private static let maximumAnswer = 4 << 20
    /// So much of a list is asked for at once.
    static let page = 200

    let client: HTTPClient
    let base: String
    /// The shorter way to the service of this machine, where there is one.
    var local: LocalRoute?
    /// Empty for routes that are open to everybody.
    let token: String
    /// For which of its clients a kiosk asks; `nil`: for the one whom the token stands for.
    var servedClient: String?

    /// Sends what is answered by nothing.
    func done(_ message: HTTPClientRequest) async throws(Failure) {
        do {
            let response = try await client.execute(message, timeout: Self.patience)
            guard (200..<300).contains(response.status.code) else { throw await problem(response) }
            // Reads the body to its end, so that the connection can be used again.
            _ = try await response.body.collect(upTo: Self.maximumAnswer)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreachable(error, message)
        }
    }

    /// As a part of a path or of a query.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    func message(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        let local = local?.base
        var message = HTTPClientRequest(url: (local ?? base) + "/api/v1/" + path)
        message.method = method
        // HTTP needs a host, and a socket file has none.
        if local != nil { message.headers.add(name: "Host", value: "localhost") }
        if !token.isEmpty { message.headers.add(name: "Authorization", value: "Bearer " + token) }
        if let servedClient { message.headers.add(name: ServedClient.header, value: servedClient) }
        return message
    }

    func message(
        _ method: HTTPMethod, _ path: String, _ body: some Encodable
    ) throws(Failure) -> HTTPClientRequest {
        var message = message(method, path)
        message.headers.add(name: "Content-Type", value: "application/json")
        do {
            message.body = .bytes(try CareJSON.encoder().encode(body))
        } catch {
            throw .rejected(CareProblem(.badRequest, "it cannot be written as JSON: \(error)"))
        }
        return message
    }

    func answer<Value: Decodable>(to message: HTTPClientRequest) async throws(Failure) -> Value {
        guard let value: Value = try await answer(to: message, isConditional: false) else {
            throw .unreachable("the service answered nothing")
        }
        return value
    }

    /// - Parameter isConditional: Whether 304, and with it `nil`, is an answer.
    func answer<Value: Decodable>(
        to message: HTTPClientRequest, isConditional: Bool
    ) async throws(Failure) -> Value? {
        do {
            let response = try await client.execute(message, timeout: Self.patience)
            if isConditional, response.status == .notModified { return nil }
            guard (200..<300).contains(response.status.code) else { throw await problem(response) }
            let body = try await response.body.collect(upTo: Self.maximumAnswer)
            return try CareJSON.decoder().decode(Value.self, from: Data(buffer: body))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw unreachable(error, message)
        }
    }

    /// A service of before answers each kiosk for one client, whatever the header says: nothing of that client's may come to another.
    func checkServed(_ client: String?) throws(Failure) {
        guard let servedClient, client != servedClient else { return }
        throw .refused(
            "the service answers for another client than \(servedClient): it is older than this kiosk, so upgrade it"
        )
    }

    /// What an answer means that is none of those wanted.
    func problem(_ response: HTTPClientResponse) async -> Failure {
        let status = Int(response.status.code)
        var problem: CareProblem?
        if let body = try? await response.body.collect(upTo: Self.maximumAnswer) {
            // A proxy in front of the service may answer with its own text; the status is enough.
            problem = try? CareJSON.decoder().decode(CareProblem.self, from: Data(buffer: body))
        }
        let detail = problem?.description ?? "the service answered \(status)"
        switch status {
        case 401: return .refused(detail)
        // With a field, this command is not allowed for this role. Without one, no command is: the token
        // belongs to the other role.
        case 403 where problem?.field == ServedClient.header: return .notServed(detail)
        case 403:
            return problem?.field == nil
                ? .refused(detail) : .rejected(problem ?? CareProblem(.forbidden, detail))
        case 400, 404, 405, 409, 413, 415, 422:
            // Only an answer from Beckon is final: a wrong address must not consume stored commands.
            return problem.map(Failure.rejected) ?? .unreachable(detail)
        case 503 where problem?.kind == .storeFailed: return .notStored(detail)
        // With a field, this command alone has to wait.
        case 429 where problem?.field != nil: return .notStored(detail)
        default: return .unreachable(detail)
        }
    }

    /// Why nothing was answered; the shorter way hears of it, if it was taken.
    func unreachable(_ error: any Error, _ message: HTTPClientRequest) -> Failure {
        if !message.url.hasPrefix(base) { local?.failed(error) }
        return .unreachable("\(ServiceTrouble(error: error))")
    }
}
