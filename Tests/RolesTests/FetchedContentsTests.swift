import Boards
import Care
import CareClient
import Foundation
import HomeFiles
import Logging
import OwnFolders
import Scanning
import Speech
import StaffFiles
import Synchronization
import Testing

@testable import Roles

@Suite("What a kiosk fetches of its client's settings and boards")
struct FetchedContentsTests {
    private let folder: OwnFolder
    /// The service's home.
    private let served: HomeFolder
    /// The kiosk's.
    private let home: HomeFolder
    private let share: SharedFiles
    private let desk: ContentsDesk
    private let fetched: FetchedContents
    private let told = Told()

    /// What was told of the sets: how many were taken, and what was wrong with others.
    private final class Told: Sendable {
        private let all = Mutex<[[Finding]]>([])

        func take(_ news: FetchedContents.News) {
            switch news {
            case .taken: all.withLock { $0.append([]) }
            case .refused(let refusal): all.withLock { $0.append(refusal.findings) }
            case .trouble: break
            }
        }

        var count: Int { all.withLock { $0.count } }
        var mistakes: [String] { all.withLock { $0.flatMap { $0 }.map(\.message) } }
    }

    init() throws {
        let made = try ServedHome()
        (folder, served, home, share, desk) = (made.folder, made.served, made.kiosk, made.share, made.desk)
        fetched = FetchedContents(home: home, share: share, logger: Logger(label: "test"))
        fetched.listen { [told] in told.take($0) }
        try set(
            "client: { id: maria, name: Maria }\nboard: boards/small.yaml\nswitches: { devices: none }\n",
            of: served)
        try board("Soup")
    }

    private func set(_ text: String, of home: HomeFolder) throws {
        try text.write(toFile: home.settingsFile, atomically: true, encoding: .utf8)
    }

    private func board(_ label: String, named name: String = "small", more: String = "") throws {
        let text =
            "board: small\nname: Small\nlanguage: en-GB\nitems:\n  - { label: \(label), request: normal\(more) }\n"
        try text.write(toFile: "\(served.boardsFolder)/\(name).yaml", atomically: true, encoding: .utf8)
    }

    private func fetch(_ client: String = "maria", into other: FetchedContents? = nil) async throws {
        let place = try #require((other ?? fetched).place)
        let contents = try desk.contents(for: .init(client: client))
        guard await place.version() != contents.version else { return }
        for file in contents.files where await !place.has(file.digest) {
            try await place.keep(try desk.file(file.digest, for: .init(client: client)), file.digest)
        }
        await place.adopt(contents)
    }

    /// The labels of the board that the kiosk scans.
    private func labels() throws -> [String] {
        let files = try FetchedContents.reader(fetched, home, share, languages: .form).readAll()
        return files.boards.boards[files.boards.start]?.items.map(\.label) ?? []
    }

    @Test(
        "The client's board, its files and settings are those of the service's home; the machine's stay its own"
    )
    func fetching() async throws {
        try set("voices: { main: { volume: 0.3, rate: 120 } }\nservice: { fetch: on }\n", of: home)
        let picture = try Data(contentsOf: URL(fileURLWithPath: "\(share.soundsFolder)/press.wav"))
        try picture.write(to: URL(fileURLWithPath: "\(served.boardsFolder)/soup.wav"))
        try board("Soup", more: ", say_sound: soup.wav")
        try await fetch()
        #expect(try labels() == ["Soup"])
        let files = try FetchedContents.reader(fetched, home, share, languages: .form).readAll()
        #expect(files.settings.client.name == "Maria")
        #expect(files.settings.mainVoice.volume == 0.3)
        #expect(files.settings.switches.devices == HomeSettings.standard.switches.devices)
        let sound = files.boards.boards.values.flatMap(\.items).compactMap(\.saySound).first
        #expect(FileManager.default.contents(atPath: sound?.path ?? "") == picture)
        try await fetch()
        #expect(told.count == 1)
    }

