import GRDB

extension CareStoreError {
    /// The error for a value that a table's constraint (CHECK, UNIQUE, NOT NULL, a reference) rejects: the
    /// message is to blame, not the disk. `nil` for every other error.
    init?(refusedBy error: DatabaseError) {
        guard error.resultCode == .SQLITE_CONSTRAINT else { return nil }
        self = .invalid(
            field: Self.field(of: error.message ?? ""), "the home cannot keep this value: write another one")
    }

    /// The field that SQLite's words are about, as the API calls it: `name` of `CHECK constraint failed: name_key <> ''`. `body`
    /// where they name none.
    static func field(of message: String) -> String {
        let functions: Set<String> = ["length", "trim", "coalesce", "json_valid"]
        let words = (message.split(separator: ":").dropFirst().last ?? "").split { character in
            !(character.isASCII && (character.isLetter || character.isNumber || character == "_"))
        }
        // `table.column` in UNIQUE and NOT NULL.
        let isColumn = message.hasPrefix("UNIQUE") || message.hasPrefix("NOT NULL")
        let column = words.dropFirst(isColumn ? 1 : 0).first { !functions.contains(String($0)) }
        guard let column else { return "body" }
        return fields[String(column)] ?? String(column)
    }

    /// Columns whose fields have other names.
    private static let fields = [
        "name_key": "name", "by_name": "by", "is_active": "active", "missed_at": "at", "closed_at": "at",
        "due_at": "at", "routine_id": "routine", "person_id": "person", "request_id": "id",
    ]
}

extension CareStoreError {
    /// Whether one routine, and what it was made of, is to blame: others beside it can be made and changed.
    var isOfOneRoutine: Bool {
        switch self {
        case .notFound, .notAllowed, .invalid, .occurrenceConflict, .conflict, .damaged, .tooOften,
            .goalsFull:
            true
        case .file, .sameIDOtherContent, .unknownRequest, .move, .needChanged, .routineChanged,
            .personChanged, .contactChanged, .channelChanged, .callPathsChanged, .servedClientsChanged,
            .proposalDecided,
            .placeChanged,
            .dutyChanged, .offerGone, .placeInUse, .expenseChanged, .withdrawnAlready, .rewardChanged,
            .grantConflict, .tooMany:
            false
        }
    }
}
