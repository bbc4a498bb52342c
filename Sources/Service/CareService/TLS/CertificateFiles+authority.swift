import NIOSSL

extension CertificateFiles {
    /// Whether the certificate was issued by an authority rather than self-signed; `false` if it cannot be
    /// read.
    func isFromAuthority() -> Bool {
        guard let own = try? NIOSSLCertificate.fromPEMFile(certificate).first,
            let bytes = try? own.toDERBytes(), let names = CertificateNames(bytes)
        else { return false }
        return !names.issuer.elementsEqual(names.subject)
    }
}

/// Issuer and subject of a certificate, as raw bytes (X.509, RFC 5280, 4.1).
struct CertificateNames {
    let issuer: ArraySlice<UInt8>
    let subject: ArraySlice<UInt8>

    /// `nil` if the bytes are not a certificate.
    init?(_ bytes: [UInt8]) {
        guard var certificate = DERField.first(of: bytes[...])?.content,
            var content = Self.take(0x30, from: &certificate)
        else { return nil }
        // The version, which old ones omit; then serial number and algorithm.
        if content.first == 0xA0 { _ = Self.take(0xA0, from: &content) }
        guard Self.take(0x02, from: &content) != nil, Self.take(0x30, from: &content) != nil,
            let issuer = Self.take(0x30, from: &content), Self.take(0x30, from: &content) != nil,
            let subject = Self.take(0x30, from: &content)
        else { return nil }
        self.issuer = issuer
        self.subject = subject
    }

    /// The content of the next field, which must have this tag.
    private static func take(_ tag: UInt8, from bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let field = DERField.first(of: bytes), field.tag == tag else { return nil }
        bytes = bytes[field.content.endIndex...]
        return field.content
    }
}

/// A field of DER: its tag, how long it is, and that many bytes.
private struct DERField {
    let tag: UInt8
    let content: ArraySlice<UInt8>

    /// The field at the start of the bytes; `nil` if it does not end within them.
    static func first(of bytes: ArraySlice<UInt8>) -> DERField? {
        guard bytes.count >= 2 else { return nil }
        let tag = bytes[bytes.startIndex]
        let first = bytes[bytes.startIndex + 1]
        var rest = bytes.dropFirst(2)
        var count = Int(first)
        if first >= 0x80 {
            // A certificate has some thousand bytes, so three bytes of length are more than enough.
            let digits = Int(first & 0x7F)
            guard (1...3).contains(digits), rest.count >= digits else { return nil }
            count = rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(digits)
        }
        guard rest.count >= count else { return nil }
        return DERField(tag: tag, content: rest.prefix(count))
    }
}
