import FoundationEssentials

extension JournalEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case sequence, at, kind, request, fault, proposal, occurrence, reminder, points, grant, appointment
        case mood, words, minutes
        case isLate = "late"
    }

    /// Reads what can be read: who hears of it may still act, and what there is now can be fetched.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var isWhole = true
        func readIfPresent<Value: Decodable>(_ key: CodingKeys) -> Value? {
            do { return try container.decodeIfPresent(Value.self, forKey: key) } catch {
                isWhole = false
                return nil
            }
        }
        self.init(
            sequence: try container.decode(Int64.self, forKey: .sequence),
            at: try container.decode(Date.self, forKey: .at),
            content: Content(
                try container.decode(Kind.self, forKey: .kind), request: readIfPresent(.request),
                fault: readIfPresent(.fault), proposal: readIfPresent(.proposal),
                occurrence: readIfPresent(.occurrence), reminder: readIfPresent(.reminder),
                points: readIfPresent(.points), grant: readIfPresent(.grant),
                appointment: readIfPresent(.appointment), mood: readIfPresent(.mood),
                words: readIfPresent(.words), minutes: readIfPresent(.minutes)),
            isLate: readIfPresent(.isLate) ?? false)
        isIncomplete = !isWhole
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(at, forKey: .at)
        try container.encode(kind, forKey: .kind)
        switch content {
        case .request(let request, let news):
            try container.encode(request, forKey: .request)
            try container.encodeIfPresent(news.minutes, forKey: .minutes)
        case .fault(let fault): try container.encode(fault, forKey: .fault)
        case .proposed(let proposal), .proposalDecided(let proposal):
            try container.encode(proposal, forKey: .proposal)
        case .occurrenceChanged(let occurrence): try container.encode(occurrence, forKey: .occurrence)
        case .reminder(let reminder): try container.encode(reminder, forKey: .reminder)
        case .pointsChanged(let points): try container.encode(points, forKey: .points)
        case .grantChanged(let grant): try container.encode(grant, forKey: .grant)
        case .appointmentChanged(let news): try container.encode(news, forKey: .appointment)
        case .moodLogged(let mood): try container.encode(mood, forKey: .mood)
        case .words(let words): try container.encode(words, forKey: .words)
        case .unreadable(.request(let news)): try container.encodeIfPresent(news.minutes, forKey: .minutes)
        case .needChanged, .routineChanged, .agendaChanged,
            .unreadable(.fault), .unreadable(.proposed), .unreadable(.proposalDecided),
            .unreadable(.reminder), .unreadable(.pointsChanged), .unreadable(.grantChanged),
            .unreadable(.appointmentChanged), .unreadable(.moodLogged), .unreadable(.words):
            break
        }
        try container.encode(isLate, forKey: .isLate)
    }
}
