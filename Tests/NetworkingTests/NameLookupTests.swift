import Dispatch
import Networking
import Testing

@Suite("What a name leads to", .timeLimit(.minutes(10))) struct NameLookupTests {
    @Test(
        "An address leads to itself, with and without brackets",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("[::1]", "::1"), ("[2001:db8::0:1]", "2001:db8::1"),
        ])
    func address(name: String, address: String) async {
        let found = await NameLookup.addresses(of: name, areUsable: false, urgency: .utility)
        #expect(found == [address])
    }

    @Test("What this machine has itself is asked for, and nothing else found") func usable() async {
        let all = await NameLookup.addresses(of: "localhost", areUsable: false, urgency: .utility)
        let usable = await NameLookup.addresses(of: "localhost", areUsable: true, urgency: .utility)
        #expect(!usable.isEmpty && Set(usable).isSubset(of: all), "\(usable) of \(all)")
    }

    @Test("This machine's own name leads to itself") func here() async {
        let found = await NameLookup.addresses(of: "localhost", areUsable: false, urgency: .userInitiated)
        #expect(!found.isEmpty && found.allSatisfy { ["127.0.0.1", "::1"].contains($0) }, "\(found)")
    }

    @Test("What is no name leads nowhere", arguments: ["", "[", "[]", "a b", "nobody.invalid"])
    func nowhere(name: String) async {
        let found = await NameLookup.addresses(of: name, areUsable: true, urgency: .utility)
        #expect(found.isEmpty)
    }

    @Test("Whoever is cancelled is let go with nothing found") func cancelled() async {
        let lookup = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await NameLookup.addresses(of: "127.0.0.1", areUsable: false, urgency: .utility)
        }
        #expect(await lookup.value.isEmpty)
    }
}
