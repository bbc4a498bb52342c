import Care
import Wording
import FoundationEssentials
import Recurrence

/// The audit log, for coordinators: who was let in, who was not, and what somebody has changed.
struct AuditPages {
    struct Line {
        let key: String
        let at: Text
        let heading: Text
        let isFailure: Bool
        /// Who it was, if anything is known.
        let details: Text?
        let changes: [Text]
    }

    let name: String?
    let from: String?
    let until: String?
    let onlyFailures: Bool
    let trouble: Text?
    let lines: [Line]
    let isEmpty: Bool
    let isNarrow: Bool
    let csv: String
    let older: String?

    static let routes: [PageRoute] = [
        PageRoute(.get, "/audit", for: [.coordinator]) { call, _ in
            let (query, trouble) = query(call)
            let found: AuditPage =
                trouble == nil
                ? try await call.api.get("audit", query + [("before", call.query["before"])])
                : AuditPage(entries: [])
            return call.page(
                Page(
                    title: Text("audit.title"), template: "audit", content: AuditPages(call, found, trouble),
                    back: "/people"), status: trouble == nil ? 200 : 422)
        },
        PageRoute(.get, "/audit.csv", for: [.coordinator]) { call, _ in try await table(call) },
    ]

    private init(_ call: PageCall, _ page: AuditPage, _ trouble: Text?) {
        (name, from, until) = (call.query["name"], call.query["from"], call.query["until"])
        onlyFailures = call.query["failures"] == "yes"
        self.trouble = trouble
        isNarrow = name != nil || from != nil || until != nil || onlyFailures
        isEmpty = trouble == nil && page.entries.isEmpty
        let zone = call.request.zone
        let changeWords = AuditChangeWords(zone: zone)
        lines = page.entries.map { entry in
            Line(
                key: "audit-\(entry.number)", at: Self.moment(entry.at, zone), heading: Self.words(entry),
                isFailure: entry.kind.isFailure, details: Self.who(entry),
                changes: entry.changes.map { changeWords.text($0, in: entry.kind) })
        }
        let filter = PageFields(
            [("name", name), ("from", from), ("until", until), ("failures", onlyFailures ? "yes" : nil)]
                .compactMap { name, value in value.map { (name, $0) } })
        csv = "/audit.csv" + filter.encoded
        older = page.next.map { "/audit" + PageFields(filter.pairs + [("before", "\($0)")]).encoded }
    }

    /// What the API is asked, and what is wrong with it, in words.
    private static func query(_ call: PageCall) -> ([(String, String?)], trouble: Text?) {
        let zone = call.request.zone
        let typed = (call.query["from"], call.query["until"])
        let days = (typed.0.flatMap(CalendarDay.init), typed.1.flatMap(CalendarDay.init))
        func start(_ day: CalendarDay?) -> String? {
            day.map { CareJSON.string(from: zone.instant(of: WallTime(startOf: $0))) }
        }
        let wrong = [(typed.0, days.0), (typed.1, days.1)].first { $0.0 != nil && $0.1 == nil }
        var trouble = wrong?.0.map { Text("audit.not_a_date", ["date": .verbatim($0)]) }
        if let first = days.0, let last = days.1, last < first {
            trouble = Text("audit.wrong_order")
        }
        return (
            [
                ("from", start(days.0)), ("until", start(days.1?.adding(days: 1))),
                ("name", call.query["name"]),
                ("failures", call.query["failures"] == "yes" ? "yes" : nil),
            ], trouble
        )
    }

    /// "Tuesday 10 March 2026 14:30": with the day, since a log is also read on paper.
    static func moment(_ date: Date, _ zone: ZoneRules) -> Text {
        let local = zone.local(of: date)
        return Text(
            "time.day_and_time",
            ["day": .text(TimeText.dayOfYear(local.day)), "time": .time(local)])
    }

    private static func who(_ entry: AuditEntry) -> Text? {
        let address = entry.address.isEmpty ? nil : Text.Value.verbatim(entry.address)
        return switch (by(entry), address) {
        case (let name?, let address?): Text("audit.by_from", ["name": name, "address": address])
        case (let name?, nil): Text("audit.by", ["name": name])
        case (nil, let address?): Text("audit.from_address", ["address": address])
        case (nil, nil): nil
        }
    }

