import Care
import Testing

@testable import CareService

@Suite("How often somebody may try")
struct AttemptLimiterTests {
    private typealias Key = AttemptLimiter.Key

    @Test("Five are free, then the delay doubles to a minute")
    func delays() {
        var limiter = AttemptLimiter()
        var now = Duration.zero
        var waits: [Duration] = []
        for _ in 0..<14 {
            if let wait = limiter.attempt([.name("anna")], at: now) {
                waits.append(wait)
                now += wait
                #expect(limiter.attempt([.name("anna")], at: now) == nil)
            }
        }
        #expect(waits.map { Int($0 / .seconds(1)) } == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    }

    @Test("Five codes of the second step are free, then the delay doubles to a quarter of an hour")
    func secondStep() {
        var limiter = AttemptLimiter()
        var now = Duration.zero
        var tries = 0
        while now < .seconds(86_400) {
            if let wait = limiter.attempt([.secondStep("anna")], at: now) { now += wait } else { tries += 1 }
        }
        // Three of a million codes are right at a time: a day of guessing is worth less than one in two thousand.
        #expect(tries < 120)
        #expect(limiter.attempt([.secondStep("ben")], at: now) == nil)
    }

    @Test("Whoever keeps knocking does not make it longer")
    func refusedDoNotCount() {
        var limiter = AttemptLimiter()
        for _ in 0..<5 { #expect(limiter.attempt([.name("anna")], at: .zero) == nil) }
        for _ in 0..<10_000 { #expect(limiter.attempt([.name("anna")], at: .zero) == .seconds(1)) }
        #expect(limiter.attempt([.name("anna")], at: .seconds(1)) == nil)
    }

    @Test("Ten thousand wrong passwords in a day: a few thousand are even looked at")
    func tenThousand() {
        var limiter = AttemptLimiter()
        var taken = 0
        for number in 0..<10_000 {
            let keys = [Key.name("anna"), .address("10.0.\(number % 50).1")]
            if limiter.attempt(keys, at: .seconds(number * 8)) == nil { taken += 1 }
        }
        #expect(taken < 1300)
        #expect(limiter.count <= 51)
    }

    @Test("Other names and addresses are not kept out")
    func others() {
        var limiter = AttemptLimiter()
        for _ in 0..<30 { _ = limiter.attempt([.name("anna"), .address("10.0.0.1")], at: .zero) }
        #expect(limiter.attempt([.name("ben"), .address("10.0.0.2")], at: .zero) == nil)
        #expect(limiter.attempt([.name("anna"), .address("10.0.0.2")], at: .zero) != nil)
    }

    @Test("A correct password clears the count or is not counted")
    func right() {
        var limiter = AttemptLimiter()
        for _ in 0..<5 { _ = limiter.attempt([.name("anna")], at: .zero) }
        limiter.forget(.name("anna"))
        #expect(limiter.attempt([.name("anna")], at: .zero) == nil)
        for _ in 0..<1000 {
            #expect(limiter.attempt([.address("10.0.0.1")], at: .zero) == nil)
            limiter.giveBack(.address("10.0.0.1"), at: .zero)
        }
    }

    @Test("It remembers a bounded number, and forgets after an hour")
    func bounded() {
        var limiter = AttemptLimiter(most: 100)
        for number in 0..<10_000 {
            _ = limiter.attempt([.name("\(number)")], at: .milliseconds(number))
            #expect(limiter.count <= 100)
        }
        for _ in 0..<20 { _ = limiter.attempt([.name("anna")], at: .seconds(100)) }
        #expect(limiter.attempt([.name("anna")], at: .seconds(100)) != nil)
        for _ in 0..<5 { #expect(limiter.attempt([.name("anna")], at: .seconds(3800)) == nil) }
    }

    @Test("A network of IPv6 is one address")
    func addresses() {
        #expect(Key.address("2001:db8:1:2:3:4:5:6") == Key.address("2001:db8:1:2:9:9:9:9"))
        #expect(Key.address("2001:db8:1:2:3:4:5:6") != Key.address("2001:db8:1:3:3:4:5:6"))
        #expect(Key.address("10.0.0.1") != Key.address("10.0.0.2"))
        // However its zeros are written.
        #expect(Key.address("2001:db8::1") == Key.address("2001:db8:0:0:ffff::1"))
        #expect(Key.address("2001:db8::1") != Key.address("2001:db8:0:1::1"))
        #expect(Key.address("::1") != Key.address("2001:db8::1"))
    }

    @Test("One machine is one address by whichever interface it comes, and where IPv6 carries IPv4")
    func links() {
        #expect(Key.address("fe80::1%eth0") == Key.address("fe80::ab:cd%wlan0"))
        #expect(Key.address("fe80::1%eth0") == Key.address("fe80::1"))
        #expect(Key.address("::ffff:10.0.0.1") == Key.address("10.0.0.1"))
        #expect(Key.address("::ffff:a00:1") == Key.address("10.0.0.1"))
        #expect(Key.address("::ffff:10.0.0.1") != Key.address("::ffff:10.0.0.2"))
    }

    @Test("Ten thousand addresses of one network, in every way of writing, are kept out together")
    func together() {
        for address: (Int) -> String in [
            { "fe80::\(String($0, radix: 16))%eth\($0 % 7)" },
            { "2001:db8:1:2:\(String($0, radix: 16))::1" },
            { $0 % 2 == 0 ? "::ffff:10.0.0.1" : "10.0.0.1" },
        ] {
            var limiter = AttemptLimiter()
            let taken = (0..<10_000).count { limiter.attempt([.address(address($0))], at: .zero) == nil }
            #expect(taken == 20)
            #expect(limiter.count == 1)
        }
    }
}
