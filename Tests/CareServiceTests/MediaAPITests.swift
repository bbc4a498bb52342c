import AsyncHTTPClient
import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Recordings, pictures and videos of exercises and encouragement")
struct MediaAPITests {
    private static let exercise = """
        exercise: own
        name: Own
        language: en-GB
        instructions: Sit down.
        steps:
          - say: Let go.
          - say: That was all.
            sound: gone.ogg
        """
    private static let quotes = """
        encouragement: quotes
        language: en-GB
        items:
          - { id: sea, text: The sea has time., categories: [rest] }
        """
    private static let file = "files/exercises%2Fown.en.yaml"
    private static let store = "files/encouragement%2Fquotes-own.en.yaml"

    private static var recording: Data {
        get throws {
            try Data(
                contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    .appendingPathComponent("../../sounds/answered.wav").standardizedFileURL)
        }
    }

    private func with(_ body: @escaping @Sendable (FileHome) async throws -> Void) async throws {
        try await FileHome.with { home in
            for (name, text) in [
                ("exercises/own.en.yaml", Self.exercise), ("encouragement/quotes-own.en.yaml", Self.quotes),
            ] {
                let path = URL(fileURLWithPath: home.file(name))
                try FileManager.default.createDirectory(
                    at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: path)
            }
            try await body(home)
        }
    }

    private func send(
        _ bytes: Data, _ home: FileHome, to path: String, as type: String = "audio/wav"
    ) async throws -> RunningService.Answer {
        var message = try home.writer.message(.POST, path)
        message.body = .bytes(bytes)
        message.headers.replaceOrAdd(name: "Content-Type", value: type)
        return try await home.service.send(message)
    }

    private func text(_ home: FileHome) throws -> String {
        try String(
            decoding: Data(contentsOf: URL(fileURLWithPath: home.file("exercises/own.en.yaml"))),
            as: UTF8.self)
    }

    private func said(_ answer: RunningService.Answer) -> String {
        String(decoding: answer.body, as: UTF8.self)
    }