    /// The name of a person, or what a device is that has none.
    private static func by(_ entry: AuditEntry) -> Text.Value? {
        guard let name = entry.by else { return nil }
        let isDevice = entry.byID.map { UUID(uuidString: $0) != nil } ?? true
        guard isDevice, let kind = DeviceKind(rawValue: name) else { return .verbatim(name) }
        return .text(DeviceWords.name(kind))
    }

    /// What happened, as people say it.
    static func words(_ entry: AuditEntry) -> Text {
        let about: [String: Text.Value] = [
            "name": entry.about.map(Text.Value.verbatim) ?? .text(Text("audit.somebody"))
        ]
        return switch entry.kind {
        case .logIn: Text("audit.logged_in", about)
        case .logInFailed: Text("audit.log_in_failed", about)
        case .loggedOut: Text("audit.logged_out", about)
        case .confirmationFailed: Text("audit.confirmation_failed", about)
        case .passwordChanged: Text("audit.new_password", about)
        case .nameChanged: Text("audit.new_name", about)
        case .coordinatorMade: Text("audit.coordinator_made", about)
        case .setupFailed: Text("audit.setup_failed")
        case .personAdded: Text("audit.person_added", about)
        case .roleChanged: Text("audit.new_role", about)
        case .clientsChanged: Text("audit.clients_changed", about)
        case .personLeft: Text("audit.person_left", about)
        case .personBack: Text("audit.person_back", about)
        case .loginTaken: Text("audit.login_removed", about)
        case .invited: Text("audit.invited", about)
        case .invitationWithdrawn: Text("audit.invitation_withdrawn", about)
        case .invitationAccepted: Text("audit.invitation_accepted", about)
        case .registered: Text("audit.registered", about)
        case .registrationAccepted: Text("audit.registration_accepted", about)
        case .registrationRefused: Text("audit.registration_refused", about)
        case .registrationOpened: Text("audit.registration_opened")
        case .registrationClosed: Text("audit.registration_closed")
        case .pairingMade: Text("audit.pairing_made", about)
        case .devicePaired: Text("audit.device_paired", about)
        case .deviceRevoked: Text("audit.device_revoked", about)
        case .codeFailed: Text("audit.code_failed")
        case .tokenFailed: Text("audit.token_failed")
        case .limited:
            entry.about == nil ? Text("audit.too_many_codes") : Text("audit.too_many", about)
        case .failuresGathered: Text("audit.failures_gathered")
        case .pictureChanged: Text("audit.new_picture", about)
        case .pictureRemoved: Text("audit.picture_removed", about)
        case .paymentLinkChanged: Text("audit.payment_link", about)
        case .paymentLinkRemoved: Text("audit.payment_link_removed", about)
        case .receiptChanged: Text("audit.receipt", about)
        case .receiptRemoved: Text("audit.receipt_removed", about)
        case .fileWritten: Text("audit.file_written", about)
        case .settingsWritten: Text("audit.settings_written")
        case .phrasesWritten: Text("audit.phrases_written")
        case .callPathsChanged: Text("audit.call_paths_changed")
        case .placeAdded: Text("audit.place_added", about)
        case .placeChanged: Text("audit.place_changed", about)
        case .placeRemoved: Text("audit.place_removed", about)
        case .deviceChanged:
            entry.about == nil ? Text("audit.own_device_changed") : Text("audit.device_changed", about)
        case .dutyAdded: Text("audit.duty_added", about)
        case .dutyChanged: Text("audit.duty_changed", about)
        case .dutyEnded: Text("audit.duty_ended", about)
        case .dutyMoved: Text("audit.duty_moved", about)
        case .dutySwapped: Text("audit.duty_swapped", about)
        case .rewardAdded: Text("audit.reward_added", about)
        case .rewardChanged: Text("audit.reward_changed", about)
        case .rewardRemoved: Text("audit.reward_removed", about)
        case .pointsSwitchedOn: Text("audit.points_switched_on", about)
        case .pointsSwitchedOff: Text("audit.points_switched_off", about)
        case .feedMade: Text("audit.feed_made", about)
        case .feedEnded: Text("audit.feed_ended", about)
        case .contactAdded: Text("audit.contact_added", about)
        case .contactChanged: Text("audit.contact_changed", about)
        case .contactRemoved: Text("audit.contact_removed", about)
        case .calendarAdded: Text("audit.calendar_added", about)
        case .calendarChanged: Text("audit.calendar_changed", about)
        case .calendarRemoved: Text("audit.calendar_removed", about)
        case .loginProviderAdded: Text("audit.login_provider_added", about)
        case .loginProviderChanged: Text("audit.login_provider_changed", about)
        case .loginProviderRemoved: Text("audit.login_provider_removed", about)
        case .identityLinked: Text("audit.identity_linked", about)
        case .identityUnlinked: Text("audit.identity_unlinked", about)
        case .secondStepOn: Text("audit.second_step_on", about)
        case .secondStepOff: Text("audit.second_step_off", about)
        case .recoveryCodesMade: Text("audit.recovery_codes_made", about)
        case .passkeyAdded: Text("audit.passkey_added", about)
        case .passkeyRemoved: Text("audit.passkey_removed", about)
        case .secondStepFailed: Text("audit.second_step_failed", about)
        case .providerLogInFailed: Text("audit.provider_log_in_failed")
        case .passkeyFailed:
            entry.about == nil ? Text("audit.passkey_failed") : Text("audit.passkey_failed_of", about)
        case .channelChanged:
            Text("audit.channel_changed", ["name": .text(ReachWords.name(entry.about ?? ""))])
        }
    }

