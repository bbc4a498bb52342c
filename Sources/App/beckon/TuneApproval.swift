import Foundation
import HomeFiles
import Roles
import Scanning
import StaffFiles
import TuningFiles
import Wording

/// Writes what a caregiver approves into beckon.yaml, and takes it back.
struct TuneApproval {
    let folder: HomeFolder
    /// In whose language it says what was done.
    let locale: ReaderLocale

    private var journal: ChangeJournal { ChangeJournal(home: folder.path) }

    /// What was done, for the one who asked for it.
    struct Outcome: Encodable {
        var kind: ChangeJournal.Entry.Kind
        var by: String
        var file: String
        var changes: [ChangeJournal.Change]

        func text(_ format: OutputFormat, _ words: Translation) throws -> String {
            switch format {
            case .json: return try ProgramJSON.text(self)
            case .text:
                let done = kind == .approved ? "tune.approved_by" : "tune.undone_by"
                return
                    ([words(Text(done, ["name": .verbatim(by)]))]
                    + changes.map { "  \($0.option): \($0.from) → \($0.to)" }
                    + [words(Text("tune.written", ["file": .verbatim(file)])), words(Text("tune.applied"))])
                    .joined(separator: "\n")
            }
        }
    }

    /// A name as the journal has it: one line, 1–80 characters.
    static func name(_ text: String) -> String? {
        let name = text.trimmingCharacters(in: .whitespaces)
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        return isPlain && (1...80).contains(name.count) ? name : nil
    }

    /// - Parameter options: names, some of them joined by commas; none means all that are proposed.
    func approve(_ options: [String], by: String) throws -> Outcome {
        let rewrite = try SettingsRewrite(path: folder.settingsFile)
        let settings = try settings(in: rewrite.bytes)
        let reading = try PressReading.read(home: folder.path)
        let report = TuningReport(history: PressHistory(reading.records), parameters: settings.scanning)
        let proposals = try chosen(options, of: report)
        let changes = proposals.map { ($0.option, $0.proposed) }
        try replace(rewrite, with: changes)
        return try note(
            .approved, by: by,
            proposals.map {
                ChangeJournal.Change(
                    option: $0.option.rawValue, from: StaffDuration.text($0.present),
                    to: StaffDuration.text($0.proposed))
            })
    }

    func revert(by: String) throws -> Outcome {
        guard let last = try journal.lastApproval() else {
            throw CommandProblem("There is no approval to revert.")
        }
        let rewrite = try SettingsRewrite(path: folder.settingsFile)
        let settings = try settings(in: rewrite.bytes)
        let changes = try last.changes.map { change in
            guard let option = TunedOption(rawValue: change.option),
                let from = try? StaffDuration.parse(change.from)
            else {
                throw CommandProblem(
                    "`\(change.option)` in the journal is not an option that can be reverted.")
            }
            let present = StaffDuration.text(option.value(in: settings.scanning))
            guard present == change.to else {
                throw CommandProblem(
                    "`\(change.option)` is \(present) now, not \(change.to) as it was approved: somebody has changed it since. Nothing was written; set it in \(rewrite.path) by hand."
                )
            }
            return (option, from)
        }
        // The backup, if it is exactly the file that was changed: then even an added line is removed again.
        if let before = try rewrite.backupBytes(),
            let redone = try? edited(before, last.changes.compactMap(Self.approved)), redone == rewrite.bytes
        {
            try rewrite.replace(with: before)
        } else {
            try replace(rewrite, with: changes)
        }
        return try note(
            .reverted, by: by,
            last.changes.map { ChangeJournal.Change(option: $0.option, from: $0.to, to: $0.from) })
    }

    func history(_ format: OutputFormat) throws -> String {
        let (entries, unreadable) = try journal.entries()
        if unreadable > 0 {
            StandardError.tell(locale.words(Text("tune.skipped_lines", count: unreadable)))
        }
        switch format {
        case .json: return try ProgramJSON.text(entries)
        case .text:
            guard !entries.isEmpty else { return locale.words(Text("tune.no_history")) }
            return entries.map { entry in
                let changes = entry.changes.map { "\($0.option) \($0.from) → \($0.to)" }.joined(
                    separator: ", ")
                return locale.words(
                    Text(
                        entry.kind == .approved ? "tune.history_approved" : "tune.history_taken_back",
                        [
                            "when": .verbatim(locale.dayAndTime(entry.at)), "name": .verbatim(entry.by),
                            "changes": .verbatim(changes),
                        ]))
            }.joined(separator: "\n")
        }
    }

    // MARK: - Parts

    private func chosen(_ options: [String], of report: TuningReport) throws -> [TuningProposal] {
        let names = options.flatMap { $0.split(separator: ",").map(String.init) }
        guard !names.isEmpty else {
            if report.changes.isEmpty {
                throw CommandProblem("Nothing is proposed, so there is nothing to approve.")
            }
            return report.changes
        }
        return try Set(names).sorted().map { name in
            guard let option = TunedOption(rawValue: name) else {
                let known = TunedOption.allCases.map(\.rawValue)
                let guess = DidYouMean.suffix(for: name, among: known)
                let list = ": write one of " + known.map { "`\($0)`" }.joined(separator: ", ")
                throw CommandProblem("`\(name)` is not tuned\(guess.isEmpty ? list : guess)")
            }
            guard let proposal = report.proposals.first(where: { $0.option == option }),
                proposal.verdict == .change
            else {
                let reason = report.proposals.first { $0.option == option }?.reason ?? .empty
                throw CommandProblem(
                    locale.words(
                        Text("tune.nothing_for", ["name": .verbatim(name), "reason": .text(reason)])))
            }
            return proposal
        }
    }

    private func settings(in bytes: [UInt8]) throws -> HomeSettings {
        let (settings, findings) = SettingsReader.read(bytes, file: folder.settingsFile)
        guard let settings else {
            throw CommandProblem(
                SettingsEdit.Problem.refused(findings).description)
        }
        return settings
    }

    private func edited(_ bytes: [UInt8], _ changes: [(TunedOption, Duration)]) throws -> [UInt8] {
        try SettingsEdit.setting(
            changes.map { .init(section: "scanning", option: $0.0.rawValue, text: StaffDuration.text($0.1)) },
            in: bytes, file: folder.settingsFile
        ) { settings in
            for (option, value) in changes { option.set(value, in: &settings.scanning) }
        }
    }

    private func replace(_ rewrite: SettingsRewrite, with changes: [(TunedOption, Duration)]) throws {
        try rewrite.replace(with: try edited(rewrite.bytes, changes))
    }

    private static func approved(_ change: ChangeJournal.Change) -> (TunedOption, Duration)? {
        guard let option = TunedOption(rawValue: change.option), let to = try? StaffDuration.parse(change.to)
        else {
            return nil
        }
        return (option, to)
    }

    private func note(
        _ kind: ChangeJournal.Entry.Kind, by: String, _ changes: [ChangeJournal.Change]
    ) throws -> Outcome {
        let name = Self.name(by) ?? by
        do {
            try journal.add(.init(at: Date(), by: name, kind: kind, changes: changes))
        } catch {
            // The settings are right; who changed them is not known to --revert.
            StandardError.tell(
                locale.words(Text("tune.not_noted", ["problem": .text(.written("\(error)"))])))
        }
        return Outcome(kind: kind, by: name, file: folder.settingsFile, changes: changes)
    }
}
