import Care
import Foundation
import Testing

@testable import Channels

@Suite("Where a home pushes to, and where not")
struct PushServicesTests {
    private let reader = PushReader()

    private func isAllowed(_ endpoint: String, services: String = "") throws -> Bool {
        let allowed = try PushServices(allowing: services)
        do throws(FieldProblem) {
            _ = try PushSubscription(reader.destination(endpoint), allowed: allowed)
            return true
        } catch {
            #expect(error.field == "address.endpoint")
            // What opens a subscription stands in no message.
            #expect(!error.message.contains("secret-path"))
            return false
        }
    }

    @Test(
        "Browsers' own push services",
        arguments: [
            "https://fcm.googleapis.com/fcm/send/secret-path:APA91b",
            "https://fcm.googleapis.com:443/wp/secret-path",
            "https://FCM.googleapis.com/fcm/send/secret-path",
            "https://updates.push.services.mozilla.com/wpush/v2/secret-path",
            "https://autopush.push.services.mozilla.com/wpush/v1/secret-path",
            "https://web.push.apple.com/secret-path",
            "https://wns2-par02p.notify.windows.com/w/?token=secret-path%2b%3d",
        ])
    func known(endpoint: String) throws { #expect(try isAllowed(endpoint)) }

    @Test(
        "Nothing that only looks like one",
        arguments: [
            "", "secret-path", "/secret-path", "//fcm.googleapis.com/secret-path",
            "ftp://fcm.googleapis.com/x",
            "http://fcm.googleapis.com/secret-path", "https:fcm.googleapis.com/secret-path",
            "https://fcm.googleapis.com:8443/secret-path", "https://fcm.googleapis.com:0/secret-path",
            "https://fcm.googleapis.com:+443/secret-path", "https://fcm.googleapis.com:0443/secret-path",
            "https://fcm.googleapis.com.evil.example/secret-path",
            "https://evil-fcm.googleapis.com/secret-path",
            "https://x.fcm.googleapis.com/secret-path", "https://fcm.googleapis.com./secret-path",
            "https://evilpush.apple.com/secret-path", "https://push.apple.com/secret-path",
            "https://notify.windows.com/secret-path", "https://evilnotify.windows.com/secret-path",
            "https://.notify.windows.com/secret-path", "https://a..notify.windows.com/secret-path",
            "https://fcm.googleapis.com@evil.example/secret-path",
            "https://fcm.googleapis.com:443@evil.example/secret-path",
            "https://user@fcm.googleapis.com/secret-path", "https://user:pass@fcm.googleapis.com/secret-path",
            "https://evil.example/secret-path?.notify.windows.com", "https://evil.example?x=.push.apple.com",
            "https://evil.example#.push.apple.com", "https://evil.example/secret-path#.push.apple.com",
            "https://evil.example\\.push.apple.com/secret-path",
            "https://fcm.googleapis.com\\@evil.example/x",
            "https://evil.example%2f.push.apple.com/secret-path", "https://evil.example%00.push.apple.com/x",
            "https://fcm.googleapis.com/secret-path\r\nHost: evil.example", "https://fcm.googleapis.com /x",
            " https://fcm.googleapis.com/secret-path", "https://fcm。googleapis。com/secret-path",
            "https://ｆcm.googleapis.com/secret-path", "https://fcm.googleapіs.com/secret-path",
            "https://127.0.0.1/secret-path", "https://[::1]/secret-path", "https://2130706433/secret-path",
            "https://0x7f.1/secret-path", "https://169.254.169.254/latest", "https://192.168.1.1/secret-path",
            "https://localhost/secret-path", "http://127.0.0.1:8080/secret-path",
        ])
    func unknown(endpoint: String) throws { #expect(try !isAllowed(endpoint)) }

    @Test("An endpoint longer than any is none")
    func long() throws {
        let path = String(repeating: "a", count: 3000)
        #expect(try !isAllowed("https://fcm.googleapis.com/\(path)"))
    }

    @Test("What the home allows besides is one host and one port each")
    func listed() throws {
        let services = "push.example.org, 192.168.1.5:8443\nhttp://127.0.0.1:9090"
        for endpoint in [
            "https://push.example.org/secret-path", "https://push.example.org:443/secret-path",
            "https://192.168.1.5:8443/secret-path", "http://127.0.0.1:9090/secret-path",
            "https://fcm.googleapis.com/secret-path",
        ] { #expect(try isAllowed(endpoint, services: services), "\(endpoint)") }
        for endpoint in [
            "https://push.example.org:8443/secret-path", "http://push.example.org/secret-path",
            "https://a.push.example.org/secret-path", "https://192.168.1.5/secret-path",
            "http://192.168.1.5:8443/secret-path", "https://127.0.0.1:9090/secret-path",
            "http://127.0.0.1:9091/secret-path", "http://127.0.0.1/secret-path",
        ] { #expect(try !isAllowed(endpoint, services: services), "\(endpoint)") }
    }

    @Test(
        "What is no host is refused where it is written",
        arguments: [
            "https://push.example.org/path", "*.example.org", "user@push.example.org", "push.example.org:x",
            "http://push.example.org", "http://192.168.1.5:8080", "ftp://push.example.org",
            "push..example.org",
            "push.example.org?x",
        ])
    func noHosts(entry: String) {
        #expect(throws: FieldProblem.self) { try PushServices(allowing: "fcm.googleapis.com " + entry) }
    }
}
