import Testing

@testable import CareService

@Suite("Who gets a connection, and whose is closed for it")
struct ConnectionLedgerTests {
    private typealias Ledger = ConnectionLedger<Int>

    /// 10 places, 2 of them for devices' addresses alone; 5 strangers from elsewhere, 3 from one address.
    private var ledger = Ledger(.init(places: 10, reserve: 2, strangers: 5, strangersOfOne: 3))

    /// The address `10.0.0.number`.
    private func address(_ number: Int) throws -> NetworkAddress {
        try #require(NetworkAddress("10.0.0.\(number)"))
    }

    /// One more from an address, set up at the moment of its number in seconds.
    private mutating func arrive(
        _ id: Int, from number: Int, isFromDevice: Bool = false
    ) throws -> Ledger.Verdict {
        defer { ledger.waits(id, since: .seconds(id)) }
        return ledger.arrive(id, from: try address(number), isFromDevice: isFromDevice)
    }

    @Test("A connection still being set up is not closed for a newcomer, which is refused instead")
    mutating func notSetUp() throws {
        for id in 1...3 {
            #expect(
                ledger.arrive(id, from: try address(1), isFromDevice: false) == .admitted(closing: nil))
        }
        #expect(ledger.arrive(4, from: try address(1), isFromDevice: false) == .refused)
        ledger.waits(2, since: .seconds(5))
        #expect(ledger.arrive(6, from: try address(1), isFromDevice: false) == .admitted(closing: 2))
    }

    @Test("Of one address's strangers the one that has waited longest goes for the next")
    mutating func oneAddress() throws {
        for id in 1...3 { #expect(try arrive(id, from: 1) == .admitted(closing: nil)) }
        #expect(try arrive(4, from: 1) == .admitted(closing: 1))
        // Number 2 has sent something since: number 3 waits longer.
        ledger.waits(2, since: .seconds(5))
        #expect(try arrive(6, from: 1) == .admitted(closing: 3))
        #expect(ledger.count == 3)
    }

    @Test("A connection being answered is not closed; only newcomers from its address are refused")
    mutating func working() throws {
        for id in 1...3 {
            _ = try arrive(id, from: 1)
            ledger.works(id)
        }
        #expect(try arrive(4, from: 1) == .refused)
        #expect(try arrive(5, from: 2) == .admitted(closing: nil))
        ledger.waits(2, since: .seconds(6))
        #expect(try arrive(7, from: 1) == .admitted(closing: 2))
    }

    @Test("Whoever has shown who they are makes room for strangers of the same address")
    mutating func recognised() throws {
        for id in 1...3 { _ = try arrive(id, from: 1) }
        ledger.recognise(1, as: .person)
        ledger.recognise(1, as: .person)
        #expect(try arrive(4, from: 1) == .admitted(closing: nil))
        #expect(try arrive(5, from: 1) == .admitted(closing: 2))
        #expect(!ledger.isStranger(1) && ledger.isStranger(4))
    }

    @Test("Many addresses: one of the address with the most strangers goes, not the single one of another")
    mutating func manyAddresses() throws {
        #expect(try arrive(1, from: 1) == .admitted(closing: nil))
        for id in 2...4 { #expect(try arrive(id, from: 2) == .admitted(closing: nil)) }
        #expect(try arrive(5, from: 3) == .admitted(closing: nil))
        #expect(try arrive(6, from: 4) == .admitted(closing: 2))
        #expect(try arrive(7, from: 5) == .admitted(closing: 3))
        // One each: then the one that waits longest.
        #expect(try arrive(8, from: 6) == .admitted(closing: 1))
        #expect(ledger.count == 5)
    }

    @Test("From a device's address one always comes in, however many strangers there are")
    mutating func device() throws {
        for id in 1...5 { _ = try arrive(id, from: id) }
        for id in 6...10 {
            #expect(try arrive(id, from: 100 + id, isFromDevice: true) == .admitted(closing: nil))
        }
        #expect(try arrive(11, from: 111, isFromDevice: true) == .admitted(closing: 1))
        #expect(ledger.count == 10)
    }

    @Test("The reserve is left to devices' addresses, whoever has logged in")
    mutating func reserve() throws {
        for id in 1...8 {
            #expect(try arrive(id, from: id) == .admitted(closing: nil))
            ledger.recognise(id, as: .person)
            ledger.works(id)
        }
        #expect(try arrive(9, from: 9) == .refused)
        #expect(try arrive(10, from: 50, isFromDevice: true) == .admitted(closing: nil))
        #expect(try arrive(11, from: 50, isFromDevice: true) == .admitted(closing: nil))
        ledger.recognise(11, as: .device)
        // Number 10 has said nothing yet.
        #expect(try arrive(12, from: 51, isFromDevice: true) == .admitted(closing: 10))
    }

    @Test("Between two messages people go for strangers, and devices only for devices")
    mutating func known() throws {
        for id in 1...8 {
            _ = try arrive(id, from: id)
            ledger.recognise(id, as: id < 3 ? .person : .device)
        }
        ledger.works(1)
        #expect(try arrive(9, from: 9) == .admitted(closing: 2))
        // The stranger that has come goes before anybody who is known.
        #expect(try arrive(10, from: 10) == .admitted(closing: 9))
        ledger.recognise(10, as: .device)
        #expect(try arrive(11, from: 11) == .refused)
        for id in 12...13 { _ = try arrive(id, from: 60, isFromDevice: true) }
        ledger.recognise(12, as: .device)
        ledger.recognise(13, as: .device)
        #expect(ledger.count == 10)
        #expect(try arrive(14, from: 61, isFromDevice: true) == .admitted(closing: 3))
    }

    @Test("Whatever comes, no limit is exceeded, and what has ended leaves nothing behind")
    mutating func bounds() throws {
        var random: UInt64 = 7
        func next(_ below: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % below
        }
        var there: [Int: (number: Int, isFromDevice: Bool)] = [:]
        var known: Set<Int> = []
        for id in 0..<20_000 {
            let isFromDevice = next(4) == 0
            let number = isFromDevice ? 100 + next(3) : next(6)
            switch try arrive(id, from: number, isFromDevice: isFromDevice) {
            case .refused: break
            case .admitted(let closing):
                if let closing {
                    #expect(there.removeValue(forKey: closing) != nil)
                    known.remove(closing)
                }
                there[id] = (number, isFromDevice)
            }
            for other in there.keys.sorted() {
                switch next(12) {
                case 0: ledger.works(other)
                case 1: ledger.waits(other, since: .seconds(id))
                case 2:
                    ledger.recognise(other, as: next(2) == 0 ? .person : .device)
                    known.insert(other)
                case 3:
                    ledger.remove(other)
                    there[other] = nil
                    known.remove(other)
                default: break
                }
            }
            #expect(ledger.count == there.count && there.count <= 10)
            let strangers = there.filter { !known.contains($0.key) }
            #expect(strangers.values.count { !$0.isFromDevice } <= 5)
            #expect(Dictionary(grouping: strangers.values, by: \.number).values.allSatisfy { $0.count <= 3 })
        }
        for id in there.keys { ledger.remove(id) }
        for id in 1...3 {
            #expect(try arrive(100_000 + id, from: 1) == .admitted(closing: nil))
        }
    }

    @Test(
        "With 640 places: 64 are devices', 96 strangers', 64 of them one address's; with 16, still some of each"
    )
    func limits() {
        #expect(
            ConnectionLedger<Int>.Limits(places: 640)
                == .init(places: 640, reserve: 64, strangers: 96, strangersOfOne: 64))
        #expect(
            ConnectionLedger<Int>.Limits(places: 16)
                == .init(places: 16, reserve: 1, strangers: 4, strangersOfOne: 2))
    }
}

