import Care

/// What is typed or comes from elsewhere, in the words of a message.
public enum ProgramText {
    /// What would steer a terminal, or turn around what stands behind it, is written as `\u{1b}`; lines stay lines.
    public static func visible(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            let steers: Bool =
                switch scalar.properties.generalCategory {
                case .control: scalar != "\n" && scalar != "\t"
                case .lineSeparator, .paragraphSeparator: true
                default: DirectionMarks.contains(scalar)
                }
            if steers {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
