import Care
import CareClient
import Foundation
import Pages
import Recurrence
import Roles
import StaffFiles
import Wording

/// `beckon status` as it stands on a terminal: at most 24 lines, none wider than the terminal but what somebody copies. Where a program
/// reads it, no line is cut.
struct StatusScreen {
    private static let mostLines = 24
    /// As many kiosks and stations, each kind.
    private static let mostDevices = 3

    private let report: StatusReport
    private let words: Translation
    private let look: TerminalLook
    /// `nil` where nothing is cut.
    private let columns: Int?

    init(_ report: StatusReport, _ locale: ReaderLocale, look: TerminalLook) {
        self.report = report
        words = locale.words.rewritten { TypedCommands(home: HomeFolder(path: report.home))($0) }
        self.look = look
        columns = look.columns.map { min($0, 100) }
    }

    /// Without a line's end behind it.
    var text: String {
        var rows = StatusRows()
        if let trouble = report.trouble {
            write(trouble, &rows)
        } else if let overview = report.overview {
            write(overview, &rows)
        } else if let health = report.health {
            rows.add(
                "status.service",
                health.status == .up
                    ? words(Text("status.reached_only", ["address": .verbatim(report.address)]))
                    : words(Text("status.not_saving")), health.status == .up ? nil : .error)
        }
        writeMachine(&rows)
        if report.overview != nil, report.faults.isEmpty {
            rows.add("status.faults", words(Text("status.no_faults")))
        }
        let above = [title, "", verdict, ""] + rows.lines(words, columns: columns, look)
        return (above + faultLines(room: Self.mostLines - above.count)).joined(separator: "\n")
    }

    private var title: String {
        let name =
            report.name.map { Text("status.of_home", ["home": .verbatim($0)]) } ?? Text("status.of_beckon")
        let local = report.zone.local(of: report.now)
        let when = words(
            Text("time.day_and_time", ["day": .text(day(local.day)), "time": .time(local)]))
        return look.painted(fit("\(words(name)) · \(when)"), .place)
    }

    /// Written out also where it is today: this is the moment at which it was looked.
    private func day(_ day: CalendarDay) -> Text { Text("time.day", ["day": .day(day, today: day)]) }

    private var verdict: String {
        switch report.state {
        case .well: look.painted("✓ " + words(Text("status.all_well")), .good)
        case .needsPerson:
            look.painted(fit("! " + words(Text("status.needs_person", count: report.things))), .error)
        case .unreachable:
            look.painted(
                fit(
                    "! "
                        + words(
                            report.start != nil
                                ? Text("status.not_running")
                                : Text(report.isReached ? "status.not_let_ask" : "status.no_answer"))), .error
            )
        }
    }

    private func fit(_ text: String) -> String {
        let text = StatusRows.plain(text)
        return columns.map { TerminalText.cut(text, to: $0) } ?? text
    }

    private func when(_ date: Date) -> Text.Value {
        .text(TimeText.dayAndTime(date, now: report.now, zone: report.zone))
    }

    private func ago(_ date: Date) -> Text.Value {
        .text(TimeText.ago(date, now: report.now, zone: report.zone))
    }

    private func write(_ trouble: ServiceProbeError, _ rows: inout StatusRows) {
        let address = Text.Value.verbatim(report.address)
        rows.add(
            "status.service",
            words(
                report.start != nil
                    ? Text("status.nothing_there", ["address": address])
                    : Text(
                        "status.unreachable",
                        ["address": address, "reason": .text(.written(trouble.description))])), .error,
            room: .lines)
        if let start = report.start {
            rows.add("", words(Text("status.start_it", ["command": .verbatim(start)])), room: .copied)
        }
    }

    private func write(_ overview: ServiceReader.Overview, _ rows: inout StatusRows) {
        let status = overview.status
        rows.add(
            "status.service",
            report.isStoring
                ? words(
                    Text(
                        "status.running",
                        ["when": when(status.startedAt), "version": .verbatim(status.version)]))
                : words(Text("status.not_saving")), report.isStoring ? nil : .error)
        let reach =
            switch status.address.reach {
            case .machine: "status.for_this_machine"
            case .network: "status.for_network"
            }
        rows.add("", words(Text(reach, ["address": .verbatim(report.address)])))
        write(.kiosk, of: status.devices, &rows)
        write(.station, of: status.devices, &rows)
        if let press = report.lastPress {
            rows.add("status.switch", words(Text("status.last_press", ["when": ago(press)])))
        }
        writeCalls(&rows)
        rows.add(
            "status.next",
            words(
                report.next.map { next in
                    Text(
                        "status.next_is",
                        [
                            "when": when(next.at), "title": .verbatim(next.title),
                            "client": next.audience == .household
                                ? .text(Text("chores.everybody")) : .verbatim(next.clientName),
                        ])
                } ?? Text(overview.agenda == nil ? "status.next_unknown" : "status.nothing_next")))
    }

