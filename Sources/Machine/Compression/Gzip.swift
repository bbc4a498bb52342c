internal import CZlib

/// Bytes as gzip (RFC 1952) has them, by zlib.
public enum Gzip {
    /// - Parameter level: from 1, the quickest, to 9, the smallest.
    /// - Returns: `nil` if zlib refuses, as without memory.
    public static func compressed(_ bytes: [UInt8], level: Int = 9) -> [UInt8]? {
        var stream = z_stream()
        guard beckon_gzip_begin(&stream, CInt(min(max(level, 1), 9))) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        // One call is enough where there is room for the worst case.
        let room = Int(deflateBound(&stream, uLong(bytes.count)))
        guard bytes.count <= Int(UInt32.max), room <= Int(UInt32.max) else { return nil }
        var source = bytes
        var isWhole = false
        let packed = [UInt8](unsafeUninitializedCapacity: room) { target, count in
            source.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(room)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = room - Int(stream.avail_out)
        }
        return isWhole ? packed : nil
    }
}
