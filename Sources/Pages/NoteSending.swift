import Care
import FoundationEssentials

/// A note about a request, as two pages send it.
enum NoteSending {
    /// Keeps it once, however often the same form is sent. Another text under the id of one that is kept gets an id of its own:
    /// it comes from a page that had sent one already.
    ///
    /// - Returns: Whether it was kept before.
    static func keep(
        _ note: RequestNote, of request: String, _ api: PageAPI
    ) async throws(CareProblem) -> Bool {
        let path = "requests/\(PageText.escaped(request))/notes"
        do throws(CareProblem) { try await api.send("POST", path, note) } catch {
            guard error.kind == .conflict else { throw error }
            let kept: NotePage = try await api.get(path)
            if kept.notes.contains(where: { $0.id == note.id && $0.text == note.text }) { return true }
            var again = note
            again.id = UUID()
            try await api.send("POST", path, again)
        }
        return false
    }
}