    @Test("Each client of a shared kiosk has what the service has for them, in their own folder")
    func shared() async throws {
        try set(
            "client: { id: maria }\nservice: { fetch: on }\nswitches: { shared_with: [clients/otto] }\n",
            of: home)
        let folder = HomeFolder(path: home.file("clients/otto"))
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try set("client: { id: otto, name: Otto }\nswitches: { keys: { select: [f2] } }\n", of: folder)
        try FileManager.default.createDirectory(
            atPath: served.file("clients"), withIntermediateDirectories: true)
        try board("Radio", named: "ottos")
        try "client: { name: Otto of here }\nboard: boards/ottos.yaml\n".write(
            toFile: served.file("clients/otto.yaml"), atomically: true, encoding: .utf8)
        try await fetch()
        func members() throws -> [KioskMember] {
            let files = try FetchedContents.reader(fetched, home, share, languages: .form).readAll()
            return KioskMember.all(of: home, files, fetched: fetched, share: share).members
        }
        #expect(try members().map(\.files.settings.client.name) == ["Maria", "Otto"])
        let theirs = try #require(try members().last?.fetched)
        try await fetch("otto", into: theirs)
        let both = try members()
        #expect(both.map(\.files.settings.client.name) == ["Maria", "Otto of here"])
        #expect(both.map(\.servedID) == ["maria", "otto"])
        #expect(
            both[1].files.boards.boards["boards/ottos.yaml"] != nil
                || both[1].files.boards.start.hasSuffix("ottos.yaml"))
        #expect(try labels() == ["Soup"])
        // Which keys are his stays for his folder to say, also where the pages have given this kiosk others.
        let keeper = HomeFileKeeper(home: served, share: share)
        let keys = OptionChange(
            values: ["switches.keys.select": "f9"], version: try keeper.options(of: .device("0b1c")).version)
        _ = try keeper.setOptions(keys, of: .device("0b1c"))
        let place = try #require(theirs.place)
        await place.adopt(try desk.contents(for: .init(client: "otto", device: "0b1c")))
        let roles = try members()[1].files.settings.switches.roles
        #expect(roles.filter { $0.value == .select }.map { KeyNames.name(of: $0.key) } == ["f2"])
        KioskMember.forgetFetched(in: home, fetched)
        #expect(try members().map(\.servedID) == [nil, "otto"])
        #expect(try members()[1].files.settings.client.name == "Otto")
    }

    @Test(
        "At the service's own machine its home's files count for its client, and what the pages have set for each other one"
    )
    func atService() async throws {
        try set(
            "client: { id: maria, name: Maria }\nboard: boards/small.yaml\nswitches: { shared_with: [clients/otto] }\n",
            of: served)
        let folder = HomeFolder(path: served.file("clients/otto"))
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try set("client: { id: otto, name: Otto }\nswitches: { keys: { select: [f2] } }\n", of: folder)
        let own = FetchedContents(
            home: served, isAtService: true, share: share, logger: Logger(label: "test"))
        #expect(own.place == nil)
        func members() throws -> [KioskMember] {
            let files = try FetchedContents.reader(own, served, share, languages: .form).readAll()
            return KioskMember.all(of: served, files, fetched: own, share: share).members
        }
        let before = try members()
        #expect(before.map(\.files.settings.client.id) == ["maria", "otto"])
        #expect(before[0].fetched == nil && before[0].servedID == "maria")
        let theirs = try #require(before[1].fetched)
        try board("Radio", named: "ottos")
        try "board: boards/ottos.yaml\n".write(
            toFile: served.file("clients/otto.yaml"), atomically: true, encoding: .utf8)
        try await fetch("otto", into: theirs)
        let after = try members()
        #expect(
            after.map { $0.files.boards.boards[$0.files.boards.start]?.items.map(\.label) } == [
                ["Soup"], ["Radio"],
            ])
        #expect(after[1].files.settings.client.name == "Otto", "nobody of the home has this id")
        let roles = after[1].files.settings.switches.roles
        #expect(roles.filter { $0.value == .select }.map { KeyNames.name(of: $0.key) } == ["f2"])
    }

    @Test("A station's own caregiver stays, and a folder that somebody else has got is theirs at once")
    func othersOwn() async throws {
        try set(
            "client: { id: maria, name: Maria }\nboard: boards/small.yaml\ncaregiver: { id: anna, name: Anna }\n",
            of: served)
        try set("caregiver: { id: ben, name: Ben }\nservice: { fetch: on }\n", of: home)
        let station = FetchedContents(
            home: home, isOfStation: true, share: share, logger: Logger(label: "test"))
        try await fetch(into: station)
        let files = try FetchedContents.reader(station, home, share, languages: .form).readAll()
        #expect(files.settings.caregiver.name == "Ben" && files.settings.caregiver.id == "ben")
        #expect(files.settings.client.name == "Maria")
        // Otto moves out, and Paula has his folder.
        let folder = HomeFolder(path: home.file("clients/otto"))
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: served.file("clients"), withIntermediateDirectories: true)
        try "board: boards/small.yaml\n".write(
            toFile: served.file("clients/otto.yaml"), atomically: true, encoding: .utf8)
        try set("client: { id: otto, name: Otto }\n", of: folder)
        let theirs = fetched.of(folder)
        try await fetch("otto", into: theirs)
        #expect(theirs.inUse != nil)
        try set("client: { id: paula, name: Paula }\n", of: folder)
        #expect(theirs.inUse == nil)
    }

    @Test("Another board there replaces this one; of older ones the last is kept")
    func another() async throws {
        try await fetch()
        try board("Rice")
        try await fetch()
        #expect(try labels() == ["Rice"])
        let needed = Set(try desk.contents(for: .init(client: "maria")).files.map(\.digest))
        try board("Stew")
        try await fetch()
        // The one before it is kept for a disk that spoils the newest.
        let sets = try FileManager.default.contentsOfDirectory(atPath: "\(home.fetchedFolder)/sets")
        #expect(sets.count == 2)
        let both = needed.union(try desk.contents(for: .init(client: "maria")).files.map(\.digest))
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: "\(home.fetchedFolder)/files")) == both)
    }

    @Test("Paired anew, a kiosk uses nothing of the client of before")
    func forgetting() async throws {
        try await fetch()
        fetched.forget()
        #expect(fetched.inUse == nil)
        try await fetch()
        #expect(try labels() == ["Soup"])
    }

    @Test("While nothing has changed nothing is read again, and whatever changes is noticed")
    func noticing() throws {
        let board = "\(served.boardsFolder)/small.yaml"
        func age() throws {
            let all =
                FileManager.default.enumerator(atPath: served.path)?.compactMap { "\(served.path)/\($0)" }
                ?? []
            for path in all {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
            }
        }
        try age()
        let before = try desk.contents(for: .init(client: "maria"))
        // In place and with the old time, so that only reading could tell.
        let file = try #require(FileHandle(forUpdatingAtPath: board))
        try file.write(contentsOf: Data("#".utf8))
        try file.close()
        try age()
        #expect(try desk.contents(for: .init(client: "maria")) == before)
        try self.board("Soup")
        let folder = "\(served.boardsFolder)/phrases.xx.yaml"
        try "language: xx\n".write(toFile: folder, atomically: true, encoding: .utf8)
        let more = try desk.contents(for: .init(client: "maria"))
        #expect(more.files.count == before.files.count + 1)
        try set("client: { id: maria, name: Marie }\nboard: boards/small.yaml\n", of: served)
        #expect(try desk.contents(for: .init(client: "maria")).settings.contains("Marie"))
        try self.board("Stew")
        #expect(try desk.contents(for: .init(client: "maria")).version != more.version)
    }

    @Test("While the home's files have mistakes, kiosks elsewhere keep what they have")
    func mistakesThere() async throws {
        try await fetch()
        try board("{ }")
        #expect(throws: CareProblem.self) { try desk.contents(for: .init(client: "maria")) }
        #expect(try labels() == ["Soup"])
    }

    @Test("A service cannot change what only this machine may: its files and settings stay")
    func machineSettings() async throws {
        try await fetch()
        var contents = try desk.contents(for: .init(client: "maria"))
        contents.settings += "voices:\n  main:\n    voice: mb-en1\n"
        contents.version = String(repeating: "a", count: 64)
        await fetched.place?.adopt(contents)
        #expect(told.mistakes.contains { $0.contains("voices.main.voice") })
        #expect(try labels() == ["Soup"])
        contents.settings = "service:\n  listen: 0.0.0.0:80\nboard: boards/small.yaml\n"
        contents.version = String(repeating: "b", count: 64)
        await fetched.place?.adopt(contents)
        let files = try FetchedContents.reader(fetched, home, share, languages: .form).readAll()
        #expect(files.settings.service.host == "127.0.0.1")
    }

    @Test(
        "Nothing is written outside of its folder",
        arguments: ["../x", "boards/../../x", "/etc/x", "x", "boards//x", "boards/.x", "boards/x\u{7}", ""])
    func outside(_ path: String) {
        let digest = String(repeating: "0", count: 64)
        let contents = ClientContents(
            client: "maria", version: digest, settings: "",
            files: [.init(path: path, digest: digest, size: 1)])
        #expect(contents.obstacle != nil)
    }

    @Test("This machine's own options are in force at once, and a mistake in them changes nothing")
    func ownOptions() async throws {
        try await fetch()
        try set("voices: { main: { volume: 0.4 } }\nservice: { fetch: on }\n", of: home)
        fetched.refresh()
        _ = await fetched.place?.version()
        #expect(
            try FetchedContents.reader(fetched, home, share, languages: .form).readAll().settings.mainVoice
                .volume == 0.4)
        let version = await fetched.place?.version()
        #expect(try desk.contents(for: .init(client: "maria")).version == version)
        // The settings of before stay in force, and with them that this home fetches.
        try set("voices: { main: { volume: 40 } }\nservice: { fetch: on }\n", of: home)
        fetched.refresh()
        _ = await fetched.place?.version()
        #expect(told.mistakes.count == 1)
        fetched.refresh()
        _ = await fetched.place?.version()
        #expect(told.mistakes.count == 1, "told once")
        let count = told.count
        try set("voices: { main: { volume: 0.4 } }\nservice: { fetch: on }\n", of: home)
        try await fetch()
        #expect(told.count == count + 1, "what is in use is good again")
        #expect(
            try FetchedContents.reader(fetched, home, share, languages: .form).readAll().settings.mainVoice
                .volume == 0.4)
    }

    @Test("Each client has their own, and nobody another's; without any, a kiosk uses its own")
    func others() throws {
        #expect(throws: CareProblem.self) { try desk.contents(for: .init(client: "peter")) }
        #expect(throws: CareProblem.self) { try desk.contents(for: .init(client: "../maria")) }
        try FileManager.default.createDirectory(
            atPath: served.clientsFolder, withIntermediateDirectories: true)
        try board("Beer", named: "peter")
        try "client: { name: Peter }\nboard: boards/peter.yaml\nswitches: { devices: none }\n".write(
            toFile: "\(served.clientsFolder)/peter.yaml", atomically: true, encoding: .utf8)
        let peters = try desk.contents(for: .init(client: "peter"))
        let marias = try desk.contents(for: .init(client: "maria"))
        #expect(peters.settings.contains("id: \"peter\""))
        #expect(!peters.settings.contains("devices"))
        #expect(peters.files.contains { $0.path == "boards/peter.yaml" })
        #expect(!peters.files.contains { $0.path == "boards/small.yaml" })
        let soup = try #require(marias.files.first { $0.path == "boards/small.yaml" })
        #expect(throws: CareProblem.self) { try desk.file(soup.digest, for: .init(client: "peter")) }
    }

    @Test(
        "What the pages set for one kiosk goes to it alone, before its own file, and never what only its machine may change"
    )
    func ofOneDevice() async throws {
        let keeper = HomeFileKeeper(home: served, share: share)
        try set("voices: { main: { volume: 0.3 } }\nservice: { fetch: on }\n", of: home)
        let bedside = ClientContents.Recipient(client: "maria", device: "0b1c")
        let before = try desk.contents(for: bedside).version
        let empty = try keeper.options(of: .device("0b1c"))
        #expect(!empty.isWritten)
        let made = try keeper.setOptions(
            .init(
                values: ["voices.main.volume": "0.9", "switches.keys.select": "f1"], version: empty.version),
            of: .device("0b1c"))
        #expect(made.isWritten)
        let contents = try desk.contents(for: bedside)
        #expect(contents.version != before)
        #expect(try !desk.contents(for: .init(client: "maria")).settings.contains("0.9"))
        #expect(try !desk.contents(for: .init(client: "maria", device: "0b1d")).settings.contains("0.9"))
        let place = try #require(fetched.place)
        for file in contents.files {
            try await place.keep(try desk.file(file.digest, for: bedside), file.digest)
        }
        await place.adopt(contents)
        let files = try FetchedContents.reader(fetched, home, share, languages: .form).readAll()
        #expect(files.settings.mainVoice.volume == 0.9)
        #expect(
            files.settings.switches.roles.contains {
                KeyNames.name(of: $0.key) == "f1" && $0.value == .select
            })
        // Somebody has written it there by hand: this machine's own file decides.
        try "switches: { devices: [terminal] }\n".write(
            toFile: "\(served.devicesFolder)/0b1c.yaml", atomically: true, encoding: .utf8)
        await place.adopt(try desk.contents(for: bedside))
        #expect(
            told.mistakes.contains { $0.contains("`switches.devices` can be changed on the machine only") })
    }

    @Test("A client's name is the one that the home's people have")
    func nameOfOther() throws {
        try FileManager.default.createDirectory(
            atPath: served.clientsFolder, withIntermediateDirectories: true)
        try "client: { id: maria, name: Old }\n".write(
            toFile: "\(served.clientsFolder)/peter.yaml", atomically: true, encoding: .utf8)
        let text = try desk.contents(for: .init(client: "peter", name: "Peter: \"Pit\"")).settings
        let read = try #require(SettingsReader.read(Array(text.utf8), file: "").settings)
        #expect(read.client.id == "peter")
        #expect(read.client.name == "Peter: \"Pit\"")
    }

    @Test("A home of before keeps its own boards until it is told otherwise")
    func before() throws {
        try set("board: boards/home.yaml\n", of: home)
        #expect(fetched.place == nil)
        #expect(fetched.inUse == nil)
        #expect(HomeSettings.standard.service.fetchesContents == false)
    }
}
