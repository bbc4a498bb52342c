import Foundation
import Pages
import Testing

@testable import CareService

@Suite("Styles and scripts as gzip")
struct CompressedAssetsTests {
    private static let style = Array(String(repeating: ".card { margin: 0; }\n", count: 200).utf8)

    private func asset(_ type: String, cache: String = "public, max-age=31536000, immutable") -> PageResponse
    {
        PageResponse(
            status: 200,
            headers: [.init(name: "content-type", value: type), .init(name: "cache-control", value: cache)],
            body: Self.style)
    }

    @Test(
        "It is sent as gzip to a browser that takes it, and to no other",
        arguments: [
            ("gzip, deflate, br", true), ("br;q=1, gzip;q=0.5", true), ("*", true), ("GZIP", true),
            ("gzip;q=0", false), ("gzip;q=0, *", false), ("*;q=0, gzip", true), ("identity", false),
            (nil, false), ("", false), ("xgzip", false),
        ] as [(String?, Bool)])
    func accepted(header: String?, isPacked: Bool) {
        let answer = CompressedAssets().compressed(
            asset("text/css; charset=utf-8"), at: "/assets/pages.css?v=1", accepted: header)
        #expect(answer.headers.contains(.init(name: "content-encoding", value: "gzip")) == isPacked)
        #expect(answer.headers.contains(.init(name: "vary", value: "accept-encoding")))
        #expect((answer.body == Self.style) != isPacked)
    }

    @Test("A page, a picture, and what has no version go as they are")
    func others() {
        let assets = CompressedAssets()
        let page = PageResponse(
            status: 200, headers: [.init(name: "content-type", value: "text/html")], body: Self.style)
        #expect(assets.compressed(page, at: "/now", accepted: "gzip") == page)
        let font = asset("font/otf")
        #expect(assets.compressed(font, at: "/assets/Inter.otf?v=1", accepted: "gzip") == font)
        let unversioned = assets.compressed(
            asset("text/css", cache: "no-cache"), at: "/assets/pages.css", accepted: "gzip")
        #expect(unversioned.body == Self.style)
        let missing = PageResponse(status: 404, headers: font.headers, body: Self.style)
        #expect(assets.compressed(missing, at: "/assets/x.css", accepted: "gzip") == missing)
    }
}