    private func writeCalls(_ rows: inout StatusRows) {
        guard let oldest = report.calls.first else {
            rows.add("status.calls", words(Text("status.no_calls")))
            return
        }
        rows.add(
            "status.calls",
            words(
                Text(
                    "status.open_calls", count: report.calls.count,
                    [
                        "when": ago(oldest.askedAt), "label": .verbatim(oldest.label),
                        "client": .verbatim(oldest.clientName),
                    ])))
        if report.unanswered > 0 {
            rows.add("", words(Text("status.unanswered", count: report.unanswered)), .warning)
        }
    }

    private func write(_ kind: DeviceKind, of all: [DeviceStanding], _ rows: inout StatusRows) {
        let devices = all.filter { $0.kind == kind }
        let title = kind == .kiosk ? "status.kiosk" : "status.station"
        guard !devices.isEmpty else {
            rows.add(title, words(Text(kind == .kiosk ? "status.no_kiosk" : "status.no_station")), .warning)
            return
        }
        for (index, device) in devices.prefix(Self.mostDevices).enumerated() {
            let standing = standing(device)
            let name = [device.clientName ?? device.client, device.name].compactMap { $0 }.joined(
                separator: ", ")
            rows.add(
                index == 0 ? title : "",
                words(
                    name.isEmpty
                        ? standing.text
                        : Text("status.named", ["name": .verbatim(name), "standing": .text(standing.text)])),
                standing.meaning)
        }
        if devices.count > Self.mostDevices {
            rows.add("", words(Text("status.more_devices", count: devices.count - Self.mostDevices)))
        }
    }

    private func standing(_ device: DeviceStanding) -> (text: Text, meaning: TerminalLook.Meaning?) {
        let since = device.since.map { ["when": when($0)] }
        switch device.standing {
        case .away: return (since.map { Text("status.away_since", $0) } ?? Text("status.away"), .error)
        case .awaited:
            return (since.map { Text("status.awaited_since", $0) } ?? Text("status.awaited"), .warning)
        case .connected: break
        }
        let connected = since.map { Text("status.connected_since", $0) } ?? Text("status.connected")
        let own = report.faults.filter {
            $0.device == device.device && $0.source == device.kind.rawValue && $0.client == device.client
        }
        let isFaulty = own.contains { Self.devicesOwn.contains($0.kind) }
        let name =
            isFaulty ? "status.and_faults" : device.kind == .kiosk ? "status.and_fine" : "status.sound_fine"
        return (Text(name, ["standing": .text(connected)]), isFaulty ? .warning : nil)
    }

    /// Of switch and sound.
    private static let devicesOwn: Set<FaultKind> = [
        .switchUnplugged, .switchStuck, .switchChattering, .switchBatteryLow, .soundLost, .soundTearing,
    ]

    private func writeMachine(_ rows: inout StatusRows) {
        if let free = report.machine.free {
            let size = Text.Value.decimal(Double(free) / 1000, places: free < 10_000 ? 1 : 0)
            rows.add(
                "status.disk",
                report.isSpaceLittle
                    ? words(Text("status.little_free", ["size": size, "path": .verbatim(report.home)]))
                    : words(Text("status.free", ["size": size])), report.isSpaceLittle ? .error : nil,
                room: report.isSpaceLittle ? .lines : .line)
        }
        if let year = report.machine.wrongYear {
            rows.add(
                "status.clock", words(Text("status.clock_wrong", ["year": .verbatim("\(year)")])), .error,
                room: .lines)
        }
    }

    // MARK: - Faults

    /// What is wrong and what to do, the most urgent first, as many as there is room for.
    private func faultLines(room: Int) -> [String] {
        let title = look.painted(words(Text("status.faults")), .aside)
        guard !report.faults.isEmpty else { return [] }
        var lines = [title]
        for (index, fault) in report.faults.enumerated() {
            let told = FaultWords(fault)
            let words = [("! ", told.sentence, TerminalLook.Meaning.error), ("→ ", told.advice, nil)]
            let own = words.flatMap { mark, text, meaning in
                TerminalText.wrapped("  " + mark + StatusRows.plain(self.words(text)), to: columns, indent: 4)
                    .split(separator: "\n").map { line in
                        meaning.map { look.painted(String(line), $0) } ?? String(line)
                    }
            }
            let rest = report.faults.count - index
            guard lines.count + own.count + (rest > 1 ? 1 : 0) <= max(room, 2) else {
                lines.append("  " + self.words(Text("status.more_faults", count: rest)))
                break
            }
            lines += own
        }
        return lines
    }
}
