import Care
import FoundationEssentials
import Wording

/// The moods as a file for a spreadsheet, the newest first, in the form of the history's.
enum MoodTable {
    /// More lines than a client logs in ten years; the last line says that more are missing.
    static let mostLines = 10_000

    private static let columns = [
        "number", "counts", "received", "client", "scale", "value", "words", "by", "corrects", "corrected_by",
    ]

    /// - Parameter client: Whose, by id; `nil` for everybody whom the reader may read of.
    static func response(_ call: PageCall, of client: String?) async throws -> PageResponse {
        var text = "\u{FEFF}"
        func add(_ cells: [String]) { text += cells.map(HistoryTable.cell).joined(separator: ",") + "\r\n" }
        add(columns.map { call.say(Text("moods.column_\($0)")) })
        var next: Int64?
        var count = 0
        repeat {
            let page: MoodPage = try await call.api.get(
                "moods",
                [("client", client), ("before", next.map(String.init)), ("limit", "200")])
            for mood in page.moods { add(cells(mood)) }
            count += page.moods.count
            next = page.next
        } while next != nil && count < mostLines
        if next != nil { add([call.say(Text("moods.more_lines", ["count": .number(count)]))]) }
        return .table(text, named: "moods.csv")
    }

    /// Scales and values are codes, the same in every language: a sheet can count them, whoever has exported it.
    private static func cells(_ mood: Mood) -> [String] {
        let said = mood.mood
        return [
            "\(mood.number)", CareJSON.string(from: mood.countsAt), CareJSON.string(from: mood.receivedAt),
            said.client, said.scale.rawValue, "\(said.value)", mood.words ?? "", said.by ?? "",
            said.corrects.map { "\($0)" } ?? "", mood.correctedBy.map { "\($0)" } ?? "",
        ]
    }
}
