import Care
import FoundationEssentials
import Wording

/// How a client who has logged in was, and where they say how they are, by a tap on a face.
enum MineMoods: PageTopic {
    static let base = "/mine/moods"
    /// All of them, as a file for a spreadsheet.
    static let csv = base + ".csv"

    /// Where the client says how an appointment was.
    static func path(after appointment: UUID) -> String {
        "\(base)?session=\(appointment.uuidString.lowercased())"
    }

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, viewer in try await show(call, viewer) },
        PageRoute(.get, csv, for: .clients) { call, viewer in
            try await MoodTable.response(call, of: viewer.person.id)
        },
        PageRoute(.post, base, for: .clients) { call, viewer in
            do throws(CareProblem) {
                try await MoodLogging.send(
                    try MoodLogging.mood(of: viewer.person.id, call), call, viewer)
            } catch {
                guard MoodLogging.isTold(error) else { throw error }
                return try await show(
                    call, viewer, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
            }
            return .seeOther("\(base)?did=\(MoodLogging.did)")
        },
    ]

    static let templates: [String: String] = [:]

    private static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        try await OneClientMoods.show(viewer.person, call, viewer, notice: notice, status: status)
    }
}
