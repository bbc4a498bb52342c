import Care
import CareStore
import Digests
import Foundation
import HTTPTypes
import Hummingbird
import StoreFiles

/// A message that people and scripts may send without its id and its time: the service adds them. Devices
/// make both at the press, so that no call is doubled whatever the network does.
protocol CompletableMessage: Decodable {
    /// The member that says when it was made; `nil` where there is none.
    static var timeMember: String? { get }
}

extension NewResponse: CompletableMessage { static let timeMember: String? = "at" }
extension ClaimMove: CompletableMessage { static let timeMember: String? = "at" }
extension RequestNote: CompletableMessage { static let timeMember: String? = "at" }
extension NewRoutine: CompletableMessage { static let timeMember: String? = "at" }
extension RoutineChange: CompletableMessage { static let timeMember: String? = "at" }
extension NewNeedProposal: CompletableMessage { static let timeMember: String? = "proposed_at" }
extension ProposalDecision: CompletableMessage { static let timeMember: String? = "at" }
extension OccurrenceEntry: CompletableMessage { static let timeMember: String? = "at" }
extension ChoreReminder: CompletableMessage { static let timeMember: String? = "at" }
extension ReminderReceipt: CompletableMessage { static let timeMember: String? = "at" }
extension Fault: CompletableMessage { static let timeMember: String? = "at" }
extension NewDuty: CompletableMessage { static let timeMember: String? = "at" }
extension DutyChange: CompletableMessage { static let timeMember: String? = "at" }
extension DutyMove: CompletableMessage { static let timeMember: String? = "at" }
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

    /// A message without a key gets a new one each time.
    func newStamp() -> MessageStamp {
        var generator = SystemRandomNumberGenerator()
        let now = core.clock.wall()
        return MessageStamp(id: .version7(at: now, using: &generator), at: now)
    }

    /// The stamp that belongs to a message's key, from the first time it came; `nil` for a message without a
    /// key, or while the store cannot keep one. Calls must go out without the store, too.
    ///
    /// Keys go behind calls: a sender of endless keys must not delay them.
    func stamp(of body: Data) async throws(CareProblem) -> MessageStamp? {
        guard let key = try key else { return nil }
        let message = MessageKey(caller: owner, key: key, digest: digest(of: body))
        let now = core.clock.wall()
        do throws(CareProblem) {
            return try await core.write(on: .care) { store throws(CareStoreError) in
                try await store.stamp(message, at: now)
            }
        } catch  where error.kind == .storeFailed { return nil }
    }

    /// Adds the missing id and time to the message.
    ///
    /// - Parameter body: As it came. A body that is not a JSON object stays as it is: the decoder reports
    ///   what is wrong with it.
    func completed(_ body: Data, with stamp: MessageStamp) -> Data {
        guard let object = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] else {
            return body
        }
        var members: [String] = []
        if object["id"] == nil { members.append("\"id\":\"\(stamp.id.uuidString)\"") }
        if let timeMember, object[timeMember] == nil {
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

    /// A key may be in quotes, as the draft has it, or without.
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

    /// The owner of the key: the person, across all their sessions.
    private var owner: String {
        if let person = caller.person { return "person \(person.id)" }
        return caller.device.map { "device \($0.uuidString)" } ?? caller.role.rawValue
    }

    /// The path counts too: the same body sent to another call is another answer.
    private func digest(of body: Data) -> Data {
        Digests.sha256(Data("\(request.method.rawValue) \(request.head.path ?? "")\n".utf8) + body)
    }
}
