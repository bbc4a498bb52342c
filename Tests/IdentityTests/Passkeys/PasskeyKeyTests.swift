import Crypto
import FoundationEssentials
import Testing

@testable import Identity

@Suite("A key has exactly what its kind needs")
struct PasskeyKeyTests {
    private typealias Fields = [(Int, Data)]

    private func fault(_ fields: Fields) -> PasskeyFault? {
        do throws(PasskeyFault) {
            _ = try PasskeyKey(CBOR.map(fields.map { (CBOR.number($0.0), $0.1) }))
            return nil
        } catch { return error }
    }

    /// These fields with one changed, or taken away.
    private func with(_ fields: Fields, _ label: Int, _ value: Data?) -> Fields {
        fields.compactMap { field in
            field.0 == label ? value.map { (label, $0) } : field
        }
    }

    @Test("P-256: a whole point of the curve, and nothing more")
    func p256() {
        let point = P256.Signing.PrivateKey().publicKey.x963Representation
        let (x, y) = (Data(point[1..<33]), Data(point[33..<65]))
        let fields: Fields = [
            (1, CBOR.number(2)), (3, CBOR.number(-7)), (-1, CBOR.number(1)), (-2, CBOR.bytes(x)),
            (-3, CBOR.bytes(y)),
        ]
        #expect(fault(fields) == nil)
        #expect(fault(fields.reversed()) == nil)
        var offCurve = y
        offCurve[31] ^= 1
        let prime = Data(hexadecimal: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
        for (label, value) in [
            (1, CBOR.number(1)), (1, CBOR.number(3)), (1, CBOR.text("EC2")), (1, nil), (3, nil),
            (3, CBOR.text("ES256")), (-1, CBOR.number(2)), (-1, CBOR.number(6)), (-1, nil), (-2, nil),
            (-3, nil),
            (-2, CBOR.bytes(x.dropLast())), (-2, CBOR.bytes([0] + x)), (-2, CBOR.bytes(Data(count: 32))),
            (-2, CBOR.bytes(prime)), (-3, CBOR.bytes(offCurve)), (-3, Data([0xf5])), (-3, CBOR.bytes(Data())),
            (-3, CBOR.bytes(prime)),
        ] as [(Int, Data?)] {
            #expect(fault(with(fields, label, value)) == .badKey, "\(label)")
        }
        // An id of the key, what it may be used for, and the private key itself.
        for extra in [(2, CBOR.bytes(x)), (4, CBOR.list([CBOR.number(2)])), (-4, CBOR.bytes(x))] as Fields {
            #expect(fault(fields + [extra]) == .badKey)
        }
        #expect(fault(fields + [fields[0]]) == .malformed)
        // Both of its numbers are 0: no point.
        #expect(
            fault(with(with(fields, -2, CBOR.bytes(Data(count: 32))), -3, CBOR.bytes(Data(count: 32))))
                == .badKey)
    }

    @Test(
        "What was not offered is unknown, also where the numbers would do",
        arguments: [-35, -36, -37, -47, -53, -65_535, -9, -19, 0, 7, 257, .max, .min])
    func algorithms(number: Int) {
        let point = P256.Signing.PrivateKey().publicKey.x963Representation
        #expect(
            fault([
                (1, CBOR.number(2)), (3, CBOR.number(number)), (-1, CBOR.number(1)),
                (-2, CBOR.bytes(Data(point[1..<33]))), (-3, CBOR.bytes(Data(point[33..<65]))),
            ]) == .unknownAlgorithm)
    }

    @Test("Ed25519: 32 bytes, which are no point of small order")
    func ed25519() {
        let x = Curve25519.Signing.PrivateKey().publicKey.rawRepresentation
        let fields: Fields = [
            (1, CBOR.number(1)), (3, CBOR.number(-8)), (-1, CBOR.number(6)), (-2, CBOR.bytes(x)),
        ]
        #expect(fault(fields) == nil)
        for (label, value) in [
            (1, CBOR.number(2)), (1, nil), (-1, CBOR.number(1)), (-1, CBOR.number(4)), (-1, CBOR.number(7)),
            (-1, nil), (-2, CBOR.bytes(x.dropLast())), (-2, CBOR.bytes(x + [0])), (-2, nil),
            (-2, CBOR.text("x")),
        ] as [(Int, Data?)] {
            #expect(fault(with(fields, label, value)) == .badKey, "\(label)")
        }
        #expect(fault(fields + [(-3, CBOR.bytes(x))]) == .badKey)
        for weak in [
            String(repeating: "00", count: 32), String(repeating: "00", count: 31) + "80",
            "01" + String(repeating: "00", count: 31), "01" + String(repeating: "00", count: 30) + "80",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
            "ec" + String(repeating: "ff", count: 30) + "7f", "ed" + String(repeating: "ff", count: 31),
            "ee" + String(repeating: "ff", count: 30) + "7f",
        ] {
            #expect(fault(with(fields, -2, CBOR.bytes(Data(hexadecimal: weak)))) == .badKey, "\(weak)")
        }
    }

    @Test("RSA: 2048 to 4096 bits, and an exponent that is neither small, even nor large")
    func rsa() {
        func fields(_ modulus: Data, _ exponent: [UInt8]) -> Fields {
            [
                (1, CBOR.number(3)), (3, CBOR.number(-257)), (-1, CBOR.bytes(modulus)),
                (-2, CBOR.bytes(Data(exponent))),
            ]
        }
        /// An odd number of so many bits.
        func modulus(_ bits: Int) -> Data {
            let top = UInt8(1 << ((bits - 1) % 8))
            return [top] + Data(repeating: 0x5b, count: (bits - 1) / 8)
        }
        let usual: [UInt8] = [1, 0, 1]
        for bits in [2048, 2049, 3072, 3482, 4096] {
            #expect(fault(fields(modulus(bits), usual)) == nil, "\(bits)")
        }
        for bits in [8, 512, 1024, 2040, 2047, 4097, 8192, 65_536] {
            #expect(fault(fields(modulus(bits), usual)) == .badKey, "\(bits)")
        }
        for exponent in [
            [], [0], [1], [3], [17], [0xff, 0xff], [1, 0, 0], [1, 0, 2], [0, 1, 0, 1], [1, 0, 0, 0, 1],
        ] as [[UInt8]] {
            #expect(fault(fields(modulus(2048), exponent)) == .badKey, "\(exponent)")
        }
        #expect(fault(fields([0] + modulus(2048), usual)) == .badKey)
        #expect(fault(fields(Data(), usual)) == .badKey)
        var even = modulus(2048)
        even[255] = 0x5a
        #expect(fault(fields(even, usual)) == .badKey)
        #expect(fault(with(fields(modulus(2048), usual), 1, CBOR.number(2))) == .badKey)
        #expect(fault(with(fields(modulus(2048), usual), -2, nil)) == .badKey)
        #expect(fault(fields(modulus(2048), usual) + [(-3, CBOR.bytes(modulus(2048)))]) == .badKey)
    }

    @Test("What is no map is no key")
    func noMap() {
        for bytes in [Data(), CBOR.list([]), CBOR.number(-7), CBOR.bytes(Data(count: 77))] {
            #expect(throws: PasskeyFault.malformed) { try PasskeyKey(bytes) }
        }
        #expect(throws: PasskeyFault.badKey) { try PasskeyKey(CBOR.map([])) }
    }
}