@Suite("By which address connections are counted")
struct NetworkAddressTests {
    @Test(
        "The same network, or another",
        arguments: [
            ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
            ("::ffff:10.0.0.1", "10.0.0.1", true), ("::ffff:10.0.0.1", "::ffff:10.0.0.2", false),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("fe80::1%eth0", "fe80::2", true), ("fe80::1", "2001:db8::1", false), ("::1", "127.0.0.1", false),
            ("::1", "0.0.0.0", false),
        ])
    func networks(one: String, other: String, isSame: Bool) throws {
        let (first, second) = (try #require(NetworkAddress(one)), try #require(NetworkAddress(other)))
        #expect((first.network == second.network) == isSame)
    }

    @Test(
        "A text that is not an address is refused",
        arguments: [
            "", "localhost", "10.0.0", "/run/beckon", "1:2", "127.1", "0x7f.1", "2130706433", "10.0.0.5\u{0}",
            " 10.0.0.5", "[10.0.0.5", "::1]",
        ])
    func none(text: String) { #expect(NetworkAddress(text) == nil) }

    @Test(
        "Every spelling of an address counts as the same and is shown alike",
        arguments: [
            ("10.0.0.5", "::ffff:10.0.0.5"), ("10.0.0.5", "[::ffff:a00:5]"),
            ("fe80::1%eth0", "[FE80:0::1%25wlan0]"),
            ("::1", "[::1]"),
        ])
    func written(one: String, other: String) throws {
        let (first, second) = (try #require(NetworkAddress(one)), try #require(NetworkAddress(other)))
        #expect(first == second && first.description == second.description)
    }

    @Test(
        "What only this machine has, and what stands for all that it has",
        arguments: [
            ("127.0.0.1", true, false), ("127.9.9.9", true, false), ("::ffff:127.0.0.1", true, false),
            ("::1", true, false),
            ("128.0.0.1", false, false), ("::2", false, false), ("1::1", false, false),
            ("0.0.0.0", false, true),
            ("::", false, true), ("10.0.0.5", false, false),
        ])
    func own(text: String, isLoopback: Bool, isAny: Bool) throws {
        let address = try #require(NetworkAddress(text))
        #expect(address.isLoopback == isLoopback && address.isAny == isAny)
    }

    @Test("A device's address is its own, not its whole network's, and is forgotten after a day")
    func devices() throws {
        let (device, neighbour) = (
            try #require(NetworkAddress("2001:db8::5")), try #require(NetworkAddress("2001:db8::6"))
        )
        var devices = DeviceAddresses()
        devices.note(device, at: .seconds(10))
        #expect(devices.contains(device, at: .seconds(11)))
        #expect(!devices.contains(neighbour, at: .seconds(11)))
        #expect(devices.contains(device, at: .seconds(86_409)))
        #expect(!devices.contains(device, at: .seconds(86_410)))
    }

    @Test("Of too many devices' addresses the one that has been quiet for longest is forgotten")
    func bounded() throws {
        var devices = DeviceAddresses(most: 3)
        let all = try (1...4).map { try #require(NetworkAddress("10.0.0.\($0)")) }
        for (second, one) in all.prefix(3).enumerated() { devices.note(one, at: .seconds(second)) }
        devices.note(all[0], at: .seconds(5))
        devices.note(all[3], at: .seconds(6))
        #expect(devices.count == 3)
        #expect(all.map { devices.contains($0, at: .seconds(7)) } == [true, false, true, true])
    }
}

@Suite("How quickly strangers may connect")
struct ArrivalBudgetTests {
    private var budget = ArrivalBudget(
        ofOne: .init(burst: 3, perSecond: 1), ofAll: .init(burst: 5, perSecond: 2), most: 4)

    private mutating func take(_ number: Int, at seconds: Double) throws -> Bool {
        budget.take(try #require(NetworkAddress("10.0.0.\(number)")), at: .milliseconds(Int(seconds * 1000)))
    }

    @Test("One address has its burst, then one a second, and takes nothing from others by being refused")
    mutating func one() throws {
        #expect(try (1...3).map { _ in try take(1, at: 0) } == [true, true, true])
        for _ in 0..<100 { #expect(try !take(1, at: 0.5)) }
        #expect(try take(2, at: 0.5))
        #expect(try take(1, at: 1))
        #expect(try !take(1, at: 1.5))
    }

    @Test("All together have theirs, however many addresses there are")
    mutating func all() throws {
        var taken = 0
        for number in 1...100 where try take(number, at: 0) { taken += 1 }
        #expect(taken == 5)
        for number in 1...100 where try take(number, at: 10) { taken += 1 }
        #expect(taken == 10)
    }

    @Test("What is remembered of addresses is bounded")
    mutating func bounded() throws {
        for number in 1...200 { _ = try take(number, at: Double(number)) }
        #expect(budget.count <= 4)
    }
}
