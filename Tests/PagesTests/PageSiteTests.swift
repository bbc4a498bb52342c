import Care
import FoundationEssentials
import Testing

@testable import Pages

struct PageSiteTests {
    private func request(_ path: String, viewer: Viewer? = nil) -> PageRequest {
        PageRequest(
            method: .get, path: path, viewer: viewer, now: .init(timeIntervalSince1970: 0), zone: .utc)
    }

    private let api = PageAPI { _ in .init(status: 404, body: .init()) }

    @Test func `every template can be read`() throws { _ = try PageSite() }

    @Test func `a path that is none is said so, and its name cannot bring in a script`() async throws {
        let response = await (try PageSite()).respond(request("/<script>alert(1)</script>"), api: api)
        #expect(response.status == 404)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("<script>alert"))
    }

    @Test func `no path reaches the disk through the assets`() async throws {
        for path in ["/assets/../openapi.json", "/assets/%2e%2e/pages.css", "/assets/", "/assets/pages.css/"]
        {
            #expect(await (try PageSite()).respond(request(path), api: api).status == 404)
        }
        #expect(await (try PageSite()).respond(request("/assets/pages.css"), api: api).status == 200)
    }
}
