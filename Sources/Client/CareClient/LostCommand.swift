import Care
import Foundation
import GRDB

/// A stored command that can no longer be read.
struct LostCommand {
    /// Its row number, which is known even if the id cannot be read.
    let number: Int64
    let id: UUID?
    let kind: String
    let reason: String
    /// For a call: its client and words, as far as they can be read.
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

    /// The fault for the caregivers: somebody has called, and the call is lost. `nil` for other commands. It
    /// has the call's id, so that it stays one fault, however often this machine starts.
    func fault(at now: Date) -> Fault? {
        guard kind == "ask" else { return nil }
        return Fault(
            id: id ?? UUID(), source: Actor.kiosk.rawValue, kind: .requestNotStored, isActive: true,
            clientName: words?.client, detail: words?.say ?? "…", at: now)
    }
}
