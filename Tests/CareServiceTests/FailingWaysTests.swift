import Care
import Foundation
import Testing

@testable import CareService

@Suite("Which ways fail, in the detail of a fault")
struct FailingWaysTests {
    private static func way(_ label: String, over channel: String, _ problem: String) -> Contact {
        Contact(
            id: UUID(), person: "ben", channel: channel, label: label, state: .failing, problem: problem)
    }

    @Test(
        "Each reason stands there once, with the first of its ways, in words, and without a doubled full stop"
    )
    func reasons() {
        let modem = "No mobile modem is attached to this machine."
        let detail = FailingWays([
            Self.way("Zoe", over: "ntfy", "no connection to ntfy.sh"),
            Self.way("Anna's phone", over: "web_push", "no connection to ntfy.sh"),
            Self.way("Ben", over: "sms", modem), Self.way("Anna", over: "sms", modem),
            Self.way("Carla", over: "sms", modem), Self.way("The lamp", over: "pigeon", "it flew away"),
        ]).detail
        #expect(
            detail.components(separatedBy: ". ") == [
                "Notifications of the browser (Anna's phone) and 1 more: no connection to ntfy.sh",
                "Text message (Anna) and 2 more: No mobile modem is attached to this machine",
                "pigeon (The lamp): it flew away",
            ])
    }

    @Test("It fits into a fault, in whole sentences, and never says nothing")
    func long() {
        let reason = String(repeating: "x", count: 250)
        let detail = FailingWays((1...9).map { Self.way("Way \($0)", over: "mail", "\(reason)\($0)") }).detail
        #expect(detail.components(separatedBy: ". ").count == 1 && detail.hasSuffix("1"))
        let longest = FailingWays([Self.way("A", over: "mail", String(repeating: "y", count: 900))]).detail
        #expect(longest.count == 500)
        #expect(FailingWays([]).detail == "")
    }
}
