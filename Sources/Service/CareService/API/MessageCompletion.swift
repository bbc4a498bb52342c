import Care
import CareStore
import Crypto
import Foundation
import HTTPTypes
import Hummingbird

/// A message that people and scripts may send without its id and its time: the service makes them. Devices make both, at the
/// press, so that no call is doubled whatever the network does.
protocol CompletableMessage: Decodable {
    /// The member that says when it was made; `nil` where there is none.
    static var timeMember: String? { get }
}

extension NewResponse: CompletableMessage { static let timeMember: String? = "at" }
extension RequestNote: CompletableMessage { static let timeMember: String? = "at" }
extension NewRoutine: CompletableMessage { static let timeMember: String? = "at" }
extension RoutineChange: CompletableMessage { static let timeMember: String? = "at" }
extension NewNeedProposal: CompletableMessage { static let timeMember: String? = "proposed_at" }
extension ProposalDecision: CompletableMessage { static let timeMember: String? = "at" }
extension OccurrenceEntry: CompletableMessage { static let timeMember: String? = "at" }
extension ReminderReceipt: CompletableMessage { static let timeMember: String? = "at" }
extension Fault: CompletableMessage { static let timeMember: String? = "at" }
extension NewInvitation: CompletableMessage { static let timeMember: String? = nil }
extension NewPairing: CompletableMessage { static let timeMember: String? = nil }

extension HTTPField.Name {
    /// IETF draft-ietf-httpapi-idempotency-key-header.
    static let idempotencyKey = named("Idempotency-Key")
}

/// Completes one message.
struct MessageCompletion: Sendable {
    /// The longest key, in characters.
    static let longestKey = 255

    let timeMember: String?
    let caller: Caller
    let core: ServiceCore
    let request: Hummingbird.Request

    /// The message with its id and its time. With a key, the same message gets the same ones for a day.
    ///
    /// - Parameter body: As it came. What is no JSON object stays as it is: the decoder says what is wrong with it.
    func completed(_ body: Data) async throws(CareProblem) -> Data {
        let given = try key
        guard let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] else {
            return body
        }
        let needsID = object["id"] == nil
        let needsTime = timeMember.map { object[$0] == nil } ?? false
        let stamp: MessageStamp
        if let given {
            let key = MessageKey(caller: owner, key: given, digest: digest(of: body))
            let now = core.clock.wall()
            stamp = try await core.write { store throws(CareStoreError) in
                try await store.stamp(key, at: now)
            }
        } else {
            guard needsID || needsTime else { return body }
            var generator = SystemRandomNumberGenerator()
            let now = core.clock.wall()
            stamp = MessageStamp(id: .version7(at: now, using: &generator), at: now)
        }
        var members: [String] = []
        if needsID { members.append("\"id\":\"\(stamp.id.uuidString)\"") }
        if needsTime, let timeMember {
            members.append("\"\(timeMember)\":\"\(CareJSON.string(from: stamp.at))\"")
        }
        return Self.adding(members, to: body, isEmpty: object.isEmpty)
    }

    /// The rest of the body stays byte for byte as it came.
    private static func adding(_ members: [String], to body: Data, isEmpty: Bool) -> Data {
        guard !members.isEmpty, let brace = body.firstIndex(of: UInt8(ascii: "{")) else { return body }
        var completed = Data(body[...brace])
        completed += Data((members.joined(separator: ",") + (isEmpty ? "" : ",")).utf8)
        completed += body[body.index(after: brace)...]
        return completed
    }

    /// A key may stand in quotes, as the draft has it, or without.
    private var key: String? {
        get throws(CareProblem) {
            guard var key = request.headers[.idempotencyKey].map({ Substring($0) }) else { return nil }
            if key.count > 1, key.first == "\"", key.last == "\"" { key = key.dropFirst().dropLast() }
            guard !key.isEmpty, key.count <= Self.longestKey,
                key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw CareProblem(
                    .badRequest,
                    "it is not 1 to \(Self.longestKey) characters of ASCII without spaces: a UUID, for instance",
                    field: "Idempotency-Key")
            }
            return String(key)
        }
    }

    /// Whose key it is, over all sessions of a person.
    private var owner: String {
        if let person = caller.person { return "person \(person.id)" }
        return caller.device.map { "device \($0.uuidString)" } ?? caller.role.rawValue
    }

    /// Where it was sent counts too: the same words under another call are another answer.
    private func digest(of body: Data) -> Data {
        var hash = SHA256()
        hash.update(data: Data("\(request.method.rawValue) \(request.head.path ?? "")\n".utf8))
        hash.update(data: body)
        return Data(hash.finalize())
    }
}
