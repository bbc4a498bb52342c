import Care
import Foundation
import Hummingbird

/// The files of what encourages, sentence by sentence.
enum APIEncouragementStores {
    static let places = [
        APIPlace("encouragement/stores", APIMethod(.get, for: .caregivers, list)),
        APIPlace("encouragement/stores/{id}", APIMethod(.put, for: .coordinators, change)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(
            .ok,
            try await call.files().run { files throws(CareProblem) in
                files.encouragementStores?() ?? EncouragementStores(stores: [])
            })
    }

    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let change = try await call.plan(EncouragementChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        let file = HomeFileKind.encouragementFolder + name
        let author = caller.person?.name ?? caller.role.rawValue
        let (made, changes) = try await call.files().run { files throws(CareProblem) in
            guard let write = files.changeEncouragement else {
                throw CareProblem(.notFound, "this service has no files of a home: it runs elsewhere")
            }
            let before = try? files.read(file)
            files.boards?.note(file, nil)
            let made = try write(name, change)
            files.boards?.note(file, author)
            return (made, APIFiles.changes(try files.read(file), before))
        }
        // Sending the present content changes nothing.
        if change.version != made.version {
            await call.note(.fileWritten, about: file, changes: changes, by: caller)
        }
        return try APICall.response(.ok, made)
    }
}
