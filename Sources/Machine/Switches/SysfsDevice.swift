internal import Glibc

/// A device's description in `/sys`, which everybody can read even if the device cannot be opened.
struct SysfsDevice {
    let identity: DeviceIdentity
    private let keyBits: [UInt]

    /// - Parameter node: e.g. `/dev/input/event5`.
    init?(node: String, root: String = "/sys/class/input") {
        let name = node.split(separator: "/").last.map(String.init) ?? ""
        let folder = "\(root)/\(name)/device"
        guard let text = Self.line("\(folder)/name"), let bits = Self.line("\(folder)/capabilities/key")
        else {
            return nil
        }
        let vendor = Self.line("\(folder)/id/vendor").flatMap { UInt16($0, radix: 16) } ?? 0
        let product = Self.line("\(folder)/id/product").flatMap { UInt16($0, radix: 16) } ?? 0
        identity = DeviceIdentity(name: text, vendor: vendor, product: product)
        // Words of a `long` each in hexadecimal, the highest first.
        keyBits = bits.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
    }

    func hasKey(_ code: UInt16) -> Bool {
        let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
        return word < keyBits.count && keyBits[word] >> UInt(bit) & 1 == 1
    }

    func isRelevant(_ configuration: SwitchReader.Configuration) -> Bool {
        configuration.selection.contains { $0.matches(identity) }
            && configuration.keys.keys.contains(where: hasKey)
    }

    /// The first line of a file, if it can be read.
    static func line(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        return String(decoding: buffer[..<count].prefix { $0 != 10 }, as: UTF8.self)
    }
}