    @Test("A recording is sent, named, heard and taken away; what is missing is listed")
    func recordings() async throws {
        try await with { home in
            let before: FileMedia = try await home.get("\(Self.file)/media")
            #expect(
                before.media == [
                    .init(name: "gone.ogg", kind: .sound, size: nil, lines: [8], isRemovable: false)
                ])
            #expect(before.places.map(\.step) == [0, 1, 2] && before.places.last?.sound == "gone.ogg")
            // A file with a mistake: the missing recording is taken its place.
            let added = try await send(
                Self.recording, home, to: "\(Self.file)/media?name=The%20end&step=2")
            #expect(added.status == 201, "\(said(added))")
            #expect(try added.decode(AddedMedium.self) == AddedMedium(name: "the-end.wav", kind: .sound))
            #expect(try text(home) == Self.exercise.replacing("gone.ogg", with: "the-end.wav"))
            for step in ["0", "1"] {
                #expect(
                    try await send(Self.recording, home, to: "\(Self.file)/media?name=drop&step=\(step)")
                        .status
                        == 201)
            }
            #expect(try text(home).contains("  - sound: drop.wav\n    say: Let go."))
            #expect(try text(home).hasPrefix("instructions_sound: drop.wav\nexercise: own"))
            let now: FileMedia = try await home.get("\(Self.file)/media")
            #expect(now.media.map(\.name) == ["drop.wav", "the-end.wav"])
            #expect(now.media.allSatisfy { $0.isRemovable && $0.size != nil })
            #expect(now.media.first?.lines.count == 2)
            let heard = try await home.send(.GET, "\(Self.file)/recording?path=drop.wav")
            #expect(heard.status == 200 && heard.headers.first(name: "Content-Type") == "audio/wav")
            // Out of both places, and still in `previous`.
            let gone = try await home.send(.DELETE, "\(Self.file)/media?path=drop.wav")
            #expect(gone.status == 204, "\(said(gone))")
            #expect(try text(home) == Self.exercise.replacing("gone.ogg", with: "the-end.wav"))
            let kept = FileManager.default.fileExists(atPath: home.file("previous/exercises/drop.wav"))
            #expect(kept && !FileManager.default.fileExists(atPath: home.file("exercises/drop.wav")))
            #expect(try await home.send(.DELETE, "\(Self.file)/media?path=drop.wav").status == 404)
            // Another of that name is taken away, too: both stay.
            let first = try Data(contentsOf: URL(fileURLWithPath: home.file("previous/exercises/drop.wav")))
            let other = Data("RIFF, another".utf8)
            try other.write(to: URL(fileURLWithPath: home.file("exercises/drop.wav")))
            #expect(try await home.send(.DELETE, "\(Self.file)/media?path=drop.wav").status == 204)
            for (name, bytes) in [("drop", first), ("drop-2", other)] {
                let path = home.file("previous/exercises/\(name).wav")
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes, "\(name)")
            }
            let audit = try await home.send(.GET, "audit?name=Olga").decode(AuditPage.self)
            #expect(audit.entries.first?.about == "drop.wav")
        }
    }

    @Test("What another file names stays, and nothing outside is reached")
    func bounds() async throws {
        try await with { home in
            _ = try await send(Self.recording, home, to: "\(Self.file)/media?name=end&step=2")
            let second = Self.exercise.replacing("exercise: own", with: "exercise: second")
                .replacing("gone.ogg", with: "end.wav")
            try Data(second.utf8).write(to: URL(fileURLWithPath: home.file("exercises/second.en.yaml")))
            let refused = try await home.send(.DELETE, "\(Self.file)/media?path=end.wav")
            #expect(refused.status == 409 && said(refused).contains("second.en.yaml"), "\(said(refused))")
            try Data("secret".utf8).write(to: URL(fileURLWithPath: home.file("secret.wav")))
            for path in [
                "..%2Fsecret.wav", "..%2F..%2Fsecret.wav", "%2Fetc%2Fpasswd", "own.en.yaml", ".hidden.wav",
                "",
            ] {
                #expect(
                    try await home.send(.GET, "\(Self.file)/recording?path=\(path)").status >= 400, "\(path)")
                #expect(
                    try await home.send(.DELETE, "\(Self.file)/media?path=\(path)").status >= 400, "\(path)")
            }
            #expect(FileManager.default.fileExists(atPath: home.file("secret.wav")))
            #expect(FileManager.default.fileExists(atPath: home.file("exercises/own.en.yaml")))
            for other in ["files/home.yaml", "files/beckon.yaml", "files/exercises%2Fnone.en.yaml"] {
                #expect(try await home.send(.GET, "\(other)/media").status == 404, "\(other)")
                #expect(try await send(Self.recording, home, to: "\(other)/media").status == 404, "\(other)")
            }
        }
    }

    @Test("Pictures are an exercise's, videos are encouragement's; each is what it says, and not too large")
    func kinds() async throws {
        try await with { home in
            let picture = try await send(
                PictureTests.png, home, to: "\(Self.file)/media?name=sea", as: "image/png")
            #expect(try picture.decode(AddedMedium.self).name == "../boards/sea.png")
            #expect(
                try await send(PictureTests.png, home, to: "\(Self.store)/media", as: "image/png").status
                    == 422)
            func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
                [0, 0, 0, UInt8(content.count + 8)] + Array(type.utf8) + content
            }
            func track(_ kind: String) -> [UInt8] {
                let handler = box("hdlr", [UInt8](repeating: 0, count: 8) + Array(kind.utf8) + [0])
                return box("trak", box("mdia", handler))
            }
            func film(_ movie: [UInt8]) -> Data {
                Data(box("ftyp", Array("isom".utf8)) + box("moov", movie) + box("mdat", [1, 2, 3]))
            }
            let video = film(track("vide") + box("udta", Array("here".utf8)))
            let sent = try await send(video, home, to: "\(Self.store)/media?name=waves", as: "video/mp4")
            #expect(try sent.decode(AddedMedium.self) == AddedMedium(name: "waves.mp4", kind: .video))
            let kept = try Data(contentsOf: URL(fileURLWithPath: home.file("encouragement/waves.mp4")))
            #expect(kept.count == video.count && kept.range(of: Data("here".utf8)) == nil)
            for (movie, words) in [
                (track("vide") + track("camm"), "has a track of something else"),
                (track("camm"), "neither pictures nor sound"),
                (Array(track("camm").dropLast()), "no WebM or MP4"),
            ] {
                let refused = try await send(
                    film(movie), home, to: "\(Self.store)/media?name=way", as: "video/mp4")
                #expect(refused.status == 422 && said(refused).contains(words), "\(said(refused))")
            }
            let stores: EncouragementStores = try await home.get("encouragement/stores")
            #expect(stores.videos == ["waves.mp4"])
            // What is refused leaves nothing.
            let files = try FileManager.default.contentsOfDirectory(atPath: home.file("exercises")).sorted()
            #expect(try await send(video, home, to: "\(Self.file)/media", as: "video/mp4").status == 422)
            #expect(try await send(video, home, to: "\(Self.store)/media", as: "video/webm").status == 422)
            #expect(
                try await send(video, home, to: "\(Self.store)/media", as: "video/quicktime").status == 415)
            #expect(try await send(video, home, to: "\(Self.file)/media").status == 422)
            #expect(try await send(Self.recording, home, to: "\(Self.file)/media?step=9").status == 422)
            #expect(try await send(Self.recording, home, to: "\(Self.file)/media?step=x").status == 422)
            #expect(try await send(Self.recording, home, to: "\(Self.store)/media?step=1").status == 422)
            #expect(
                try await send(
                    Data(count: AddedMedium.mostVideoBytes + 1), home, to: "\(Self.store)/media",
                    as: "video/mp4"
                )
                .status == 413)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: home.file("exercises")).sorted() == files)
        }
    }
}
