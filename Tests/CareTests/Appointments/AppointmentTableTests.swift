import Care
import Foundation
import PrintedParts
import Testing

@Suite("How appointments stand, and who writes and reads what of them")
struct AppointmentTableTests {
    private static let start = Date(timeIntervalSince1970: 1_774_699_200)

    /// Everything that an appointment can be, apart from since when.
    private static let standings: [AppointmentStanding] =
        AppointmentStanding.Provider.allCases.flatMap { provider in
            [false, true].map { AppointmentStanding(provider: provider, isClientIn: $0) }
        } + AppointmentStanding.Ending.allCases.map { AppointmentStanding(ending: $0) }

    private static func name(_ one: AppointmentStanding) -> String {
        one.ending?.rawValue ?? "provider \(one.provider.rawValue), client \(one.isClientIn ? "in" : "out")"
    }

    private static func after(_ one: AppointmentStanding, _ move: AppointmentMove) -> String {
        do {
            let after = try one.after(move, at: start)
            guard after != one else { return "=" }
            return after.ending == .cancelled ? "cancelled" : after.state.rawValue
        } catch { return "–" }
    }

    @Test("docs/appointments.md has the whole table, state by move") func moves() throws {
        let part = PrintedPart("docs/appointments.md", tableUnder: "## How one stands")
        let rows = Self.standings.map { one in
            let cells =
                [Self.name(one), one.state.rawValue] + AppointmentMove.allCases.map { Self.after(one, $0) }
            return "| " + cells.joined(separator: " | ") + " |"
        }
        #expect(try part.has(rows), "\(part) should have:\n\(rows.joined(separator: "\n"))")
    }

    @Test("docs/appointments.md has every kind of line, with who writes and who reads it") func lines() throws
    {
        let part = PrintedPart("docs/appointments.md", tableUnder: "## Who writes and reads what")
        func names(_ sides: Set<AppointmentSide>) -> String {
            sides == Set(AppointmentSide.allCases)
                ? "all"
                : AppointmentSide.allCases.filter(sides.contains).map(\.rawValue).joined(separator: ", ")
        }
        let rows = AppointmentLine.Kind.allCases.map { kind in
            let reads: String
            switch kind {
            case .keptNote: reads = "its author"
            case .coordinatorPlease: reads = "its own side, coordinator"
            default: reads = names(kind.readers(writtenBy: .client))
            }
            let writes = kind.writers.isEmpty ? "the service" : names(kind.writers)
            return "| `\(kind.rawValue)` | \(writes) | \(reads) |"
        }
        #expect(try part.has(rows), "\(part) should have:\n\(rows.joined(separator: "\n"))")
        // Only of a wish it matters which side wrote it.
        for kind in AppointmentLine.Kind.allCases where kind != .coordinatorPlease {
            #expect(Set(AppointmentSide.allCases.map(kind.readers)).count == 1)
        }
    }

    @Test("Whatever is done, an appointment has one state, since when is known, and no end is taken back")
    func walk() throws {
        for first in Self.standings {
            for move in AppointmentMove.allCases {
                guard let one = try? first.after(move, at: Self.start) else {
                    #expect(first.ending != nil || move == .cancelled && first.state == .bothIn)
                    continue
                }
                #expect(first.ending == nil || one == first)
                #expect((one.clientSince != nil) == (one.isClientIn && !first.isClientIn))
                #expect(one.ending == nil || one == AppointmentStanding(ending: one.ending))
                // Done twice, it is the same.
                #expect(try one.after(move, at: Self.start.addingTimeInterval(60)) == one)
            }
        }
    }

    private let kim = AppointmentReader.provider("kim", of: .only(["maria"]))
    private let content = AppointmentContent(provider: "kim", client: "maria", at: start, minutes: 45)

    private func line(_ kind: AppointmentLine.Kind, _ side: AppointmentSide, by id: String?)
        -> AppointmentLine
    {
        AppointmentLine(id: UUID(), kind: kind, side: side, text: "x", byID: id, at: Self.start)
    }

    @Test("A kept note is its author's alone, and a wish is not shown to the other side") func eyes() {
        let kept = line(.keptNote, .provider, by: "kim")
        let others: [AppointmentReader] = [
            .client("maria"), .client("otto"), .caregiver, .coordinator, .provider("lee", of: .clients),
            .provider("kim", of: .only(["otto"])),
        ]
        #expect(kim.reads(kept, of: content))
        #expect(others.allSatisfy { !$0.reads(kept, of: content) })
        // Also where somebody else's note has come into an appointment that is theirs.
        #expect(!kim.reads(line(.keptNote, .provider, by: "lee"), of: content))
        let wish = line(.coordinatorPlease, .client, by: "maria")
        #expect(AppointmentReader.client("maria").reads(wish, of: content))
        #expect(AppointmentReader.coordinator.reads(wish, of: content))
        #expect(!kim.reads(wish, of: content) && !AppointmentReader.caregiver.reads(wish, of: content))
        let other = line(.coordinatorPlease, .provider, by: "kim")
        #expect(kim.reads(other, of: content) && !AppointmentReader.client("maria").reads(other, of: content))
    }

    @Test("A client hears what a provider has written and shares, and nothing else")
    func toHear() {
        let appointment = Appointment(
            id: UUID(), content: content, providerName: "Dr Kim", clientName: "Maria", changedAt: Self.start)
        var heard: [AppointmentLine.Kind] = []
        for kind in AppointmentLine.Kind.allCases {
            for side in AppointmentSide.allCases {
                let line = line(kind, side, by: "kim")
                guard let note = AppointmentNote(line, of: appointment) else {
                    #expect(!line.isToHear)
                    continue
                }
                #expect(side == .provider && line.isToHear)
                #expect(AppointmentReader.client("maria").reads(line, of: content))
                #expect(note.isToTalkAbout == (kind == .talkingPoint) && note.client == "maria")
                #expect(note.id == line.id && note.providerName == "Dr Kim" && note.text == "x")
                heard.append(kind)
            }
        }
        #expect(heard == [.note, .talkingPoint])
    }

    @Test("A line has what its kind needs, and nothing else", arguments: AppointmentLine.Kind.allCases)
    func fields(kind: AppointmentLine.Kind) {
        func problem(_ text: String?, _ answer: AppointmentLine.Answer?, _ about: UUID?) -> String? {
            do {
                try NewAppointmentLine(id: UUID(), kind: kind, text: text, answer: answer, about: about)
                    .check()
                return nil
            } catch { return error.field }
        }
        let about = kind == .coordinatorSaw ? UUID() : nil
        let answer: AppointmentLine.Answer? = kind == .answered ? .yes : nil
        let fits = [nil, "Words"].filter { problem($0, answer, about) == nil }
        #expect(!fits.isEmpty)
        for text in fits {
            #expect(problem(text, answer == nil ? .no : nil, about) == "answer")
            #expect(problem(text, answer, about == nil ? UUID() : nil) == "about")
        }
        for text in ["Words"] where !fits.contains(text) { #expect(problem(text, answer, about) == "text") }
        #expect(problem(String(repeating: "a", count: 2001), answer, about) == "text")
    }
}
