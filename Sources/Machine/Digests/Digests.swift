import CLibCrypto
public import Foundation

/// Hashes, computed by OpenSSL's libcrypto.
public enum Digests {
    /// Starts libcrypto without the machine's openssl.cnf, which might leave it without algorithms, and
    /// without its cleanup at exit, when other threads may still be using it.
    private static let isReady =
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT), nil) == 1

    /// SHA-256 (FIPS 180-4): 32 bytes. Ends the process if libcrypto fails: a token must never get a wrong
    /// hash.
    public static func sha256(_ bytes: Data) -> Data {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let isMade = isReady && bytes.withUnsafeBytes { SHA256($0.baseAddress, $0.count, &digest) != nil }
        precondition(isMade, "OpenSSL's libcrypto makes no SHA-256 on this machine")
        return Data(digest)
    }

    /// SHA-256 as 64 hexadecimal digits in lower case.
    public static func sha256Digits(_ bytes: Data) -> String {
        sha256(bytes).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// HMAC with SHA-256 (RFC 2104): 32 bytes that only whoever has the key can make of these bytes.
    public static func hmacSHA256(_ bytes: Data, key: Data) -> Data {
        // The block of SHA-256; a longer key counts as its hash.
        let block = 64
        let short = key.count > block ? sha256(key) : key
        let whole = Array(short) + [UInt8](repeating: 0, count: block - short.count)
        let inner = sha256(Data(whole.map { $0 ^ 0x36 }) + bytes)
        return sha256(Data(whole.map { $0 ^ 0x5c }) + inner)
    }

    /// scrypt (RFC 7914).
    ///
    /// - Parameters:
    ///   - rounds: N, a power of two from 2.
    ///   - blockSize: r, at least 1.
    ///   - parallelism: p, at least 1.
    ///   - count: How many bytes are wanted, at least 1.
    /// - Returns: `nil` if memory runs out (it takes 128 · r · (N + p + 2) bytes), or for invalid parameters.
    public static func scrypt(
        _ password: Data, salt: Data, rounds: Int, blockSize: Int, parallelism: Int, count: Int
    ) -> Data? {
        guard isReady, rounds > 1, blockSize > 0, parallelism > 0, count > 0 else { return nil }
        var key = [UInt8](repeating: 0, count: count)
        // Without an explicit limit it takes no more than 32 MiB.
        let memory = 128 * UInt64(blockSize) * UInt64(rounds + parallelism + 2)
        // With a terminating zero, so that an empty array has an address too.
        let words = password.map { CChar(bitPattern: $0) } + [0]
        let made = EVP_PBE_scrypt(
            words, password.count, Array(salt), salt.count, UInt64(rounds), UInt64(blockSize),
            UInt64(parallelism), memory,
            &key, count)
        return made == 1 ? Data(key) : nil
    }
}
