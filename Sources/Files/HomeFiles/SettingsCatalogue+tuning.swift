extension SettingsCatalogue {
    static let tuning = Section(
        path: ["tuning"],
        meaning: "What beckon tune learns from the presses; docs/tuning.md tells more.",
        options: [
            Option(
                name: "keep", standard: "on", range: "on or off",
                meaning:
                    "Keeps how the client presses: times alone, not what was chosen, on this machine only. beckon tune --forget erases it.",
                risk: "Writes records of presses into the home’s folder."
            ),
            Option(
                name: "automatic", standard: "off", range: "on or off",
                meaning:
                    "Fits scan_time by itself within the limits below, by a tenth a day at most. Off: a caregiver approves each change.",
                risk:
                    "Changes the scan time by itself; it is kept in the home’s folder, not in `beckon.yaml`."
            ),
            Option(
                name: "fastest", standard: "500 ms", range: "300 ms to 10 s",
                meaning:
                    "The shortest scan_time set automatically or by the client's own choice of \"Faster\"."),
            Option(
                name: "slowest", standard: "6 s", range: "300 ms to 10 s",
                meaning:
                    "The longest scan_time set automatically or by the client's own choice of \"Slower\"."),
        ])
}
