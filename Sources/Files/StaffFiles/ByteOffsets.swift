/// Where the code points of a text begin, in bytes of UTF-8: the YAML parser counts the ones, and texts are changed by the others.
///
/// It goes on from the place that it was asked for last, so that going through a text costs what its length is.
struct ByteOffsets {
    private let bytes: [UInt8]
    private var codePoint = 0
    private var offset = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The offset of a code point, both from 0; that of the end for those beyond it.
    mutating func offset(ofCodePoint wanted: Int) -> Int {
        while codePoint < wanted, offset < bytes.count {
            repeat { offset += 1 } while offset < bytes.count && isContinuation(offset)
            codePoint += 1
        }
        while codePoint > wanted, offset > 0 {
            repeat { offset -= 1 } while offset > 0 && isContinuation(offset)
            codePoint -= 1
        }
        return offset
    }

    private func isContinuation(_ offset: Int) -> Bool { bytes[offset] & 0xC0 == 0x80 }
}
