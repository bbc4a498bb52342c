/// One option of `scanning` in `beckon.yaml`: its name, where its value is, what may stand there and what it does for a person.
///
/// How it is read and checked, what `beckon config default`, the settings page and the documents say of it: all follows from here.
public struct ScanOption: Sendable {
    public typealias Place<Held> = any WritableKeyPath<ScanParameters, Held> & Sendable

    /// Where the value is, and what may stand there.
    public enum Value: Sendable {
        case time(Place<Duration>, ClosedRange<Duration>)
        /// `nil` is off.
        case timeOrOff(Place<Duration?>, ClosedRange<Duration>)
        case count(Place<Int>, ClosedRange<Int>)
        case countOrOff(Place<Int?>, ClosedRange<Int>)
        case factorOrOff(Place<Double?>, ClosedRange<Double>)
        case flag(Place<Bool>)
        case word(ScanWord)

        /// One of an enumeration's words.
        static func choice<Word>(_ place: Place<Word>) -> Value
        where Word: RawRepresentable<String> & CaseIterable & Sendable {
            .word(ScanWord(place))
        }
    }

    public let name: String
    public let value: Value
    /// The modes in which it does something; `nil` for all.
    public let modes: [ScanParameters.Mode]?
    /// What it does for a person.
    public let meaning: String

    init(_ name: String, _ value: Value, only modes: [ScanParameters.Mode]? = nil, _ meaning: String) {
        self.name = name
        self.value = value
        self.modes = modes
        self.meaning = meaning
    }

    /// Whether two have the same value here.
    public func isSame(in one: ScanParameters, as other: ScanParameters) -> Bool {
        switch value {
        case .time(let place, _): one[keyPath: place] == other[keyPath: place]
        case .timeOrOff(let place, _): one[keyPath: place] == other[keyPath: place]
        case .count(let place, _): one[keyPath: place] == other[keyPath: place]
        case .countOrOff(let place, _): one[keyPath: place] == other[keyPath: place]
        case .factorOrOff(let place, _): one[keyPath: place] == other[keyPath: place]
        case .flag(let place): one[keyPath: place] == other[keyPath: place]
        case .word(let word): word.read(one) == word.read(other)
        }
    }

    /// What a time can be, wherever it is set, fitted or kept.
    public static func range(of time: WritableKeyPath<ScanParameters, Duration>) -> ClosedRange<Duration> {
        for option in all {
            if case .time(let place, let range) = option.value, place == time { return range }
        }
        preconditionFailure("no option of scanning has this time")
    }
}

/// A value that is one word of an enumeration.
public struct ScanWord: Sendable {
    public let words: [String]
    let read: @Sendable (ScanParameters) -> String
    private let write: @Sendable (String, inout ScanParameters) -> Void

    init<Word>(_ place: ScanOption.Place<Word>)
    where Word: RawRepresentable<String> & CaseIterable & Sendable {
        words = Word.allCases.map(\.rawValue)
        read = { $0[keyPath: place].rawValue }
        write = { word, parameters in
            if let word = Word(rawValue: word) { parameters[keyPath: place] = word }
        }
    }

    public func word(in parameters: ScanParameters) -> String { read(parameters) }

    /// Puts one of the words there.
    public func set(_ word: String, in parameters: inout ScanParameters) { write(word, &parameters) }
}
