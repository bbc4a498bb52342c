import Chance
import Foundation
import HomeFiles
import OwnFolders
import Testing

@testable import beckon

/// Presses that were kept, looked at and approved. That a kill leaves the old settings or the new ones is shown end to end.
@Suite("beckon tune")
struct TuneTests {
    private let folder: OwnFolder
    private let template = SettingsTemplate.text

    init() throws {
        folder = try OwnFolder()
        try write(template)
    }

    private var settings: String { folder.file("beckon.yaml") }
    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: settings)) }
    private func read() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: settings)), as: UTF8.self)
    }
    private func tune(_ arguments: String...) -> CommandLine {
        CommandLine(["tune", "--home", folder.path] + arguments)
    }
    /// As somebody types it whose locale says so.
    private func tune(_ locale: String, _ arguments: [String]) -> CommandLine {
        CommandLine(["tune", "--home", folder.path] + arguments, environment: ["LANG": locale])
    }

    /// Lines of the store: so many choices of a person, each by a press that was held for about 0.35 s.
    private func keep(_ count: Int, spread: Double = 0.1, damage: Data = Data()) throws {
        var chance = SeededGenerator(seed: 1)
        var lines = [#"{"beckon":"presses","format":1}"#]
        for number in 1...max(count, 1) where count > 0 {
            let seconds = min(max(0.65 + spread * chance.normal(), 0.05), 1.5)
            let ended = Int(seconds * 1000)
            lines.append(
                #"{"record":"choice","id":\#(number),"mode":"automatic","pattern":"group_item","scan_time":1500,"#
                    + #""ended":\#(ended),"began":\#(ended + 420),"steps":\#(number % 6),"day":\#(20760 + number * 10 / count)}"#
            )
            lines.append(
                #"{"record":"press","use":"choice","id":\#(number),"held":\#(Int(350 + 30 * chance.normal())),"#
                    + #""since":\#(Int(1500 + 4500 * chance.unit())),"day":20760}"#)
        }
        try FileManager.default.createDirectory(
            atPath: folder.file("tuning"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try (Data(lines.map { $0 + "\n" }.joined().utf8) + damage).write(
            to: URL(filePath: folder.file("tuning/presses.jsonl")))
    }

    private struct Report: Decodable {
        struct Proposal: Decodable {
            var option: String
            var verdict: String
            var proposedSeconds: Double?
            var secondsPerNeed: Double?
        }
        struct Known: Decodable {
            struct Last: Decodable, Equatable {
                var chosen: Int
                var asked: Int
                var passed: Int
            }
            var presses: Int
            var needed: Int
            var meanSeconds: Double
            var fromSeconds: Double
            var toSeconds: Double
            var last: Last
        }
        var proposals: [Proposal]
        var known: Known?
    }

    private func report() throws -> Report {
        let run = tune("--format", "json")
        #expect(run.status == 0, "\(run.error)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Report.self, from: Data(run.output.utf8))
    }

    private func scanTime() throws -> Report.Proposal {
        try #require(try report().proposals.first { $0.option == "scan_time" })
    }

    // MARK: - Looking

    @Test("Without presses it says so, and makes nothing") func noPresses() throws {
        let run = tune()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("No press has been measured yet."))
        #expect(run.output.contains("Nothing to approve."))
        #expect(!FileManager.default.fileExists(atPath: folder.file("tuning")))
    }

    @Test("Ten choices are too few, and fifty are enough") func enough() throws {
        try keep(10)
        #expect(try scanTime().verdict == "too_few")
        try keep(50)
        let proposal = try scanTime()
        #expect(proposal.verdict == "change")
        #expect(abs(try #require(proposal.proposedSeconds) - 1) < 0.15)
        #expect(try #require(proposal.secondsPerNeed) < 0)
    }

    @Test("It says what the kiosk knows of the presses") func known() throws {
        #expect(try report().known == nil)
        try keep(50)
        #expect(tune().output.contains("Learnt from 50 presses; 60 are needed"))
        let weighed = ["chose", "chose", "asked", "passed"].map {
            #"{"record":"weighed","offers":[{"since":650,"wanted":500,"meant":900}],"watched":2000,"verdict":"\#($0)","day":20770}"#
                + "\n"
        }
        try keep(100, damage: Data(weighed.joined().utf8))
        let known = try #require(try report().known)
        #expect(known.presses == 104 && known.needed == 60)
        #expect(abs(known.meanSeconds - 0.65) < 0.1)
        #expect(known.fromSeconds < 0.5 && known.toSeconds > 0.8 && known.toSeconds < 1.6)
        #expect(known.last == .init(chosen: 2, asked: 1, passed: 1))
        let text = tune().output
        // A new home weighs presses.
        #expect(!text.contains("is off"))
        for words in [
            "What the kiosk knows of the presses\n  usual press  ", "taken  ", "2 of 4", "asked back  ",
            "1 of 4",
        ] { #expect(text.contains(words), "\(words): \(text)") }
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let html = folder.file("p.html")
        _ = tune("--html", html)
        let page = try String(contentsOfFile: html, encoding: .utf8)
        #expect(page.contains("<polyline") && page.contains("<h2>What the kiosk knows of the presses</h2>"))
        try write("scanning: { press_evidence: full }\n")
        #expect(!tune().output.contains("is off"))
        try write("scanning: { mode: inverse }\n")
        #expect(try report().known == nil)
    }

    @Test("The picture fits into eighty columns") func columns() throws {
        try keep(300, spread: 0.3)
        for line in tune().output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("Damage is passed over and told") func damaged() throws {
        let torn = Data(#"{"record":"choice","id":99"#.utf8) + Data("\n".utf8)
        try keep(
            60, damage: torn + Data(count: 500) + Data("\n".utf8) + Data([0xFF, 0xFE]) + Data("\n[]\n".utf8))
        let run = tune()
        #expect(run.status == 0 && run.error.contains("4 damaged records were skipped"), "\(run.error)")
        #expect(run.output.contains("60 choices"))
        let noise = Data((0..<100).flatMap { _ in UInt8.min...UInt8.max })
        try noise.write(to: URL(filePath: folder.file("tuning/presses.jsonl")))
        #expect(tune().status == 0)
    }

    @Test("A German home is told in German, whatever the terminal's locale, and programs in English")
    func german() throws {
        try write("home: { language: de }\n")
        try keep(60)
        let run = tune()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.hasPrefix("So wird der Taster gedrückt: 60 Auswahlen, 2026-"), "\(run.output)")
        #expect(run.output.contains("Nichts wurde geändert. So stimmen Sie zu:\n  beckon tune --approve "))
        let json = tune("--format", "json")
        #expect(json.output.contains("The usual press comes 0."), "\(json.output)")
        let approved = tune("--approve", "scan_time", "--by", "Anna").output
        #expect(approved.hasPrefix("Anna hat zugestimmt:\n  scan_time: 1.5 s → 1 s\n"), "\(approved)")
        #expect(tune("--history").output.contains("  Anna hat zugestimmt: scan_time 1.5 s → 1 s"))
        let again = tune("--approve", "scan_time", "--by", "Anna").error
        #expect(again.hasPrefix("Fehler: Für `scan_time` ist nichts vorgeschlagen: Der "), "\(again)")
        #expect(tune("--forget").output == "120 Aufzeichnungen von Drücken sind gelöscht.\n")
        #expect(tune().output.contains("Noch ist kein Druck gemessen."))
    }

    @Test("Whoever reads French is told in French, with French dates") func french() throws {
        try keep(60)
        let run = tune("fr_FR.UTF-8", [])
        #expect(run.output.hasPrefix("Les appuis sur le contacteur\u{202F}: 60 choix, du "))
        #expect(run.output.contains(" 2026"), "\(run.output)")
        for word in ["press ", "the ", "Nothing"] { #expect(!run.output.contains(word), "\(run.output)") }
        #expect(tune("fr_FR.UTF-8", ["--history"]).output == "Rien n’a encore été accepté.\n")
    }

    @Test("A store that is not a file is reported") func noFile() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("tuning/presses.jsonl"), withIntermediateDirectories: true)
        let run = tune()
        #expect(run.status == 1 && run.error.contains("is not a plain file"), "\(run.error)")
    }

    @Test("A folder that is not a home is reported") func noHome() {
        let run = CommandLine("tune", "--home", "/nowhere/at/all")
        #expect(run.status == 1 && run.error.contains("is not a home yet"), "\(run.error)")
    }

    @Test("The page and the picture need no other file, and names stay text") func page() throws {
        try write("client: { name: \"<Maria> & \\\"M\\\"\" }\n")
        try keep(60)
        let (svg, html) = (folder.file("p.svg"), folder.file("p.html"))
        let run = tune("--svg", svg, "--html", html)
        #expect(run.status == 0, "\(run.error)")
        let page = try String(contentsOfFile: html, encoding: .utf8)
        #expect(page.contains("&lt;Maria&gt; &amp; &quot;M&quot;") && page.contains("<svg"))
        for text in [page, try String(contentsOfFile: svg, encoding: .utf8)] {
            #expect(text.contains("<title") && text.contains("<desc"))
            #expect(!text.contains("<script") && !text.contains(" src=") && !text.contains(" href="))
            #expect(text.firstMatch(of: /<[^>]* on[a-z]+=/) == nil)
        }
    }

    // MARK: - Approving

    @Test("What is approved is written below its default, and can be taken back") func approved() throws {
        try keep(60)
        let run = tune("--approve", "scan_time", "--by", "Anna Ö")
        #expect(run.status == 0, "\(run.error)")
        var expected = template.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = try #require(expected.firstIndex(of: "  #scan_time: 1.5 s"))
        expected.insert("  scan_time: 1 s", at: place + 1)
        #expect(try read() == expected.joined(separator: "\n"))
        #expect(try String(contentsOfFile: settings + ".bak", encoding: .utf8) == template)
        #expect(tune("--approve", "--by", "Anna").status == 1, "nothing is left to approve")
        #expect(tune("--history").output.contains("approved by Anna Ö: scan_time 1.5 s → 1 s"))
        #expect(tune("--revert", "--by", "Ben").status == 0)
        #expect(try read() == template)
        #expect(tune("--history").output.contains("taken back by Ben: scan_time 1 s → 1.5 s"))
        #expect(tune("--revert", "--by", "Ben").status == 1)
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.file("tuning"))
        for name in kept where name.hasPrefix("changes") {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("tuning/\(name)"))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("Other changes since then stay when one is taken back") func otherChanges() throws {
        try keep(60)
        _ = tune("--approve", "--by", "Anna")
        try write(try read() + "# a word of staff\n")
        #expect(tune("--revert", "--by", "Ben").status == 0)
        #expect(try read().contains("  scan_time: 1.5 s\n"))
        #expect(try read().hasSuffix("# a word of staff\n"))
    }

    @Test("A value that staff has changed since then is not taken back") func changedSince() throws {
        try keep(60)
        _ = tune("--approve", "--by", "Anna")
        let changed = try read().replacing("  scan_time: 1 s", with: "  scan_time: 1.1 s")
        try write(changed)
        let run = tune("--revert", "--by", "Ben")
        #expect(run.status == 1 && run.error.contains("is 1.1 s now, not 1 s"), "\(run.error)")
        #expect(try read() == changed)
    }

    @Test(
        "Settings that cannot be edited safely are left as they are",
        arguments: [
            Data("scanning:\n  loop: 2\n".utf8), Data("scanning:\n\tloops: 2\n".utf8),
            Data((0..<64).flatMap { _ in UInt8.min...UInt8.max }),
            Data("scanning:\n".utf16.flatMap { [UInt8($0), 0] }),
            Data("home: { name: &n 1.5 s }\nscanning: { scan_time: *n }\n".utf8),
            Data("scanning: {}\n---\nscanning: {}\n".utf8), Data("board: boards/home.yaml\n...\n".utf8),
            Data("#".utf8) + Data(repeating: 0x78, count: 2 << 20), Data("- scanning\n".utf8),
        ])
    func hostile(content: Data) throws {
        try keep(60)
        try content.write(to: URL(filePath: settings))
        let run = tune("--approve", "--by", "Anna")
        #expect(run.status == 1 && !run.error.isEmpty)
        #expect(try Data(contentsOf: URL(filePath: settings)) == content)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                "beckon.yaml", "tuning",
            ])
    }

    @Test(
        "Somebody must approve",
        arguments: [[], ["--by", ""], ["--by", "a\nb"], ["--by", String(repeating: "x", count: 81)]])
    func nobody(name: [String]) throws {
        try keep(60)
        #expect(CommandLine(["tune", "--home", folder.path, "--approve"] + name).status == 64)
        #expect(try read() == template)
    }

    @Test("Everything that is kept of the presses is erased") func forgotten() throws {
        try keep(60)
        #expect(tune("--forget").output == "120 records of presses are erased.\n")
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.file("tuning"))
        #expect(!kept.contains { $0.hasPrefix("presses") })
        #expect(tune("--forget").output == "0 records of presses are erased.\n")
    }
}
