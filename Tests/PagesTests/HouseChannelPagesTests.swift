import Care
import Foundation
import Testing

@testable import Pages

@Suite("The house's channel, on pages")
struct HouseChannelPagesTests {
    private typealias Parts = ReachPagesTests

    /// The page on which coordinators set channels, in a home whose house is like this.
    private static func browser(_ standing: HouseStanding?, isOn: Bool = true) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = .ben
        var house = Parts.channel(
            "mqtt", isOn: isOn, settings: ["server": "mqtts://broker.example.org", "say": "true"],
            fields: [
                Parts.field("server", kind: .url), Parts.field("topic", isRequired: false),
                Parts.field("say", isRequired: false, kind: .tick),
            ])
        house.standing = standing
        try browser.service.has("channels", ChannelPage(channels: [house]))
        try browser.service.has("contacts", ContactPage(contacts: []))
        return browser
    }

    @Test("It says what it is for, and nothing of ways to people")
    func card() async throws {
        let page = try await Self.browser(HouseStanding(connectedSince: Parts.now)).get("/channels")
        for words in [
            "Home Assistant and MQTT", "tells nobody on their phone", "Address of the broker",
            "How its topics begin", "Let the house say something to clients", "Connected: ",
            #"value="mqtts://broker.example.org""#, "Use it in this home",
        ] { #expect(page.has(words), "\(words)") }
        for words in [
            "ways to reach somebody use it", "add a way of your own", "Calls can be answered there",
            "Checked every day", "Not connected",
        ] { #expect(!page.has(words), "\(words)") }
    }

    @Test("It says why the broker is not reached, and how much waits for it")
    func trouble() async throws {
        let lost = HouseStanding(trouble: "it refuses the user name or the password", waiting: 2)
        let page = try await Self.browser(lost).get("/channels")
        #expect(page.has("Not connected. It refuses the user name or the password"))
        #expect(page.has("2 events wait for it") && !page.has("Connected: "))
        let early = try await Self.browser(HouseStanding()).get("/channels")
        #expect(early.has("Not connected yet") && !early.has("wait for it"))
        let off = try await Self.browser(nil, isOn: false).get("/channels")
        #expect(off.has("Switched off") && !off.has("Not connected"))
    }

    @Test("Whoever adds a way to be reached is not offered the house")
    func contacts() {
        let house = Parts.channel("mqtt")
        #expect(ChannelPage(channels: [house, Parts.ntfy]).inUse == [Parts.ntfy])
    }
}
