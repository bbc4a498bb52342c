import Foundation
import Testing

@testable import CareService

@Suite("Where addresses of CalDAV servers lead")
struct DAVPathTests {
    @Test(arguments: [
        ("https://caldav.example.com/a/", "/b/c.ics", "https://caldav.example.com/b/c.ics"),
        ("https://caldav.example.com/a/", "c.ics", "https://caldav.example.com/a/c.ics"),
        // As large ones have it.
        (
            "https://caldav.icloud.com/", "https://p07-caldav.icloud.com:443/1/calendars/",
            "https://p07-caldav.icloud.com:443/1/calendars/"
        ),
        ("https://example.com/", "https://dav.example.com/", "https://dav.example.com/"),
        ("http://127.0.0.1:5232/", "/ana/", "http://127.0.0.1:5232/ana/"),
    ])
    func `The server's own are followed`(base: String, href: String, url: String) throws {
        let base = try #require(URL(string: base))
        #expect(DAVPath.url(href, from: base)?.absoluteString == url)
    }

    @Test(arguments: [
        ("https://caldav.example.com/", "https://elsewhere.example/"),
        ("https://caldav.example.com/", "https://example.com.elsewhere.example/"),
        ("https://caldav.example.com/", "https://caldav-example.com/"),
        ("https://caldav.example.com/", "http://caldav.example.com/"),
        ("https://caldav.example.com/", "//elsewhere.example/"),
        ("https://caldav.example.com/", "https://ana:secret@caldav.example.com/"),
        // Another port of the same machine is another program.
        ("http://127.0.0.1:5232/", "http://127.0.0.1:80/"),
        ("https://192.168.1.4/", "https://10.168.1.4/"),
        // Two labels have no domain of their own.
        ("https://example.com/", "https://other.com/"),
    ])
    func `Others are not`(base: String, href: String) throws {
        let base = try #require(URL(string: base))
        #expect(DAVPath.url(href, from: base) == nil)
    }

    @Test func `A resource is the same however its path is written`() throws {
        let collection = try #require(URL(string: "https://dav.example/ana/my%20calendar/"))
        let key = "/ana/my calendar/a b@c.ics"
        #expect(DAVPath.key("/ana/my%20calendar/a%20b%40c.ics", in: collection) == key)
        #expect(DAVPath.key("https://dav.example/ana/my%20calendar/a%20b@c.ics", in: collection) == key)
        #expect(DAVPath.key("/ana/my%20calendar/", in: collection) == nil)
        #expect(DAVPath.key("/ana/other/a.ics", in: collection) == nil)
        #expect(DAVPath.key("https://elsewhere.example/ana/my%20calendar/a.ics", in: collection) == nil)
    }

    @Test func `A collection ends with a slash`() throws {
        #expect(
            try DAVPath.collection(#require(URL(string: "https://dav.example/ana/cal"))).absoluteString
                == "https://dav.example/ana/cal/")
        #expect(
            try DAVPath.collection(#require(URL(string: "https://dav.example"))).absoluteString
                == "https://dav.example/")
    }
}
