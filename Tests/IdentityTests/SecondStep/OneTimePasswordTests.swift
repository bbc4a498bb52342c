import Chance
import FoundationEssentials
import Testing

@testable import Identity

@Suite("The six digits of an app are those of the standards, and are taken once")
struct OneTimePasswordTests {
    /// The secret of both standards' examples.
    private let secret = Data("12345678901234567890".utf8)

    @Test(
        "HOTP of RFC 4226, appendix D",
        arguments: zip(
            0..<10,
            [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
                "520489",
            ]))
    func hotp(counter: Int, code: String) {
        #expect(OneTimePassword.code(secret: secret, counter: UInt64(counter), digits: 6) == code)
        #expect(OneTimePassword.code(secret: secret, step: Int64(counter)) == code)
    }

    @Test(
        "TOTP of RFC 6238, appendix B, SHA-1",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Double, String)])
    func totp(seconds: Double, code: String) {
        let moment = Date(timeIntervalSince1970: seconds)
        let step = OneTimePassword.step(at: moment)
        #expect(OneTimePassword.code(secret: secret, counter: UInt64(step), digits: 8) == code)
        #expect(OneTimePassword.code(secret: secret, step: step) == code.suffix(6))
        #expect(
            OneTimePassword.match(String(code.suffix(6)), secret: secret, at: moment, after: .min) == step)
    }

    @Test(
        "Every clock is in a period, also one that is wrong by millennia, or by all there is",
        arguments: [
            (0, 0), (29.999, 0), (30, 1), (-0.001, -1), (-30, -1), (-30.001, -2),
            (253_402_300_799, 8_446_743_359), (1e300, 1_000_000_000_000_000),
            (-1e300, -1_000_000_000_000_000), (.infinity, 1_000_000_000_000_000),
            (-.infinity, -1_000_000_000_000_000), (.nan, -1_000_000_000_000_000),
        ] as [(Double, Int64)])
    func everyClock(seconds: Double, step: Int64) {
        let moment = Date(timeIntervalSince1970: seconds)
        #expect(OneTimePassword.step(at: moment) == step)
        let code = OneTimePassword.code(secret: secret, step: step)
        #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (48...57).contains($0) })
        #expect(OneTimePassword.match(code, secret: secret, at: moment, after: .min) != nil)
        #expect(OneTimePassword.match(code, secret: secret, at: moment, after: .max) == nil)
    }

    @Test(
        "A code is taken half a minute before and after its time, and not further away",
        arguments: (-3...3) as ClosedRange<Int64>)
    func window(steps: Int64) {
        let moment = Date(timeIntervalSince1970: 1_800_000_015)
        let now = OneTimePassword.step(at: moment)
        let code = OneTimePassword.code(secret: secret, step: now + steps)
        let match = OneTimePassword.match(code, secret: secret, at: moment, after: .min)
        #expect(match == (abs(steps) <= 1 ? now + steps : nil))
    }

    @Test("A home whose clock shows 1970 or 9999 takes no code of today")
    func otherClocks() {
        let code = OneTimePassword.code(
            secret: secret, step: OneTimePassword.step(at: Date(timeIntervalSince1970: 1_800_000_000)))
        for wrong in [0, 253_402_300_799] {
            let moment = Date(timeIntervalSince1970: Double(wrong))
            #expect(OneTimePassword.match(code, secret: secret, at: moment, after: .min) == nil)
        }
    }

    @Test("Neither a code that was taken nor an earlier one is taken again, the next one is")
    func replay() {
        let moment = Date(timeIntervalSince1970: 1_800_000_015)
        let now = OneTimePassword.step(at: moment)
        func match(_ step: Int64, after last: Int64) -> Int64? {
            OneTimePassword.match(
                OneTimePassword.code(secret: secret, step: step), secret: secret, at: moment, after: last)
        }
        #expect(match(now, after: now - 1) == now)
        #expect(match(now, after: now) == nil)
        #expect(match(now - 1, after: now) == nil)
        #expect(match(now + 1, after: now) == now + 1)
        #expect(match(now, after: now + 1) == nil)
    }

    @Test(
        "Spaces, hyphens, dashes and signs that nobody sees do not matter",
        arguments: [
            "287082", "287 082", " 287-082\n", "2 8 7 0 8 2", "287\u{2013}082", "287\u{a0}082",
            "\u{202a}287082\u{202c}", "\u{feff}287082",
        ])
    func typed(code: String) {
        let moment = Date(timeIntervalSince1970: 45)
        #expect(OneTimePassword.match(code, secret: secret, at: moment, after: 0) == 1)
    }

    @Test(
        "What is not six digits is no code",
        arguments: [
            "", " ", "28708", "2870820", "0287082", "28708a", "+87082", "287082.", "2\u{301}87082",
            "\u{ff12}\u{ff18}\u{ff17}\u{ff10}\u{ff18}\u{ff12}", "٢٨٧٠٨٢", "287\u{0}082", "287082\u{0}",
            "287,082", String(repeating: "287082", count: 100_000),
            String(repeating: " ", count: 300) + "287082",
        ])
    func notTyped(code: String) {
        let moment = Date(timeIntervalSince1970: 45)
        #expect(OneTimePassword.match(code, secret: secret, at: moment, after: .min) == nil)
    }

    @Test("Every wrong digit is seen, wherever it is")
    func everyDigit() {
        let moment = Date(timeIntervalSince1970: 45)
        for place in 0..<6 {
            for digit in "0123456789" {
                var code = Array("287082")
                let isRight = code[place] == digit
                code[place] = digit
                let match = OneTimePassword.match(String(code), secret: secret, at: moment, after: .min)
                // By chance, one may be the code before or after.
                #expect(isRight ? match == 1 : match != 1)
            }
        }
    }

    @Test("Apps read the secret from an address in which every name is spelled out")
    func address() {
        #expect(
            OneTimePassword.address(secret: secret, account: "anna@home", issuer: "Haus: Müller & Co")
                == "otpauth://totp/Haus%20M%C3%BCller%20%26%20Co:anna%40home"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Haus%20M%C3%BCller%20%26%20Co"
                + "&algorithm=SHA1&digits=6&period=30")
    }

    @Test("Long names are cut between characters, so that a camera reads the code")
    func longNames() {
        let family = "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}"
        let address = OneTimePassword.address(
            secret: secret, account: String(repeating: family, count: 100),
            issuer: String(repeating: "é", count: 100))
        #expect(address.utf8.count < 800)
        #expect(address.utf8.allSatisfy { (0x21...0x7e).contains($0) })
        #expect(address.contains(String(repeating: "%C3%A9", count: 30) + ":%F0"))
    }

    @Test("A secret has twenty bytes, each its own")
    func secrets() {
        var generator = SeededGenerator(seed: 1)
        let first = OneTimePassword.secret(using: &generator)
        let second = OneTimePassword.secret(using: &generator)
        #expect(first.count == 20)
        #expect(second.count == 20)
        #expect(first != second)
    }
}
