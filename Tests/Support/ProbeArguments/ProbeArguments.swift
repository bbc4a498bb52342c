import Foundation

/// What a probe is told on its command line, taken from it piece by piece: options first, which may stand anywhere, then what is left in its
/// order, then `end()`. Whatever is not understood ends the probe: its usage goes to standard error, and the status is 64.
public struct ProbeArguments {
    private let usage: String
    private var rest: [String]

    /// - Parameters:
    ///   - usage: Without "usage: " before it.
    ///   - arguments: Those of this process if none are given, without its name.
    public init(usage: String, _ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
        self.usage = usage
        rest = arguments
    }

    /// What can stand for one of these, for a usage: "lost|doubled".
    public static func names<Kind: RawRepresentable<String> & CaseIterable>(of kinds: Kind.Type) -> String {
        kinds.allCases.map(\.rawValue).joined(separator: "|")
    }

    // MARK: - Options

    /// Whether an option that has no value is there.
    public mutating func flag(_ name: String) -> Bool {
        guard let index = rest.firstIndex(of: name) else { return false }
        rest.remove(at: index)
        return true
    }

    /// The number behind an option; `nil` where it is not there.
    public mutating func option(_ name: String, least: Int = 0) -> Int? {
        guard let text = value(of: name) else { return nil }
        guard let number = Int(text), number >= least else { misused() }
        return number
    }

    /// What is named behind an option; `nil` where it is not there.
    public mutating func option<Kind: RawRepresentable<String>>(_ name: String) -> Kind? {
        guard let text = value(of: name) else { return nil }
        guard let kind = Kind(rawValue: text) else { misused() }
        return kind
    }

    /// The one option that is left, which names one of these, as `--forget`; `nil` where none is left.
    public mutating func choice<Kind: RawRepresentable<String>>() -> Kind? {
        guard let index = rest.firstIndex(where: { $0.hasPrefix("--") }) else { return nil }
        guard let kind = Kind(rawValue: String(rest.remove(at: index).dropFirst(2))) else { misused() }
        return kind
    }

    private mutating func value(of name: String) -> String? {
        guard let index = rest.firstIndex(of: name) else { return nil }
        guard index + 1 < rest.endIndex else { misused() }
        let value = rest[index + 1]
        rest.removeSubrange(index...index + 1)
        return value
    }

    // MARK: - In their order

    /// The next one, whatever it is.
    public mutating func word() -> String {
        guard !rest.isEmpty else { misused() }
        return rest.removeFirst()
    }

    /// How many of something: 1 or more.
    ///
    /// - Parameter standard: Where nothing is left; `nil` if it has to be said.
    public mutating func count(or standard: Int? = nil) -> Int {
        if rest.isEmpty, let standard { return standard }
        guard let number = Int(word()), number > 0 else { misused() }
        return number
    }

    /// The next one as a number, 0 or more.
    ///
    /// - Parameter standard: Where nothing is left.
    public mutating func number<Value: FixedWidthInteger>(or standard: Value) -> Value {
        if rest.isEmpty { return standard }
        guard let number = Value(word()), number >= 0 else { misused() }
        return number
    }

    /// Nothing more is expected.
    public func end() {
        guard rest.isEmpty else { misused() }
    }

    /// Tells how the probe is used, and ends it.
    public func misused() -> Never {
        FileHandle.standardError.write(Data("usage: \(usage)\n".utf8))
        exit(64)
    }
}
