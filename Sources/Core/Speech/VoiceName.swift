/// The names of eSpeak NG's voices. eSpeak NG looks for a voice's file under its name, so none may be a path.
public enum VoiceName {
    private static let longest = 64
    /// eSpeak NG 1.51 copies what follows `+` into 40 bytes without asking whether it fits: from 37 bytes on, the process ends.
    private static let longestVariant = 30
    /// Voices of MBROLA's whose names do not say so, without the number that follows some of them.
    private static let hidden: Set = [
        "en-afrikaans", "en-dutch", "en-french", "en-german", "en-greek", "en-hungarian", "en-polish",
        "en-romanian", "en-swedish",
    ]

    /// Whether a name is no path: `en-gb`, `de+f3`, `English (Great Britain)`. Whether there is such a voice, the synthesiser knows.
    public static func isWellFormed(_ name: String) -> Bool {
        let variant = name.firstIndex(of: "+").map { name[$0...].utf8.count - 1 } ?? 0
        return (1...longest).contains(name.utf8.count) && variant <= longestVariant
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
                    || " -_+()'".unicodeScalars.contains($0)
            }
    }

    /// Whether eSpeak NG starts the program `mbrola` for this voice, where that is installed.
    public static func startsProgram(_ name: String) -> Bool {
        let name = String(name.lowercased().prefix { $0 != "+" })
        return name.hasPrefix("mb-") || name.contains("-mb-") || name.contains("mbrola")
            || hidden.contains { name == $0 || name.hasPrefix($0 + "-") }
    }
}
