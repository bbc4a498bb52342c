import Care
import CareStore
import Channels
import Foundation
import Logging
import Networking
import Wording

/// Sending to people's own devices.
extension ServiceCore {
    /// What hangs does not hang for ever: a call by telephone rings, is answered and speaks within this time.
    static let longestSend: Duration = .seconds(300)
    /// After that a message would mislead whoever reads it.
    private static let alertLasts: Duration = .seconds(3600)
    private static let newsLasts: Duration = .seconds(12 * 3600)

    /// What a channel needs to reach a contact: throws where that cannot be read.
    ///
    /// - Parameter secrets: Those of the contact, where they are not those that are kept.
    func destination(
        of contact: Contact, secrets: [String: String]? = nil
    ) async throws(CareProblem) -> Destination {
        let name = contact.channel
        let known = try await messages.secrets.read()
        let settings = try await storedChannel(name)?.settings ?? [:]
        var opening = known.channels[name] ?? [:]
        if name == MessageDesk.webPush { opening["vapid"] = try await messages.secrets.vapid().exported }
        return Destination(
            contact: contact.id, address: contact.address,
            secrets: secrets ?? known.contacts[contact.id.uuidString] ?? [:],
            settings: settings, settingSecrets: opening)
    }

    /// How a channel is set; `nil` where nobody has set it.
    func storedChannel(_ name: String) async throws(CareProblem) -> StoredChannel? {
        try await read { store throws(CareStoreError) in try await store.channels() }.first {
            $0.name == name
        }
    }

    /// Tries once to send a message; whatever comes of it is an outcome.
    func send(_ message: OutgoingMessage) async -> ChannelOutcome {
        guard let channel = messages.channels[message.contact.channel] else {
            return .failed("this version of Beckon does not have `\(message.contact.channel.prefix(40))`")
        }
        do throws(CareProblem) {
            let (written, target) = (try await written(message), try await destination(of: message.contact))
            return await Self.within(Self.longestSend) { await channel.send(written, target) }
        } catch { return .failed(error.detail) }
    }

    /// Whether messages would arrive, without anybody noticing where the channel allows that.
    func prove(_ contact: Contact) async -> ChannelOutcome {
        guard let channel = messages.channels[contact.channel] else {
            return .failed("this version of Beckon does not have `\(contact.channel.prefix(40))`")
        }
        do throws(CareProblem) {
            let target = try await destination(of: contact)
            return await Self.within(Self.longestSend) { await channel.prove(target) }
        } catch { return .failed(error.detail) }
    }

    /// Sends a test that its owner sees.
    func test(_ contact: Contact) async throws(CareProblem) -> ChannelOutcome {
        guard let channel = messages.channels[contact.channel],
            try await storedChannel(contact.channel)?.isOn ?? false
        else {
            throw CareProblem(.notAcceptable, "this home cannot reach anybody in this way", field: "channel")
        }
        let key = UUID()
        let language = try await person(contact.person)?.language
        let words = await words(in: language)
        let said = words?.test(of: homeName) ?? (title: homeName ?? "Beckon", body: "")
        let token = try await token(of: key)
        messages.sends(test: key, to: contact)
        let home = try await linkAddress()
        let message = ChannelMessage(
            key: key, thread: Self.thread(key), kind: .proof, title: said.title, body: said.body,
            priority: .normal, answers: [], link: home + "/", seen: Self.seen(token, home),
            language: words?.say.language ?? "en", lifetime: Self.alertLasts)
        let target = try await destination(of: contact)
        return await Self.within(Self.longestSend) { await channel.send(message, target) }
    }

    private static func within(
        _ limit: Duration, _ body: @escaping @Sendable () async -> ChannelOutcome
    ) async -> ChannelOutcome {
        await Patience.within(limit, body)
            ?? .failed("it did not end within \(Int(limit / .seconds(60))) minutes")
    }

    // MARK: - What is written

