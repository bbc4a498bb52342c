import Care
public import Foundation
import GRDB

/// Which appointments are looked for.
public struct AppointmentSearch: Sendable {
    /// By id.
    public var client: String?
    public var provider: String?
    public var from: Date?
    /// The first moment that is not looked for any more.
    public var to: Date?
    /// Only those that may still take place.
    public var isOnlyOpen: Bool
    /// Only those whose client is in and waits for the provider.
    public var isOnlyWaiting: Bool
    /// In the title and in both names.
    public var text: String?
    /// The `next` of the page before.
    public var after: Int64?
    /// 1–200.
    public var limit: Int

    public init(
        client: String? = nil, provider: String? = nil, from: Date? = nil, to: Date? = nil,
        isOnlyOpen: Bool = false, isOnlyWaiting: Bool = false, text: String? = nil, after: Int64? = nil,
        limit: Int = 50
    ) {
        self.client = client
        self.provider = provider
        self.from = from
        self.to = to
        self.isOnlyOpen = isOnlyOpen
        self.isOnlyWaiting = isOnlyWaiting
        self.text = text
        self.after = after
        self.limit = limit
    }
}

extension AppointmentSearch {
    /// The rows of a page by time, and one more where there is a next page. What is written about an appointment is not searched: who may
    /// not read it would find out word by word what it says.
    func rows(seenBy reader: AppointmentReader, in db: Database) throws -> [Row] {
        let text = HistoryText(text)
        let (ownClient, ownProvider, clients): (String?, String?, PlanReach) =
            switch reader {
            case .client(let id): (id, nil, .everything)
            case .provider(let id, let clients): (nil, id, clients)
            case .caregiver, .coordinator: (nil, nil, .everything)
            }
        return try Row.fetchAll(
            db, sql: sql(seenBy: reader),
            arguments: [
                client, provider, from?.milliseconds ?? .min, to?.milliseconds ?? .max, nil,
                text.pattern, after, text.exactPattern, ownClient, ownProvider, clients.argument, limit + 1,
            ])
    }

    /// Only with the conditions that there are, so that an index serves them. What begins a page is looked up among what its reader sees: the
    /// numbers of other appointments tell nothing.
    func sql(seenBy reader: AppointmentReader) -> String {
        var sees = [PlanReach.clients("?11")]
        switch reader {
        case .client: sees.append("client = ?9")
        case .provider: sees.append("provider = ?10")
        case .caregiver, .coordinator: break
        }
        var conditions = ["at >= ?3", "at < ?4"] + sees
        if client != nil { conditions.append("client = ?1") }
        if provider != nil { conditions.append("provider = ?2") }
        if isOnlyOpen { conditions.append("is_open = 1") }
        if isOnlyWaiting { conditions.append(Self.waits) }
        if text != nil {
            let isText = HistoryText.isIn(Self.title, Self.name(of: "client"), Self.name(of: "provider"))
            conditions.append("(?6 IS NULL OR \(isText))")
        }
        if after != nil {
            let seen = (["number = ?7"] + sees).joined(separator: " AND ")
            conditions.append("(at, number) > (SELECT at, number FROM appointment WHERE \(seen))")
        }
        return """
            SELECT * FROM appointment WHERE \(conditions.joined(separator: " AND "))
            ORDER BY at, number LIMIT ?12
            """
    }

    /// As `AppointmentStanding.state` says it. What cannot be read waits for nobody.
    private static let waits = """
        is_open = 1 AND CASE WHEN json_valid(standing) THEN json_extract(standing, '$.client_in') = 1
            AND json_extract(standing, '$.provider') <> '\(AppointmentStanding.Provider.in.rawValue)' END
        """

    private static let title =
        "CASE WHEN json_valid(appointment.content) THEN json_extract(appointment.content, '$.title') END"

    private static func name(of column: String) -> String {
        """
        (SELECT CASE WHEN json_valid(person.content) THEN json_extract(person.content, '$.name') END
            FROM person WHERE person.id = appointment.\(column))
        """
    }
}
