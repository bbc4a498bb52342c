import Foundation
import Pages
import Testing

@testable import CareService

@Suite("Pages as gzip")
struct CompressedPagesTests {
    private static let text = Array(String(repeating: "<p>For Maria, by Anna.</p>\n", count: 200).utf8)

    private func page(_ body: [UInt8] = text, _ type: String = "text/html; charset=utf-8") -> PageResponse {
        PageResponse(
            status: 200,
            headers: [
                .init(name: "content-type", value: type), .init(name: "cache-control", value: "no-store"),
            ], body: body)
    }

    @Test(
        "Through TLS only what a page of this home or the person has asked for",
        arguments: [
            (true, "same-origin", true), (true, "none", true), (true, "cross-site", false),
            (true, "same-site", false), (true, nil, false), (true, "", false),
            (false, nil, true), (false, "cross-site", true),
        ] as [(Bool, String?, Bool)])
    func whoAsks(isSecure: Bool, site: String?, isPacked: Bool) {
        let answer = CompressedPages.compressed(
            page(), accepted: "gzip, br", isSecure: isSecure, site: site)
        #expect(answer.headers.contains(.init(name: "content-encoding", value: "gzip")) == isPacked)
        #expect((answer.body.count < Self.text.count / 4) == isPacked)
    }

    @Test("What is no page, fits into one packet, or goes to a browser without gzip stays as it is")
    func others() {
        func stays(_ answer: PageResponse, _ accepted: String? = "gzip") -> Bool {
            CompressedPages.compressed(answer, accepted: accepted, isSecure: false, site: nil) == answer
        }
        #expect(stays(page(), nil))
        #expect(stays(page(), "gzip;q=0"))
        #expect(stays(page(Array(Self.text.prefix(1400)))))
        #expect(stays(page(Self.text, "text/csv; charset=utf-8")))
        #expect(stays(PageResponse(status: 303, headers: [.init(name: "location", value: "/now")])))
    }
}
