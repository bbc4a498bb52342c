import Care
import Foundation
import Logging
import OwnFolders
import Recurrence
import Testing

@testable import Roles

@Suite("The plan that a kiosk keeps on disk") struct ThePlanThatAKioskKeepsOnDiskTests {
    private let folder: OwnFolder
    private var path: String { folder.file("agenda.json") }

    init() throws { folder = try OwnFolder() }

    private var keeper: ContentKeeper<Agenda> {
        ContentKeeper<Agenda>(path: path, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func agenda(_ sequence: Int64, needs: [String]) throws -> Agenda {
        let moment = Date(timeIntervalSince1970: 1_800_000_000)
        let reminder = Reminder(
            id: UUID(), kind: .due, channel: .kiosk, recipient: "maria", recipientName: "Maria",
            priority: .normal, at: moment, isLate: false, state: .waiting)
        return Agenda(
            needs: needs.map {
                Need(id: $0, label: $0, say: $0, called: $0, changedAt: moment)
            }, day: try #require(CalendarDay(year: 2027, month: 1, day: 15)), zone: "Europe/Berlin",
            reminders: [reminder], sequence: sequence)
    }

    @Test("The plan is restored at the next start, private to its user, without waiting reminders")
    func isThereAgainAtTheNextStartForIts() throws {
        let first = keeper
        #expect(first.recall() == nil)
        first.keep(try Self.agenda(7, needs: ["walk"]))
        first.finish()
        var expected = try Self.agenda(0, needs: ["walk"])
        expected.reminders = []
        #expect(keeper.recall() == expected)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("The plan kept is the last one that came") func isTheLastOneThatCame() throws {
        let first = keeper
        for number in 1...100 { first.keep(try Self.agenda(Int64(number), needs: ["need-\(number)"])) }
        first.finish()
        #expect(keeper.recall()?.needs.map(\.id) == ["need-100"])
    }

    @Test("The plan is not written again if only its number has changed")
    func isNotWrittenAnewWhereOnlyItsNumberHas() throws {
        let first = keeper
        first.keep(try Self.agenda(1, needs: ["walk"]))
        first.finish()
        try FileManager.default.removeItem(atPath: path)
        first.keep(try Self.agenda(2, needs: ["walk"]))
        first.finish()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "A damaged plan is set aside",
        arguments: ["", "{", "\u{0}\u{0}", #"{"version":7}"#, String(repeating: " ", count: 5 << 20)])
    func damaged(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        #expect(keeper.recall() == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(FileManager.default.contents(atPath: "\(path).damaged") == Data(text.utf8))
    }

    @Test("A plan that cannot be written does no harm") func thatCannotBeWrittenDoesNoHarm() throws {
        let lost = ContentKeeper<Agenda>(
            path: "/nowhere/agenda.json", logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        lost.keep(try Self.agenda(1, needs: ["walk"]))
        lost.finish()
        #expect(lost.recall() == nil)
    }
}
