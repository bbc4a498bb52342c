import Foundation
import PlanSentences
import Testing

/// Every sentence of `Sentences/LANGUAGE.txt` with everything that is understood of it: a line `> ` with the sentence, and below it the
/// transcript; of several plans each with its sentence.
struct SentenceTableTests {
    @Test("Every sentence of the table is understood as written there", arguments: PlanHome.languages)
    func table(language: String) throws {
        let reader = try PlanHome.reader(language)
        let path = "Tests/PlanSentencesTests/Sentences/\(language).txt"
        let entries = String(decoding: try PlanHome.file(path), as: UTF8.self).split(separator: "\n\n")
        #expect(entries.count >= 60)
        var written: [String] = []
        for entry in entries {
            let sentence = String(entry.drop { $0 == "\n" }.split(separator: "\n")[0].dropFirst(2))
            let plans = try reader.plans(in: sentence, people: PlanHome.people)
            var found = "> \(sentence)"
            for plan in plans {
                let read = try reader.read(
                    plan, now: PlanHome.now(), zone: PlanHome.zone, people: PlanHome.people)
                found += (plans.count > 1 ? "\nplan \(plan)\n" : "\n") + PlanTranscript.of(read)
                if read.problems.isEmpty {
                    #expect(!read.parts.contains { $0.meanings.contains(.unusable) }, "\(sentence)")
                }
            }
            written.append(found)
            #expect(found == entry.trimmingCharacters(in: .newlines))
        }
        // Shows what to look at before it is taken over.
        if let folder = ProcessInfo.processInfo.environment["WRITE_SENTENCES"] {
            try Data((written.joined(separator: "\n\n") + "\n").utf8)
                .write(to: URL(filePath: "\(folder)/\(language).txt"))
        }
    }
}
