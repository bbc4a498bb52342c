public import Scanning
public import StaffFiles

/// Reads the options of `scanning` into parameters, wherever they are written.
public enum ScanParametersReader {
    /// The parameters that are written there, the others unchanged; and findings for settings that do not fit
    /// together.
    public static func read(
        _ cursor: MappingCursor, defaults: ScanParameters = ScanParameters()
    ) -> ScanParameters {
        var parameters = defaults
        for option in ScanOption.all { read(option, cursor, into: &parameters) }
        ScanParametersCheck(parameters: parameters, cursor: cursor).run()
        return parameters
    }

    private static func read(
        _ option: ScanOption, _ cursor: MappingCursor, into parameters: inout ScanParameters
    ) {
        func set<Held>(_ place: WritableKeyPath<ScanParameters, Held>, _ read: Located<Held>?) {
            if let read { parameters[keyPath: place] = read.value }
        }
        func setOrOff<Held>(
            _ place: WritableKeyPath<ScanParameters, Held?>, _ read: (String) -> Located<Held>?
        ) {
            if cursor.isOff(option.name) {
                parameters[keyPath: place] = nil
            } else if let value = read(option.name) {
                parameters[keyPath: place] = value.value
            }
        }
        switch option.value {
        case .time(let place, let range):
            set(place, cursor.duration(option.name, in: range, allowsOff: range.lowerBound == .zero))
        case .timeOrOff(let place, let range):
            setOrOff(place) { cursor.duration($0, in: range, allowsOff: true) }
        case .count(let place, let range): set(place, cursor.int(option.name, in: range))
        case .countOrOff(let place, let range):
            setOrOff(place) { cursor.int($0, in: range, allowsOff: true) }
        case .factorOrOff(let place, let range):
            setOrOff(place) { cursor.number($0, in: range, allowsOff: true) }
        case .flag(let place): set(place, cursor.bool(option.name))
        case .word(let word):
            if let read = cursor.word(option.name, of: word.words) { word.set(read.value, in: &parameters) }
        }
    }
}
