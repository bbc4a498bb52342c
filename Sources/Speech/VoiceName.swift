/// The names of eSpeak NG's voices. eSpeak NG looks for a voice's file under its name, so none may be a path.
public enum VoiceName {
    private static let longest = 64

    /// Whether a name is no path: `en-gb`, `de+f3`, `English (Great Britain)`. Whether there is such a voice, the synthesiser knows.
    public static func isWellFormed(_ name: String) -> Bool {
        (1...longest).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
                    || " -_+()'".unicodeScalars.contains($0)
            }
    }

    /// Whether eSpeak NG starts the program `mbrola` for this voice, where that is installed.
    public static func startsProgram(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("mb-") || name.contains("-mb-") || name.contains("mbrola")
    }
}