    /// The whole log as a file for a spreadsheet, in the form of the history's.
    private static func table(_ call: PageCall) async throws -> PageResponse {
        let (query, trouble) = query(call)
        if let trouble { throw CareProblem(.notAcceptable, call.say(trouble)) }
        var text = "\u{FEFF}"
        func add(_ cells: [String]) { text += cells.map(HistoryTable.cell).joined(separator: ",") + "\r\n" }
        add(
            ["number", "time", "what", "by", "from", "about", "changes"].map {
                call.say(Text("audit.column_\($0)"))
            })
        var next: Int64?
        repeat {
            let page: AuditPage = try await call.api.get(
                "audit", query + [("before", next.map(String.init)), ("limit", "200")])
            for entry in page.entries {
                add([
                    "\(entry.number)", CareJSON.string(from: entry.at), entry.kind.rawValue, entry.by ?? "",
                    entry.address, entry.about ?? "", entry.changes.joined(separator: "; "),
                ])
            }
            next = page.next
        } while next != nil
        return .table(text, named: "audit.csv")
    }

    static let template = """
        <p class="quiet">[[audit.what_it_is]]</p>
        \(Form.get("/audit", attributes: #"role="search""#))
        \(Form.trouble())
        <div class="fields">
        <div>\(Form.field("name", "[[audit.name]]", .line.most(100)))</div>
        <div>\(Form.field("from", "[[audit.from]]", .date))</div>
        <div>\(Form.field("until", "[[audit.until]]", .date))</div>
        </div>
        \(Form.tick("failures", "yes", "[[audit.only_failures]]", isOn: "onlyFailures"))
        <div class="row"><button class="main">[[audit.filter]]</button>{{#isNarrow}}{{^isEmpty}} <a class="button" href="/audit">[[audit.show_all]]</a>{{/isEmpty}}{{/isNarrow}}
        <a class="button" href="{{csv}}" download>[[audit.export]]</a></div>
        </form>
        \(Empty.place(
            .audit, "[[audit.nothing]]",
            .init(words: "[[audit.show_all]]", path: "/audit", may: "isNarrow"), where: "isEmpty"))
        <ul class="cards close">{{#lines}}<li class="card" data-key="{{key}}"><h2>{{heading}}</h2>
        <p>{{#isFailure}}<span class="word urgent">[[audit.not_let_in]]</span> · {{/isFailure}}<time>{{at}}</time>{{#.details}} · {{.}}{{/.details}}</p>
        {{#changes}}<p class="quiet">{{.}}</p>{{/changes}}</li>{{/lines}}</ul>
        <div class="row">{{#older}}<a class="button main" href="{{.}}">[[audit.older]]</a>{{/older}}</div>
        """
}
