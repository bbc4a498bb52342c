/// What a browser gets.
public struct PageResponse: Sendable, Equatable {
    public var status: Int
    /// In their order; names in lower case. Security headers and cookies are the host's.
    public var headers: [Header]
    public var body: [UInt8]

    public struct Header: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(status: Int, headers: [Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A page. It may contain people's names, so it must not be cached.
    static func html(_ text: String, status: Int = 200) -> PageResponse {
        PageResponse(
            status: status,
            headers: [
                Header(name: "content-type", value: "text/html; charset=utf-8"),
                Header(name: "cache-control", value: "no-store"),
            ], body: Array(text.utf8))
    }

    /// A file for a spreadsheet, with the titles of its columns in the first line.
    static func table(_ text: String, named name: String) -> PageResponse {
        PageResponse(
            status: 200,
            headers: [
                Header(name: "content-type", value: "text/csv; charset=utf-8; header=present"),
                Header(name: "content-disposition", value: #"attachment; filename="\#(name)""#),
                Header(name: "cache-control", value: "no-store"),
            ], body: Array(text.utf8))
    }

    /// Shows another page, so that reading this one again sends nothing twice.
    static func seeOther(_ path: String) -> PageResponse {
        PageResponse(
            status: 303,
            headers: [
                Header(name: "location", value: path), Header(name: "cache-control", value: "no-store"),
            ])
    }
}
