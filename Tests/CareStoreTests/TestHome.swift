import Care
import CareStore
import Foundation
import OwnFolders
import StoreFiles

/// A folder of its own for each test, gone afterwards; and what tests put into a store.
final class TestHome: Sendable {
    let folder: OwnFolder
    var path: String { folder.file("care.sqlite") }

    init() throws { folder = try OwnFolder() }

    func store(_ policy: AlertPolicy = AlertPolicy()) throws -> CareStore {
        try CareStore(path: path, policy: policy)
    }
}

/// The instant at which the tests' requests are asked.
let noon = Date(timeIntervalSince1970: 1_774_699_200)

func water(
    _ id: UUID = UUID(), priority: Priority = .normal, askedAt: Date = noon, asksAgain: UUID? = nil
) -> NewRequest {
    NewRequest(
        id: id, client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
        say: "I would like some water, please.", priority: priority, askedAt: askedAt, asksAgain: asksAgain)
}

func answer(_ state: RequestState, by name: String? = "Anna", reason: String? = nil) -> NewResponse {
    NewResponse(id: UUID(), state: state, by: name, reason: reason, at: noon)
}

func fault(
    _ kind: FaultKind, isActive: Bool, id: UUID = UUID(), source: String = "kiosk",
    detail: String = "Buddy button"
) -> Fault {
    Fault(
        id: id, source: source, kind: kind, isActive: isActive, clientName: "Maria", detail: detail, at: noon)
}
