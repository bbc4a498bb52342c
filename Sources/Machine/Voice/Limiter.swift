import Glibc

/// Turns the mixed sum into 16-bit stereo; above 70 % it limits softly, so that overlapping sounds do not
/// distort.
enum Limiter {
    private static let knee: Float = 0.7

    static func write(
        _ sum: UnsafePointer<Float>, count: Int, to stereo: inout [Int16]
    ) {
        for index in 0..<count {
            let value = sum[index] / 32_768
            let size = abs(value)
            let limited = size <= knee ? size : knee + (1 - knee) * tanh((size - knee) / (1 - knee))
            let sample = Int16((value < 0 ? -limited : limited) * 32_767)
            stereo.append(sample)
            stereo.append(sample)
        }
    }
}
