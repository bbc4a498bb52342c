import Digests
import Foundation
import Testing

@Suite("Digests and keys are those of the standards")
struct DigestsTests {
    private func hexadecimal(_ bytes: Data?) -> String? { bytes?.map { String(format: "%02x", $0) }.joined() }

    @Test(
        "SHA-256 of FIPS 180-4's examples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func sha256(text: String, digest: String) {
        #expect(hexadecimal(Digests.sha256(Data(text.utf8))) == digest)
    }

    @Test(
        "HMAC of RFC 4231's examples, with a short key and one that is longer than a block",
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ] as [([UInt8], String, String)])
    func hmac(key: [UInt8], text: String, code: String) {
        #expect(hexadecimal(Digests.hmacSHA256(Data(text.utf8), key: Data(key))) == code)
    }

    @Test(
        "scrypt of RFC 7914's examples",
        arguments: [
            (
                "", "", 16, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 1024, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
        ])
    func scrypt(password: String, salt: String, rounds: Int, blockSize: Int, parallelism: Int, key: String) {
        let made = Digests.scrypt(
            Data(password.utf8), salt: Data(salt.utf8), rounds: rounds, blockSize: blockSize,
            parallelism: parallelism, count: 64)
        #expect(hexadecimal(made) == key)
    }

    @Test("Invalid parameters give no key", arguments: [(0, 8, 1), (3, 8, 1), (16, 0, 1), (16, 8, 0)])
    func noParameters(rounds: Int, blockSize: Int, parallelism: Int) {
        let made = Digests.scrypt(
            Data("a".utf8), salt: Data("b".utf8), rounds: rounds, blockSize: blockSize,
            parallelism: parallelism,
            count: 32)
        #expect(made == nil)
    }
}
