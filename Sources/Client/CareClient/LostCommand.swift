import Care
import Foundation
import GRDB

/// A command that was kept and cannot be read any more.
struct LostCommand {
    /// Its row, which is there also where the id cannot be read.
    let number: Int64
    let id: UUID?
    let kind: String
    let reason: String
    /// Of a call: whose it was and what they said, as far as that can be read.
    private let words: Words?

    private struct Words: Decodable {
        let client: String?
        let say: String?

        private enum CodingKeys: String, CodingKey {
            case say
            case client = "client_name"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            client = try? container.decode(String.self, forKey: .client)
            say = try? container.decode(String.self, forKey: .say)
        }
    }

    init(row: Row, _ reason: String) {
        number = row["number"]
        id = (row["id"] as String?).flatMap(UUID.init(uuidString:))
        kind = row["kind"] ?? ""
        self.reason = reason
        let body = Data((row["body"] as String? ?? "").utf8)
        words = kind == "ask" ? try? CareJSON.decoder().decode(Words.self, from: body) : nil
    }

    /// What the caregivers have to be told: somebody has called, and nobody will get that call. `nil` for all that is no call.
    /// With the call's id, so that it is one fault, however often this machine starts.
    func fault(at now: Date) -> Fault? {
        guard kind == "ask" else { return nil }
        return Fault(
            id: id ?? UUID(), source: Actor.kiosk.rawValue, kind: .requestNotStored, isActive: true,
            clientName: words?.client, detail: words?.say ?? "…", at: now)
    }
}
