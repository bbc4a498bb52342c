public import Care
import HomeFiles
import StaffFiles

extension HomeFileKeeper {
    /// How the client's board is scanned, with what each setting does for a person.
    public func options() throws(CareProblem) -> HomeOptions {
        let place = try HomeFilePlace(HomeFilePlace.settingsName, in: home)
        let bytes = place.exists ? try bytes(of: place) : []
        let texts = SettingsEdit.scanningTexts(in: bytes, file: place.name)
        return HomeOptions(
            version: Self.version(of: bytes), client: settings.client.name,
            options: SettingsCatalogue.scanning.options.map { option in
                .init(
                    name: option.name, value: texts[option.name], standard: option.standard,
                    range: option.range,
                    meaning: option.meaning)
            },
            machine: MachineSettings.values(
                of: SettingsReader.readable(bytes, file: place.name) ?? settings
            ).map {
                .init(name: $0.name, value: $0.text, meaning: MachineSettings.meaning(of: $0.name))
            })
    }

    /// Changes some of them in `beckon.yaml`, whose comments stay.
    public func setOptions(_ change: OptionChange) throws(CareProblem) -> HomeOptions {
        for (name, text) in change.values.sorted(by: { $0.key < $1.key }) {
            if let problem = SettingsEdit.problem(with: text, of: name) {
                throw CareProblem(.notAcceptable, problem, field: name)
            }
        }
        try edit(HomeFilePlace.settingsName, from: change.version, missing: []) {
            bytes, name throws(SettingsEdit.Problem) in
            try SettingsEdit.scanning(change.values, in: bytes, file: name)
        }
        return try options()
    }

    /// What Beckon says in the home's language.
    public func phrases() throws(CareProblem) -> HomePhrases {
        let place = try phrasesPlace()
        let bytes = place.exists ? try bytes(of: place) : shippedPhrases(place)
        let own = PhrasesEdit.texts(in: bytes, file: place.name)
        let shipped = shippedPhrases(place)
        let standard = PhrasesEdit.texts(in: shipped, file: place.name)
        let ownPurposes = PhrasesEdit.purposes(in: String(decoding: bytes, as: UTF8.self))
        let purposes = PhrasesEdit.purposes(in: String(decoding: shipped, as: UTF8.self))
        return HomePhrases(
            name: place.name, version: Self.version(of: bytes),
            phrases: PhraseEntry.all.map { entry in
                .init(
                    key: entry.name, text: own[entry.name], standard: standard[entry.name] ?? "",
                    holds: entry.placeholders.map { "{\($0.rawValue)}" }.sorted(),
                    purpose: purposes[entry.name] ?? ownPurposes[entry.name] ?? "")
            })
    }

    /// Changes some sentences in the file of the home's language, whose comments stay.
    public func setPhrases(_ change: OptionChange) throws(CareProblem) -> HomePhrases {
        let place = try phrasesPlace()
        let shipped = share?.phrases(like: place.name)
        try edit(place.name, from: change.version, missing: shippedPhrases(place)) {
            bytes, name throws(SettingsEdit.Problem) in
            try PhrasesEdit.setting(change.values, in: bytes, file: name, shipped: shipped)
        }
        return try phrases()
    }

    /// Writes what an edit makes of a file, unless somebody else has written it meanwhile.
    ///
    /// - Parameters:
    ///   - version: What was read before; `nil` for whatever is there.
    ///   - missing: What is edited where there is no file yet.
    ///   - isTrial: Whether nothing is written: it throws where an edit would.
    func edit(
        _ name: String, from version: String? = nil, missing: [UInt8], isTrial: Bool = false,
        by edit: ([UInt8], String) throws(SettingsEdit.Problem) -> [UInt8]
    ) throws(CareProblem) {
        let place = try HomeFilePlace(name, in: home)
        let old = place.exists ? try bytes(of: place) : missing
        guard version ?? Self.version(of: old) == Self.version(of: old) else {
            throw CareProblem(.conflict, "\(name) was changed by somebody else meanwhile", field: "version")
        }
        let bytes: [UInt8]
        do throws(SettingsEdit.Problem) { bytes = try edit(old, name) } catch {
            switch error {
            case .refused: throw CareProblem(.conflict, error.description, field: "file")
            case .unfit(let reason): throw CareProblem(.notAcceptable, reason, field: "values")
            case .byHand(let value, _, let line):
                throw CareProblem(
                    .conflict,
                    "\(name), line \(line): `\(value.section)` is written in a way that only a person can change safely: edit the file itself",
                    field: value.option)
            }
        }
        if isTrial || (bytes == old && place.exists) { return }
        try save(bytes, to: place, before: place.exists ? old : nil)
    }

    private func shippedPhrases(_ place: HomeFilePlace) -> [UInt8] {
        share?.phrasesFile(like: place.name)?.bytes ?? []
    }

    /// The file of the home's language; that of a dialect where there is one.
    private func phrasesPlace() throws(CareProblem) -> HomeFilePlace {
        let language = settings.language
        let base = language.split(separator: "-").first.map(String.init) ?? language
        let own = try HomeFilePlace("phrases.\(language).yaml", in: home)
        return own.exists ? own : try HomeFilePlace("phrases.\(base).yaml", in: home)
    }
}
