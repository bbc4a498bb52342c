import Foundation
import Testing

@testable import HomeAssistant

@Suite("Topics of a home")
struct HouseTopicsTests {
    @Test("Every id of a client is one level, and no two are the same")
    func keys() {
        let ids = [
            "maria", "Maria", "ma-ria", "ma_ria", "ma-2dria", "mä", "a/b", "a+b", "a#b", "", "a b", "-",
        ]
        let keys = ids.map(HouseTopics.key)
        #expect(Set(keys).count == ids.count)
        for key in keys {
            #expect(!key.isEmpty)
            #expect(key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) })
        }
    }

    @Test("A command is found by its topic, and others' are not")
    func commands() throws {
        let topics = PlayedHouse.topics
        let command = try #require(topics.command(in: topics.command("met", of: "ma/ria")))
        #expect(command.name == "met")
        #expect(command.client == HouseTopics.key("ma/ria"))
        let other = HouseTopics(home: UUID())
        #expect(topics.command(in: other.command("met", of: "maria")) == nil)
        #expect(topics.command(in: topics.status) == nil)
        #expect(topics.command(in: topics.command("met", of: "maria") + "/x") == nil)
    }

    @Test("Only this home's devices are its own")
    func devices() {
        let topics = PlayedHouse.topics
        #expect(topics.ownDevice(in: topics.config(of: topics.node)) == topics.node)
        #expect(
            topics.ownDevice(in: topics.config(of: topics.device(of: "maria"))) == topics.device(of: "maria"))
        #expect(topics.ownDevice(in: topics.config(of: "lamp")) == nil)
        #expect(topics.ownDevice(in: topics.config(of: topics.node + "0_x")) == nil)
        #expect(topics.ownDevice(in: "homeassistant/device//config") == nil)
    }

    @Test(
        "A prefix has plain levels",
        arguments: [
            ("beckon", true), ("home/beckon-2", true), ("", false), ("/a", false), ("a/", false),
            ("a//b", false),
            ("a/+", false), ("#", false), ("$SYS", false), ("ä", false),
            (String(repeating: "a", count: 201), false),
        ])
    func prefixes(text: String, isOne: Bool) { #expect(HouseTopics.isPrefix(text) == isOne) }
}