    /// A message in the language of whoever gets it.
    private func written(_ message: OutgoingMessage) async throws(CareProblem) -> ChannelMessage {
        let words = await words(in: try await person(message.contact.person)?.language)
        let (token, home) = (try await token(of: message.key), try await linkAddress())
        let said = said(message, words)
        let (isNews, canAnswer) = (message.kind == .update, message.asked != nil && message.kind == .alert)
        let keys = canAnswer && message.contact.channel == ContactChannel.sip.rawValue ? words?.keys : nil
        let page = canAnswer ? "/answer/" + token : "/"
        let answers =
            canAnswer && ContactChannel.carriesAnswers(message.contact.channel)
            ? MessageAnswer.Word.allCases.map { word in
                ChannelMessage.Answer(
                    name: word.rawValue, label: words?.button(word) ?? word.rawValue,
                    url: home + "/api/v1/answers/" + token)
            } : []
        return ChannelMessage(
            key: message.key, thread: Self.thread(message.asked?.id ?? message.subject.id),
            kind: isNews ? .update : .alert, title: said.title,
            body: [said.body, keys].compactMap(\.self).joined(separator: "\n"),
            priority: message.priority, answers: answers, link: home + page, seen: Self.seen(token, home),
            language: words?.say.language ?? "en", lifetime: isNews ? Self.newsLasts : Self.alertLasts)
    }

    /// What a message says now.
    func said(_ message: OutgoingMessage, _ words: MessageWords?) -> (title: String, body: String) {
        guard let words else {
            // Without its texts, the service has the client's own words.
            let request = message.asked
            let title = [request?.clientName, request?.called].compactMap(\.self).joined(separator: ": ")
            return (title.isEmpty ? "Beckon" : title, request?.say ?? "")
        }
        return switch (message.subject, message.kind) {
        case (.request(let request), .update): words.news(request)
        case (.request(let request), .alert): words.call(request)
        case (.reminder(let reminder), .update):
            reminder.request.map(words.news) ?? words.reminder(reminder)
        case (.reminder(let reminder), .alert): words.reminder(reminder)
        }
    }

    /// `nil` where the texts cannot be read.
    ///
    /// - Parameter language: The reader's own, BCP 47; `nil` where nobody has said it.
    func words(in language: String?) async -> MessageWords? {
        await messages.texts.translation(in: [language, homeLanguage]).map {
            MessageWords(say: $0, zone: home.rules, now: clock.wall())
        }
    }

    /// `nil` for the home's own, and for nobody here.
    func person(_ id: String?) async throws(CareProblem) -> Person? {
        guard let id else { return nil }
        return try await read { store throws(CareStoreError) in try await store.people() }
            .first { $0.id == id }
    }

    // MARK: - Addresses

    private static func thread(_ id: UUID) -> String {
        id.uuidString.lowercased().replacing("-", with: "")
    }

    private static func seen(_ token: String, _ home: String) -> String {
        home + "/api/v1/answers/" + token + "/seen"
    }

    func token(of message: UUID) async throws(CareProblem) -> String {
        HomeToken.make(of: message, for: .answer, key: try await messages.secrets.read().answerKey)
    }

    /// Under which address people's devices find this service, such as `https://home.example.org:4280`.
    func linkAddress() async throws(CareProblem) -> String {
        if let set = try await storedChannel(StoredChannel.links)?.settings["address"], !set.isEmpty {
            return set
        }
        let reach = certificate.reach
        let port = port
        let scheme = reach.isSecure ? "https" : "http"
        if let name = configuration.names.first { return "\(scheme)://\(name):\(port)" }
        return networkAddress(port: port)
            ?? "\(scheme)://\(reach.host.contains(":") ? "[\(reach.host)]" : reach.host):\(port)"
    }
}

extension MessageDesk {
    static let webPush = ContactChannel.webPush.rawValue
}

extension OutgoingMessage {
    /// The call that it is about; `nil` where it is about something else.
    var asked: Request? {
        switch subject {
        case .request(let request): request
        case .reminder(let reminder): reminder.request
        }
    }

    var priority: Priority {
        switch subject {
        case .request(let request): request.priority
        case .reminder(let reminder): reminder.priority
        }
    }
}
