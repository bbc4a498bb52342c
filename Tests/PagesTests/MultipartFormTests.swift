import Care
import Testing

@testable import Pages

struct MultipartFormTests {
    private static let type = "multipart/form-data; boundary=----WebKitFormBoundaryx7"

    /// A form as Chromium sends it.
    private static func sent(_ parts: [(head: String, content: [UInt8])]) -> [UInt8] {
        parts.reduce(into: []) { body, part in
            body +=
                Array("------WebKitFormBoundaryx7\r\n\(part.head)\r\n\r\n".utf8) + part.content
                + Array("\r\n".utf8)
        } + Array("------WebKitFormBoundaryx7--\r\n".utf8)
    }

    private static func field(_ name: String, _ value: String) -> (head: String, content: [UInt8]) {
        ("Content-Disposition: form-data; name=\"\(name)\"", Array(value.utf8))
    }

    private static func file(
        _ content: [UInt8], name: String = "me.png", field: String = "picture"
    ) -> (head: String, content: [UInt8]) {
        (
            "Content-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: image/png",
            content
        )
    }

    /// Bytes that look like the ends of things.
    private static let bytes: [UInt8] =
        Array(0...255) + Array("\r\n--\r\n\r\n------WebKitFormBoundaryx".utf8) + [13, 10, 13]

    @Test("Fields and one file come as they were sent") func fieldsAndOneFileComeAsTheyWereSent() throws {
        let body = Self.sent([
            Self.field("csrf", "token"), Self.file(Self.bytes), Self.field("name", "Zoë\r\n&=%41"),
        ])
        for type in [Self.type, "Multipart/Form-Data; charset=utf-8; boundary=\"----WebKitFormBoundaryx7\""] {
            let form = try MultipartForm(body, contentType: type)
            #expect(form.fields == PageFields([("csrf", "token"), ("name", "Zoë\r\n&=%41")]))
            #expect(form.files == [PageFile(field: "picture", bytes: Self.bytes)])
        }
    }

    @Test("Each field brings one file") func eachFieldBringsOneFile() throws {
        let two = [Self.file([1]), Self.file([2], field: "sound")]
        let form = try MultipartForm(Self.sent(two), contentType: Self.type)
        #expect(form.files == [PageFile(field: "picture", bytes: [1]), PageFile(field: "sound", bytes: [2])])
        #expect(throws: CareProblem.self) {
            try MultipartForm(Self.sent(two + [Self.file([3])]), contentType: Self.type)
        }
    }

    @Test("A form without a chosen file has no file") func whereNoFileWasChosenThereIsNone() throws {
        let form = try MultipartForm(
            Self.sent([Self.field("csrf", "token"), Self.file([], name: "")]), contentType: Self.type)
        #expect(form.files.isEmpty && form.fields["csrf"] == "token")
        #expect(try MultipartForm(Self.sent([]), contentType: Self.type).fields == PageFields())
    }

    @Test("A name of a file may hold what it wants, and leads nowhere") func aNameOfAFileMayHoldWhatIt()
        throws
    {
        let body = Self.sent([Self.file([1], name: "../../a=b; name=%22x%22.png")])
        #expect(
            try MultipartForm(body, contentType: Self.type).files == [PageFile(field: "picture", bytes: [1])])
    }

    @Test("What is torn anywhere is refused, and reads nothing beyond its end")
    func whatIsTornAnywhereIsRefusedAndReadsNothing() throws {
        let body = Self.sent([Self.field("csrf", "token"), Self.file(Self.bytes), Self.field("b", "2")])
        // Without its last line end it is whole.
        for length in 0..<body.count - 2 {
            #expect(throws: CareProblem.self, "\(length)") {
                try MultipartForm(Array(body.prefix(length)), contentType: Self.type)
            }
        }
        #expect(try MultipartForm(Array(body.dropLast(2)), contentType: Self.type).files.count == 1)
        for more in [[0], Array("\r\n".utf8), Array("--".utf8)] as [[UInt8]] {
            #expect(throws: CareProblem.self) { try MultipartForm(body + more, contentType: Self.type) }
        }
        #expect(throws: CareProblem.self) {
            try MultipartForm(Array("preamble\r\n".utf8) + body, contentType: Self.type)
        }
    }

    @Test(
        "What stands between parts must be said, once",
        arguments: [
            "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
            "multipart/mixed; boundary=----WebKitFormBoundaryx7", "multipart/form-data; boundary=a b",
            "multipart/form-data; boundary=----WebKitFormBoundaryx7; boundary=b",
            "multipart/form-data; boundary=ä",
            "multipart/form-data; boundary=" + String(repeating: "x", count: 71),
        ])
    func whatStandsBetweenPartsMustBeSaidOnce(type: String) {
        #expect(throws: CareProblem.self) {
            try MultipartForm(Self.sent([Self.field("a", "1")]), contentType: type)
        }
    }

    @Test(
        "A part that no browser writes is refused",
        arguments: [
            "Content-Disposition: form-data", "Content-Disposition: attachment; name=\"a\"",
            "Content-Type: text/plain",
            "Content-Disposition: form-data; name=a", "Content-Disposition: form-data; name=\"a",
            "Content-Disposition: form-data; name=\"\"",
            "Content-Disposition: form-data; name=\"a\"; name=\"b\"",
            "Content-Disposition: form-data; name=\"a\"; size=\"4\"",
            "Content-Disposition: form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"",
            "Content-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64",
            "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: multipart/mixed; boundary=b",
            "Content-Disposition: form-data; name=\"a\"; filename=\"b\"\r\nContent-Type: Multipart/form-data; boundary=b",
            "Content-Disposition form-data", "",
        ])
    func aPartThatNoBrowserWritesIsRefused(head: String) {
        #expect(throws: CareProblem.self) {
            try MultipartForm(Self.sent([(head, [1])]), contentType: Self.type)
        }
    }

    @Test("Too many parts, too long heads and fields, and two files are refused")
    func tooManyPartsTooLongHeadsAndFieldsAnd() throws {
        func refused(_ parts: [(head: String, content: [UInt8])]) {
            #expect(throws: CareProblem.self) {
                try MultipartForm(Self.sent(parts), contentType: Self.type)
            }
        }
        let one = Self.field("a", "1")
        #expect(
            try MultipartForm(Self.sent(Array(repeating: one, count: 40)), contentType: Self.type).fields
                .pairs
                .count == 40)
        refused(Array(repeating: one, count: 41))
        refused([Self.field(String(repeating: "a", count: 2048), "1")])
        refused([Self.field("a", String(repeating: "x", count: 16 * 1024 + 1))])
        refused([Self.file([1]), Self.file([2])])
    }
}
