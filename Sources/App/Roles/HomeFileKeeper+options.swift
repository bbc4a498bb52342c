public import Care
import HomeFiles
import Scanning
import StaffFiles
import TuningFiles

extension HomeFileKeeper {
    /// The settings that can be changed through the service, with what each does for a person.
    ///
    /// - Parameters:
    ///   - withChoices: Whether also what this machine and home have for them: some hundred time zones, for instance.
    ///   - scope: Whose. Of a client or device, only what is theirs.
    public func options(withChoices: Bool = false, of scope: SettingsScope = .home) throws(CareProblem)
        -> HomeOptions
    {
        let place = try place(of: scope)
        let bytes = place.exists ? try bytes(of: place) : []
        let values = SettingsEdit.values(in: bytes, file: place.name)
        // The presses that are kept here are those of this machine's client.
        let isOfThisMachine = place.scope == .home
        let proposals = isOfThisMachine ? proposals() : [:]
        return HomeOptions(
            version: Self.version(of: bytes), client: settings.client.name, isWritten: place.exists,
            options: Self.changeable(in: scope).map { place in
                let option = place.option
                let standard =
                    if case .list = place.form { option.standard.filter { !"[]".contains($0) } } else {
                        option.standard
                    }
                return .init(
                    name: place.name, value: values[(place.path + [option.name]).joined(separator: ".")],
                    standard: standard, range: option.range, meaning: option.meaning, effect: place.effect,
                    proposed: place.path == ["scanning"] ? proposals[option.name] : nil,
                    choices: withChoices ? choices(of: place.name) : nil)
            },
            machine: scope != .home
                ? []
                : MachineSettings.values(
                    of: SettingsReader.readable(bytes, file: place.name) ?? settings
                ).map {
                    .init(name: $0.name, value: $0.text, meaning: MachineSettings.meaning(of: $0.name))
                })
    }

    /// Where a scope's settings are; those of the home's own client are in `beckon.yaml`.
    private func place(of scope: SettingsScope) throws(CareProblem) -> HomeFilePlace {
        let isOfHome = scope == .client(settings.client.id)
        return try HomeFilePlace((isOfHome ? .home : scope).fileName, in: home)
    }

    /// What can be changed of a scope, in the order of the file. People are renamed with the people.
    private static func changeable(in scope: SettingsScope) -> [SettingsCatalogue.Changeable] {
        guard scope != .home else { return SettingsCatalogue.changeable }
        let owners = SettingsParts.owners(in: scope)
        return SettingsCatalogue.changeable.filter {
            owners.contains(SettingsParts.owner(of: $0.path + [$0.option.name])) && $0.path != ["client"]
        }
    }

    /// Changes some of them in their file, whose comments stay.
    ///
    /// - Throws: What is wrong with each of them, at most 20.
    public func setOptions(_ change: OptionChange, of scope: SettingsScope = .home) throws(CareProblem)
        -> HomeOptions
    {
        let names = Set(Self.changeable(in: scope).map(\.name))
        var wrong: [CareProblem.FieldError] = []
        for (name, text) in change.values.sorted(by: { $0.key < $1.key }) where wrong.count < Self.mostFaults
        {
            let isElsewhere =
                !names.contains(name) && SettingsCatalogue.changeable.contains { $0.name == name }
            let reason =
                isElsewhere
                ? Self.notTheirs(scope)
                : SettingsEdit.problem(with: text, of: name) ?? purposeProblem(change, name, text, scope)
            if let reason {
                wrong.append(.init(field: name, detail: reason))
            }
        }
        let rest = change.values.filter { value in !wrong.contains { $0.field == value.key } }
        if wrong.count < Self.mostFaults {
            do throws(CareProblem) {
                try edit(rest, of: scope, from: change.version, isTrial: !wrong.isEmpty)
            } catch {
                guard !wrong.isEmpty, error.kind == .notAcceptable else { throw error }
                wrong += (error.errors ?? [.init(field: error.field ?? "values", detail: error.detail)])
                    .filter { rest[$0.field] != nil }
            }
        }
        guard wrong.isEmpty else { throw CareProblem(wrong.sorted { $0.field < $1.field }) }
        return try options(of: scope)
    }

    private static func notTheirs(_ scope: SettingsScope) -> String {
        switch scope {
        case .home: "it is not the home's"
        case .client:
            "this is not the client's own: it is changed with the settings of the home or of the device"
        case .device:
            "this is not the device's own: it is changed with the settings of the home or of the client"
        }
    }

    /// Writes settings each of which is good by itself.
    private func edit(
        _ values: [String: String], of scope: SettingsScope, from version: String, isTrial: Bool
    ) throws(CareProblem) {
        let place = try place(of: scope)
        try edit(place.name, from: version, missing: [], isTrial: isTrial) {
            bytes, name throws(SettingsEdit.Problem) in
            let changed = try SettingsEdit.options(values, in: bytes, file: name)
            // Also what this machine alone knows: its zones and devices, the boards.
            let (check, isGood) = judge(place, changed)
            guard isGood else {
                throw .wrong(
                    SettingsEdit.faults(
                        in: check.findings, of: values.keys.sorted(), in: changed, file: place.path))
            }
            return changed
        }
    }

    /// Somebody mends a few at a time; looking at each of thousands would keep others waiting.
    fileprivate static let mostFaults = 20

    fileprivate static let unfitting = "it does not go with the other settings"

