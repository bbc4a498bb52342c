import Care
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Boards, changed card by card in the same files that staff edit as texts.
enum APIBoards {
    static let places = [
        APIPlace("boards", APIMethod(.post, for: .coordinators, make)),
        APIPlace("boards/{id}", APIMethod(.get, for: .caregivers, read)),
        APIPlace("boards/{id}/changes", APIMethod(.post, for: .coordinators, change)),
        APIPlace("boards/{id}/steps", APIMethod(.post, for: .coordinators, step)),
        APIPlace("boards/{id}/pictures", APIMethod(.post, for: .coordinators, addPicture)),
        APIPlace("boards/{id}/sounds", APIMethod(.post, for: .coordinators, addSound)),
        APIPlace("sounds", APIMethod(.get, for: .caregivers, sound)),
        APIPlace("symbols", APIMethod(.get, for: .caregivers, symbols)),
    ]

    /// Longest revision, in bytes: a whole board's texts at once.
    private static let longestRevision = 1 << 20
    /// Longest word that emoji are searched for by.
    private static let longestSearch = 100

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        return try APICall.response(
            .ok,
            try await call.files().run { files throws(CareProblem) in try files.boardDesk().board(name) })
    }

    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let revision = try await call.plan(BoardRevision.self, limit: longestRevision)
        return try await writing(call, caller) { desk, author throws(CareProblem) in
            try desk.change(name, revision, author)
        }
    }

    private static func step(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let stepping = try await call.plan(BoardStepping.self)
        return try await writing(call, caller) { desk, author throws(CareProblem) in
            try desk.step(name, stepping, author)
        }
    }

    private static func make(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.plan(NewBoard.self)
        if new.openedFrom != nil, new.version == nil {
            throw CareProblem(.badRequest, "it is missing", field: "version")
        }
        return try await writing(call, caller, isNew: true) { desk, author throws(CareProblem) in
            try desk.make(new, author)
        }
    }

    /// Who the history of a board names.
    private static func author(_ caller: Caller) -> String { caller.person?.name ?? caller.role.rawValue }

    /// Writes files of boards, and records each as any other change of a file.
    private static func writing(
        _ call: APICall, _ caller: Caller, isNew: Bool = false,
        _ write: @escaping @Sendable (HomeBoardDesk, String?) throws(CareProblem) -> WrittenBoard
    ) async throws -> Response {
        let author = author(caller)
        let written = try await call.files().run { files throws(CareProblem) in
            try write(files.boardDesk(), author)
        }
        for file in written.files {
            await call.note(
                .fileWritten, about: file.name, changes: APIFiles.changes(file.bytes, isNew: file.isNew),
                by: caller)
        }
        return try APICall.response((written.board, isNew: isNew))
    }

    private static func addPicture(_ call: APICall, _ caller: Caller) async throws -> Response {
        let board = try call.name(for: caller)
        let shown = try call.query.text("name") ?? "picture"
        let (bytes, kind) = try await picture(call)
        let added = try await call.files().run { files throws(CareProblem) in
            try files.boardDesk().addPicture(board, bytes, kind, shown)
        }
        await call.note(
            .fileWritten, about: added.symbol, changes: APIFiles.changes(bytes, isNew: false), by: caller)
        return try APICall.response(.created, added)
    }

    /// A picture for a screen that was sent, stripped of everything else.
    static func picture(_ call: APICall) async throws -> (bytes: [UInt8], kind: PictureKind) {
        let kind = try APIPictures.kind(of: call.request)
        let sent = try await bytes(
            call, upTo: BoardPicture.mostBytes,
            else: CareProblem(
                .tooLarge, "a picture may have at most \(BoardPicture.mostBytes >> 20) MiB: make it smaller",
                field: "picture"))
        try BoardPicture.check(sent, isKind: kind)
        guard let bytes = PictureStripper.stripped(sent, kind: kind) else {
            throw CareProblem(
                .notAcceptable, "this \(kind.name) cannot be read to its end: save it again, and send that",
                field: "picture")
        }
        return (bytes, kind)
    }

    /// The bytes of a recording that was sent.
    static func recording(_ call: APICall) async throws -> [UInt8] {
        try await bytes(
            call, upTo: BoardSound.mostBytes,
            else: CareProblem(
                .tooLarge, "a recording may have at most \(BoardSound.mostBytes >> 20) MiB: shorten it",
                field: "sound"))
    }

    private static func addSound(_ call: APICall, _ caller: Caller) async throws -> Response {
        let board = try call.name(for: caller)
        let said = try call.query.text("name") ?? "recording"
        guard BoardSound.mediaTypes.contains(call.request.mediaType) else {
            throw CareProblem(
                .wrongMediaType,
                "send the bytes of a recording, with Content-Type: one of \(BoardSound.mediaTypes.joined(separator: ", "))",
                field: "Content-Type")
        }
        let sent = try await recording(call)
        let files = try call.files()
        let bytes = try await files.prepare { files throws(CareProblem) in
            try files.boardDesk().tidySound(sent)
        }
        let added = try await files.run { files throws(CareProblem) in
            try files.boardDesk().addSound(board, bytes, said)
        }
        await call.note(
            .fileWritten, about: added.sound, changes: APIFiles.changes(bytes, isNew: false), by: caller)
        return try APICall.response(.created, added)
    }

    /// The bytes that were sent; `problem` where they are too many.
    static func bytes(
        _ call: APICall, upTo limit: Int, else problem: CareProblem
    ) async throws -> [UInt8] {
        Array(try await call.file(upTo: limit, else: problem).readableBytesView)
    }

    private static func sound(_ call: APICall, _ caller: Caller) async throws -> Response {
        try await BoardFolder.response(
            try call.query.required("path"), of: BoardFolder.sounds,
            in: call.core.configuration.picturesFolder)
    }

    private static func symbols(_ call: APICall, _ caller: Caller) async throws -> Response {
        let search = try call.query.text("search") ?? ""
        guard search.unicodeScalars.count <= longestSearch else {
            throw CareProblem(.notAcceptable, "it has more than \(longestSearch) characters", field: "search")
        }
        let language = try call.query.text("language") ?? "en"
        return try APICall.response(
            .ok,
            try await call.files().run { files throws(CareProblem) in
                try files.boardDesk().symbols(search, language)
            })
    }
}

extension HomeFileDesk {
    fileprivate func boardDesk() throws(CareProblem) -> HomeBoardDesk {
        guard let boards else {
            throw CareProblem(.notFound, "this service has no boards that can be changed card by card")
        }
        return boards
    }
}
