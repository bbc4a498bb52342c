extension SettingsEdit {
    /// Says how the client or caregiver of the settings is called; the file's other bytes stay.
    ///
    /// - Parameter section: `client` or `caregiver`.
    public static func name(
        _ name: String, of section: String, in bytes: [UInt8], file: String
    ) throws(Problem) -> [UInt8] {
        let text = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let value = Value(section: section, option: "name", text: "\"\(text)\"")
        return try setting([value], in: bytes, file: file) { settings in
            if section == "client" { settings.client.name = name } else { settings.caregiver.name = name }
        }
    }
}