    /// What `beckon tune` proposes, by the names of the settings; nothing where presses are not kept or cannot be read.
    private func proposals() -> [String: String] {
        guard let reading = try? PressReading.read(home: home.path) else { return [:] }
        let report = TuningReport(history: PressHistory(reading.records), parameters: settings.scanning)
        return Dictionary(
            uniqueKeysWithValues: report.changes.map { ($0.option.rawValue, StaffDuration.text($0.proposed)) }
        )
    }

    /// What Beckon says in the home's language.
    public func phrases() throws(CareProblem) -> HomePhrases {
        let place = try phrasesPlace()
        let bytes = place.exists ? try bytes(of: place) : shippedPhrases(place)
        let shipped = shippedPhrases(place)
        return checked.phrases.value(of: [bytes, shipped], named: place.name) {
            Self.phrases(in: bytes, shipped: shipped, name: place.name)
        }
    }

    private static func phrases(in bytes: [UInt8], shipped: [UInt8], name: String) -> HomePhrases {
        let own = PhrasesEdit.texts(in: bytes, file: name)
        let standard = PhrasesEdit.texts(in: shipped, file: name)
        let ownPurposes = PhrasesEdit.purposes(in: String(decoding: bytes, as: UTF8.self))
        let purposes = PhrasesEdit.purposes(in: String(decoding: shipped, as: UTF8.self))
        return HomePhrases(
            name: name, version: version(of: bytes),
            phrases: PhraseEntry.all.flatMap { entry in
                PhrasesEdit.keys(of: entry, in: own, shipped: standard).map { key in
                    .init(
                        key: key, text: own[key],
                        standard: PhrasesEdit.standard(of: key, entry, in: standard),
                        holds: entry.placeholders.map { "{\($0.rawValue)}" }.sorted(),
                        purpose: purposes[entry.name] ?? ownPurposes[entry.name] ?? "")
                }
            })
    }

    /// Changes some sentences in the file of the home's language, whose comments stay.
    public func setPhrases(_ change: OptionChange) throws(CareProblem) -> HomePhrases {
        let place = try phrasesPlace()
        let shipped = share?.phrases(like: place.name)
        let standard = PhrasesEdit.texts(in: shippedPhrases(place), file: place.name)
        func edit(_ sentences: [String: String], isTrial: Bool) throws(CareProblem) {
            try self.edit(
                place.name, from: change.version, missing: shippedPhrases(place), isTrial: isTrial
            ) { bytes, name throws(SettingsEdit.Problem) in
                try PhrasesEdit.setting(
                    sentences, in: bytes, file: name, shipped: shipped, standard: standard)
            }
        }
        do throws(CareProblem) { try edit(change.values, isTrial: false) } catch {
            guard error.kind == .notAcceptable, error.field == "values" else { throw error }
            // Each sentence that alone would be refused, too, is wrong.
            var wrong: [CareProblem.FieldError] = []
            for (key, sentence) in change.values.sorted(by: { $0.key < $1.key })
            where wrong.count < Self.mostFaults {
                do throws(CareProblem) { try edit([key: sentence], isTrial: true) } catch let own {
                    guard own.kind == .notAcceptable else { throw own }
                    wrong.append(.init(field: key, detail: own.detail))
                }
            }
            if !wrong.isEmpty { throw CareProblem(wrong) }
            throw error
        }
        return try phrases()
    }

    /// Writes what an edit makes of a file, unless somebody else has written it meanwhile.
    ///
    /// - Parameters:
    ///   - version: What was read before; `nil` for whatever is there.
    ///   - missing: What is edited where there is no file yet.
    ///   - isTrial: Whether nothing is written: it throws where an edit would.
    ///   - isOnMachine: Whether somebody on this machine changes it, who may change what the service's users may not.
    func edit(
        _ name: String, from version: String? = nil, missing: [UInt8], isTrial: Bool = false,
        isOnMachine: Bool = false,
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
            case .refused(let findings):
                let first = told(findings).first { $0.severity == .error }
                throw CareProblem(
                    .conflict,
                    "\(name) has mistakes, so nothing was changed in it; the first, in line \(first?.line ?? 1): \(first?.message ?? "")",
                    field: "file")
            case .mistakes(let findings):
                let first = told(findings).first { $0.severity == .error }
                throw CareProblem(.notAcceptable, first?.message ?? Self.unfitting, field: "values")
            case .unfit(let reason): throw CareProblem(.notAcceptable, reason, field: "values")
            case .wrong(let faults):
                throw CareProblem(
                    faults.map { .init(field: $0.name ?? "values", detail: told($0.reason)) })
            case .byHand(let value, _, let line):
                throw CareProblem(
                    .conflict,
                    "\(name), line \(line): `\(value.section)` is written in a way that only a person can change safely: edit the file itself",
                    field: value.name)
            }
        }
        if isTrial || (bytes == old && place.exists) { return }
        try save(bytes, to: place, before: place.exists ? old : nil, isOnMachine: isOnMachine)
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

extension CareProblem {
    /// What is wrong with the settings or sentences of a change, as far as it is told at once.
    fileprivate init(_ errors: [FieldError]) {
        self.init(
            .notAcceptable, errors.first?.detail ?? HomeFileKeeper.unfitting,
            field: errors.first?.field ?? "values")
        if errors.count > 1 { self.errors = Array(errors.prefix(HomeFileKeeper.mostFaults)) }
    }
}
