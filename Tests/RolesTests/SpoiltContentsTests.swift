import Boards
import Care
import CareClient
import Foundation
import HomeFiles
import Logging
import OwnFolders
import StaffFiles
import Synchronization
import Testing

@testable import Roles

@Suite("A fetched set that the disk has spoilt, or has no room for")
struct SpoiltContentsTests {
    private let folder: OwnFolder
    private let served: HomeFolder
    private let home: HomeFolder
    private let share: SharedFiles
    private let desk: ContentsDesk

    init() throws {
        let made = try ServedHome()
        (folder, served, home, share, desk) = (made.folder, made.served, made.kiosk, made.share, made.desk)
        try Self.write("client: { id: otto, name: Own }\nservice: { fetch: on }\n", home.settingsFile)
        try serve("Soup", name: "Maria")
    }

    private static func write(_ text: String, _ file: String) throws {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func serve(_ label: String, name: String) throws {
        try Self.write(
            "client: { id: maria, name: \(name) }\nboard: boards/small.yaml\nswitches: { devices: none }\n",
            served.settingsFile)
        try Self.write(
            "board: small\nname: Small\nlanguage: en-GB\nitems:\n  - { label: \(label), request: normal }\n",
            "\(served.boardsFolder)/small.yaml")
    }

    /// A start of the kiosk: nothing is remembered but what is on the disk.
    private final class Start: Sendable {
        let fetched: FetchedContents
        private let last = Mutex<String?>(nil)

        init(_ home: HomeFolder, _ share: SharedFiles) {
            fetched = FetchedContents(home: home, share: share, logger: Logger(label: "test"))
        }

        func listen() {
            fetched.listen { [self] news in
                if case .trouble(let trouble) = news { last.withLock { $0 = trouble } }
            }
        }

        /// What was told last, once everything before has been done.
        func trouble() async throws -> String? {
            _ = await (try #require(fetched.place)).version()
            return last.withLock { $0 }
        }
    }

    private func start() throws -> (start: Start, files: StaffFileSet) {
        let start = Start(home, share)
        let files = try FetchedContents.readAll(start.fetched, home, share, languages: .form)
        start.listen()
        return (start, files)
    }

    private func fetch(into start: Start) async throws {
        let place = try #require(start.fetched.place)
        let contents = try desk.contents(for: .init(client: "maria"))
        guard await place.version() != contents.version else { return await place.answered(.nothingNew) }
        for file in contents.files where await !place.has(file.digest) {
            try await place.keep(try desk.file(file.digest, for: .init(client: "maria")), file.digest)
        }
        await place.adopt(contents)
    }

    private func labels(_ files: StaffFileSet) -> [String] {
        files.boards.boards[files.boards.start]?.items.map(\.label) ?? []
    }

    /// In place, as a disk does it.
    private func spoil(_ path: String) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: "\(home.fetchedFolder)/current/\(path)"))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(repeating: 0, count: Int(size)))
        try file.close()
    }

    @Test(
        "The set of before is used until what is spoilt was fetched again, though nothing has changed there")
    func before() async throws {
        try await fetch(into: try start().start)
        try serve("Rice", name: "Marie")
        try await fetch(into: try start().start)
        #expect(labels(try start().files) == ["Rice"])
        try spoil("beckon.yaml")
        let (again, files) = try start()
        #expect(labels(files) == ["Soup"])
        #expect(files.settings.client.name == "Maria" && files.refused.isEmpty)
        #expect(files.findings.hasErrors, "whoever starts it reads why")
        let told = try await again.trouble()
        #expect(told?.hasPrefix("beckon.yaml, line 1:") == true, "\(told ?? "")")
        try await fetch(into: again)
        #expect(try await again.trouble() == nil)
        let mended = try FetchedContents.reader(again.fetched, home, share, languages: .form).readAll()
        #expect(labels(mended) == ["Rice"] && mended.settings.client.name == "Marie")
        #expect(labels(try start().files) == ["Rice"])
    }

    @Test("Where only one set is there, its settings are used as long as they can be read")
    func boardAlone() async throws {
        try await fetch(into: try start().start)
        try spoil("boards/small.yaml")
        let (again, files) = try start()
        #expect(files.settings.client.name == "Maria")
        #expect(files.boards.start.hasSuffix("home.yaml"), "the board that ships")
        // As each start does it: this machine's own options may have changed.
        again.fetched.refresh()
        #expect(try await again.trouble()?.hasPrefix("small.yaml, line 1:") == true)
        try await fetch(into: again)
        #expect(try await again.trouble() == nil)
        #expect(labels(try start().files) == ["Soup"])
    }

    @Test("Settings that a power cut has left empty are nobody's, although an empty file has no mistake")
    func emptied() async throws {
        try Self.write("client: { id: maria, name: Maria }\nboard: boards/home.yaml\n", served.settingsFile)
        try await fetch(into: try start().start)
        #expect(try start().files.settings.client.name == "Maria")
        let file = try #require(FileHandle(forUpdatingAtPath: "\(home.fetchedFolder)/current/beckon.yaml"))
        try file.truncate(atOffset: 0)
        try file.close()
        let (again, files) = try start()
        #expect(files.settings.client.name == "Own")
        #expect(try await again.trouble()?.hasPrefix("beckon.yaml, line 1:") == true)
        try await fetch(into: again)
        #expect(try start().files.settings.client.name == "Maria")
    }

    @Test("Where no set can be read, the kiosk's own files are used, and not those of nobody")
    func ownFiles() async throws {
        try await fetch(into: try start().start)
        try spoil("beckon.yaml")
        let (again, files) = try start()
        #expect(files.settings.client.name == "Own")
        #expect(again.fetched.inUse == nil)
        #expect(try await again.trouble() != nil)
        try await fetch(into: again)
        #expect(try await again.trouble() == nil)
        #expect(labels(try start().files) == ["Soup"])
    }

    @Test("A recording that is spoilt is found and fetched again, while the board goes on")
    func recording() async throws {
        let sound = try #require(FileManager.default.contents(atPath: "\(share.soundsFolder)/press.wav"))
        try sound.write(to: URL(fileURLWithPath: "\(served.boardsFolder)/soup.wav"))
        try serve("Soup, say_sound: soup.wav", name: "Maria")
        try await fetch(into: try start().start)
        // Its head still says that it is a recording.
        let path = "\(home.fetchedFolder)/current/boards/soup.wav"
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: UInt64(sound.count - 1))
        try file.write(contentsOf: Data([sound[sound.count - 1] ^ 1]))
        try file.close()
        let (again, files) = try start()
        #expect(labels(files) == ["Soup"])
        again.fetched.refresh()
        let told = try await again.trouble()
        #expect(told == "soup.wav, line 1: its copy on the disk of this machine is damaged.")
        try await fetch(into: again)
        #expect(try await again.trouble() == nil)
        #expect(FileManager.default.contents(atPath: path) == sound)
    }

    @Test("What the service has and cannot be written is told until it can")
    func fullDisk() async throws {
        // A folder cannot be made where a file is, whoever writes.
        try Self.write("", home.fetchedFolder)
        let (start, _) = try start()
        await #expect(throws: (any Error).self) { try await fetch(into: start) }
        let told = try await start.trouble()
        #expect(
            told?.hasPrefix("what the service has cannot be saved on this machine (") == true, "\(told ?? "")"
        )
        try FileManager.default.removeItem(atPath: home.fetchedFolder)
        try await fetch(into: start)
        #expect(try await start.trouble() == nil)
    }

    @Test("A mistake in a client's file at the service is told where the client's kiosk is, with its place")
    func mistakeThere() async throws {
        let (start, _) = try start()
        let place = try #require(start.fetched.place)
        try FileManager.default.createDirectory(
            atPath: served.clientsFolder, withIntermediateDirectories: true)
        try Self.write("board: boards/small.yaml\nsc: 3\n", "\(served.clientsFolder)/ida.yaml")
        let problem = #expect(throws: CareProblem.self) { try desk.contents(for: .init(client: "ida")) }
        let detail = try #require(problem?.detail)
        #expect(detail.hasPrefix("clients/ida.yaml, line 2: "), "\(detail)")
        await place.answered(.refused(detail))
        let told = try await start.trouble()
        #expect(told?.hasPrefix(detail) == true && told?.hasSuffix(".") == true)
        await place.answered(.nothingNew)
        #expect(try await start.trouble() == nil)
    }
}
