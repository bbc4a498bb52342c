import Care
import Costs
import Foundation
import Testing

@testable import Pages

struct PeoplePagesTests {
    private let home = FakeHome()
    private let day = 86_400.0

    @Test("Everybody is listed by role, with login and absence")
    func everybodyIsListedByRoleWithLoginAndAbsence() async throws {
        let home = FakeHome { [day] state in
            state.people[0].absences = [
                Absence(from: FakeHome.now, until: FakeHome.now.addingTimeInterval(day))
            ]
            state.people.append(Person(id: "ben", name: "Ben <script>", role: .caregiver))
            state.people.append(Person(id: "eve", name: "Eve", role: .provider, isActive: false))
        }
        let text = try await home.ask("/people").text
        #expect(text.contains("Ben &lt;script&gt;") && !text.contains("Ben <script>"))
        #expect(text.contains("Away; back tomorrow 14:30"))
        #expect(
            text.contains("No login yet.") && text.contains("No phone linked.")
                && text.contains("Can log in.")
        )
        #expect(text.contains("Those who have left"))
    }

    @Test("Caregivers see people and are offered nothing that they may not do")
    func caregiversSeePeopleAndAreOfferedNothingThatThey() async throws {
        let list = try await home.ask("/people", as: "anna")
        #expect(list.status == 200)
        #expect(!list.text.contains("/people/new"))
        let other = try await home.ask("/people/cora", as: "anna")
        #expect(other.status == 200)
        #expect(!other.text.contains("<form"))
        let own = try await home.ask("/people/anna", as: "anna")
        #expect(own.text.contains(#"action="/people/anna/reminders""#))
        #expect(!own.text.contains(#"action="/people/anna""#))
        for path in ["/people/new", "/people/cora/login", "/people/cora/invitation"] {
            #expect(try await home.ask(path, as: "anna").status == 403)
        }
        #expect(try await home.ask("/people/cora/left", as: "anna", post: []).status == 403)
        #expect(
            try await home.ask("/people/cora/absences", as: "anna", post: [("from_day", "2026-04-01")]).status
                == 403)
    }

    @Test("Somebody new gets an id from the name, once") func somebodyNewGetsAnIdFromTheNameOnce()
        async throws
    {
        let form = [("name", "Ben Müller"), ("role", "caregiver")]
        let made = try await home.ask("/people/new", post: form)
        #expect(made.location == "/people/ben-m-ller?did=made")
        let again = try await home.ask("/people/new", post: form)
        #expect(again.location == "/people/ben-m-ller?did=already")
        #expect(home.sent.count == 1)
        #expect(NewPersonPage.id("Ünal", among: []) == "nal")
        #expect(NewPersonPage.id("李", among: []) == "person")
        #expect(NewPersonPage.id("New", among: []) == "person")
        #expect(NewPersonPage.id("Anna", among: [Person(id: "anna", name: "A", role: .client)]) == "anna-2")
    }

    @Test("A form without a name comes back with what was chosen") func aFormWithoutANameComesBackWithWhat()
        async throws
    {
        let answer = try await home.ask("/people/new", post: [("name", " "), ("role", "provider")])
        #expect(answer.status == 422)
        #expect(answer.text.contains("Write a name."))
        #expect(answer.text.contains(#"value="provider" required checked"#))
    }

    @Test("Whoever saves after somebody else sees both and loses nothing")
    func whoeverSavesAfterSomebodyElseSeesBothAndLoses() async throws {
        let home = FakeHome {
            $0.meanwhile = { state in
                state.people[0].name = "Anna K."
                state.people[0].absences = [Absence(from: FakeHome.now)]
                state.people[0].sequence = 9
            }
        }
        let answer = try await home.ask(
            "/people/anna", post: [("name", "Anne"), ("role", "caregiver"), ("sequence", "3")])
        #expect(answer.status == 409)
        #expect(answer.text.contains("Name: Anna K."))
        #expect(answer.text.contains(#"value="Anne""#))
        #expect(answer.text.contains(#"name="sequence" value="9""#))
        let again = try await home.ask(
            "/people/anna", post: [("name", "Anne"), ("role", "caregiver"), ("sequence", "9")])
        #expect(again.location == "/people/anna?did=saved")
        #expect(home.person("anna")?.name == "Anne")
        #expect(home.person("anna")?.absences.count == 1)
    }

    @Test("Reminders by kind and place, quiet hours over midnight, and what a form does not show stays")
    func remindersQuietHoursOverMidnightAndWhatAForm() async throws {
        let home = FakeHome { $0.people[0].reminders.channels = [.station] }
        let ticked = ["due.station", "missed.station", "missed.page", "missed.command", "request.page"]
        let answer = try await home.ask(
            "/people/anna/reminders", as: "anna",
            post: ticked.map { ("tell", $0) } + [
                ("all", "yes"), ("program", "yes"), ("quiet_from", "22:00"), ("quiet_until", "06:30"),
                ("sequence", "3"), ("shown", "all table program"),
            ])
        #expect(answer.location == "/people/anna?did=reminders")
        let reminders = try #require(home.person("anna")).reminders
        #expect(reminders.off == [.before] && reminders.silent.isEmpty && !reminders.allOff)
        #expect(
            reminders.muted == [
                ReminderCell(.due, .page), ReminderCell(.due, .command), ReminderCell(.request, .command),
            ])
        #expect(reminders.quiet == QuietHours(from: 1320, until: 390))
        #expect(reminders.channels == [.station, .command])
        let page = try await home.ask("/account", as: "anna").text
        #expect(page.contains(#"value="22:00""#) && page.contains(#"value="06:30""#))
        #expect(page.contains(#"value="due.station" aria-label="when it is due: Stations" checked"#))
        #expect(page.contains(#"value="due.page" aria-label="when it is due: Page “Now”">"#))
        #expect(!page.contains("request.station") && !page.contains("before.page"))
    }

    @Test("One switch turns all reminders off, and stations may say none of somebody's")
    func allOff() async throws {
        let home = FakeHome()
        _ = try await home.ask(
            "/account/reminders", as: "anna",
            post: [
                ("tell", "due.page"), ("tell", "missed.page"), ("sequence", "3"),
                ("shown", "all table program"),
            ])
        let reminders = try #require(home.person("anna")).reminders
        #expect(reminders.allOff && reminders.silent == [.station] && reminders.off == [.before, .request])
    }

    @Test("The table of what is stored, sent back as it is shown, changes nothing of what somebody is told")
    func asShown() {
        func subsets<Element: Hashable>(_ all: [Element]) -> [Set<Element>] {
            all.reduce([[]]) { sets, one in sets + sets.map { $0.union([one]) } }
        }
        for role in Person.Role.allCases {
            let cells = MessageKind.allCases.flatMap { kind in
                ReminderPlace.allCases.map { ReminderCell(kind, $0) }
            }.filter { $0.exists(for: role) }
            let silents: [Set<ReminderChannel>] = [[], [role == .client ? .kiosk : .station]]
            for off in subsets(MessageKind.allCases) {
                for silent in silents {
                    for muted in [[], Set(cells.prefix(2)), Set(cells.suffix(4)), Set(cells)] {
                        let stored = ReminderPreferences(
                            off: off, silent: silent, muted: muted,
                            unsaid: role == .client && off.contains(.due) ? [.answers] : [])
                        let boxes = ReminderTable(stored, of: role).rows.flatMap(\.boxes)
                        let ticked = Set(boxes.filter { $0.isThere && $0.isChosen }.map(\.value))
                        var new = stored
                        ReminderTable.take(ticked, of: role, into: &new)
                        #expect(
                            cells.map { new.isTicked($0) } == cells.map { stored.isTicked($0) }
                                && new.unsaid == stored.unsaid, "\(stored) \(new)")
                    }
                }
            }
        }
    }

    @Test(
        "A client has a column for the phone, which a form of before leaves as it is; a provider has no calls"
    )
    func columns() async throws {
        let home = FakeHome()
        let page = try await home.ask("/account", as: "maria").text
        #expect(
            page.contains(#"value="due.page" aria-label="when it is due: Sound on the phone" checked"#))
        #expect(!page.contains("before.page") && !page.contains("request.page"))
        func save(_ ticked: [String], _ shown: String) async throws -> ReminderPreferences {
            let sequence = try #require(home.person("maria")).sequence
            let answer = try await home.ask(
                "/account/reminders", as: "maria",
                post: ticked.map { ("tell", $0) } + [
                    ("all", "yes"), ("sequence", "\(sequence)"), ("shown", shown),
                ])
            #expect(answer.status == 303)
            return try #require(home.person("maria")).reminders
        }
        let kiosk = ["before.kiosk", "due.kiosk", "missed.kiosk", "answers", "rewards"]
        #expect(
            try await save(kiosk + ["missed.page"], "all table phone").muted == [ReminderCell(.due, .page)])
        #expect(try await save(kiosk, "all table").muted == [ReminderCell(.due, .page)])
        #expect(try await save(kiosk + ["due.page", "missed.page"], "all table phone").muted.isEmpty)
        // The phone alone.
        let phone = try await save(["due.page", "missed.page"], "all table phone")
        #expect(phone.silent == [.kiosk] && phone.off.isEmpty && phone.muted.isEmpty)
        func boxes(_ role: Person.Role) -> String {
            ReminderTable(ReminderPreferences(), of: role).rows.flatMap(\.boxes).filter(\.isThere)
                .map(\.value).joined(separator: " ")
        }
        #expect(
            boxes(.provider)
                == "before.station before.command due.station due.command missed.station missed.command")
        #expect(
            boxes(.coordinator)
                == "before.station before.command due.station due.page due.command missed.station missed.page "
                + "missed.command request.page request.command charge.station charge.page charge.command "
                + "housemate.station housemate.page housemate.command")
        #expect(
            boxes(.client)
                == "before.kiosk due.kiosk due.page missed.kiosk missed.page charge.page charge.station "
                + "housemate.kiosk housemate.page answers rewards")
        // Their own kinds, by a form that has them.
        let all = kiosk + ["due.page", "missed.page"]
        let kinds = try await save(all + ["housemate.kiosk", "housemate.page"], "all table phone kinds")
        #expect(kinds.off == [.charge] && kinds.silent.isEmpty && kinds.muted.isEmpty)
        let quiet = try await save(all + ["charge.station", "housemate.page"], "all table phone kinds")
        #expect(quiet.off.isEmpty && quiet.muted == [ReminderCell(.housemate, .kiosk)])
        #expect(try await save(all, "all table phone").muted == quiet.muted)
        // Amounts on the phone, by a form that has them; one of before leaves them as they are.
        let amounts = ["charge.station", "housemate.kiosk", "housemate.page"]
        let muted = try await save(all + amounts, "all table phone kinds amounts")
        #expect(muted.off.isEmpty && muted.muted == [ReminderCell(.charge, .page)])
        #expect(try await save(all + amounts, "all table phone kinds").muted == muted.muted)
        let phoneAlone = try await save(
            all + ["charge.page", "housemate.kiosk", "housemate.page"], "all table phone kinds amounts")
        #expect(phoneAlone.off.isEmpty && phoneAlone.muted == [ReminderCell(.charge, .station)])
    }

    @Test("Somebody's page has their chores by deadline, ten at most, and says where there are none")
    func chores() async throws {
        let home = FakeHome()
        #expect(try await home.ask("/people/anna").text.contains("No chores at the moment"))
        func chore(_ number: Int, by person: String) -> RoutineOccurrence {
            var item = Samples.item(
                "Chore \(number).", minutesAgo: -60 * Double(number), routine: Samples.number(number))
            item.assignment = Assignment(person: person, name: person.capitalized, reason: "")
            return item
        }
        var waiting = chore(3, by: "anna")
        (waiting.state, waiting.chore) = (.done, Chore(approval: .waiting))
        home.change { state in
            state.chores = [chore(2, by: "anna"), waiting, chore(1, by: "anna"), chore(4, by: "cora")]
        }
        // Whoever looks: another's are the others' for them.
        for reader in ["anna", "cora"] {
            let page = try await home.ask("/people/anna", as: reader).text
            let order = ["Chore 1.", "Chore 2.", "Chore 3.", "waits for approval"].compactMap {
                page.range(of: $0)?.lowerBound
            }
            #expect(order.count == 4 && order == order.sorted())
            #expect(!page.contains("Chore 4.") && !page.contains("No chores at the moment"))
            #expect(!page.contains(">All chores</a>"))
        }
        home.change { state in state.chores = (1...11).map { chore($0, by: "anna") } }
        let full = try await home.ask("/people/anna").text
        #expect(full.contains("Chore 10.") && !full.contains("Chore 11."))
        #expect(full.contains(#"<a class="button" href="/chores">All chores</a>"#))
        home.change { state in state.chores.removeLast() }
        let ten = try await home.ask("/people/anna").text
        #expect(ten.contains("Chore 10.") && !ten.contains(">All chores</a>"))
    }

    @Test("With another role, somebody keeps of their reminders what people of that role can have")
    func otherRole() async throws {
        let home = FakeHome { state in
            state.people[2].reminders = ReminderPreferences(
                allOff: true, silent: [.kiosk], muted: [ReminderCell(.due, .kiosk)], unsaid: [.answers])
        }
        let form = [("name", "Maria"), ("role", "caregiver"), ("sequence", "5"), ("sure", "yes")]
        #expect(try await home.ask("/people/maria", post: form).location == "/people/maria?did=role")
        #expect(try #require(home.person("maria")).reminders == ReminderPreferences(allOff: true))
        let table = ReminderPreferences(silent: [.station], muted: [ReminderCell(.request, .page)])
        #expect(throws: FieldProblem.self) { try table.check(role: .client) }
        #expect(throws: Never.self) { try table.limited(to: .client).check(role: .client) }
    }

    @Test("Whoever saves reminders after somebody else sees which boxes differ")
    func conflict() async throws {
        let home = FakeHome {
            $0.meanwhile = { state in
                state.people[0].reminders = ReminderPreferences(muted: [ReminderCell(.due, .page)])
                state.people[0].sequence = 9
            }
        }
        let answer = try await home.ask(
            "/people/anna/reminders", as: "anna",
            post: ["before", "due", "missed"].map { ("tell", "\($0).station") } + [
                ("all", "yes"), ("sequence", "3"), ("shown", "all table program"),
            ])
        #expect(answer.status == 409)
        #expect(answer.text.contains("“when it is due: Message” is on"))
        #expect(!answer.text.contains("“when it is due: Page “Now”” is"))
    }

    @Test("A coordinator lets people register, and lets in who waits; nobody else sees either")
    func registrations() async throws {
        let id = UUID()
        let one = Registration(
            id: id, name: "Ben <b>", email: "ben@example.org", hasPicture: true, at: FakeHome.now,
            address: "192.0.2.7")
        let home = FakeHome { $0.registrations = [one] }
        #expect(try await !home.ask("/people", as: "anna").text.contains("Ben &lt;b&gt;"))
        let list = try await home.ask("/people").text
        #expect(list.contains("Ben &lt;b&gt;") && list.contains("Nobody can register"))
        #expect(
            try await home.ask("/registrations", post: [("open", "yes")]).location == "/people?did=opened")
        #expect(home.isNow.isRegistrationOpen)
        let path = "/registrations/\(id.uuidString.lowercased())"
        let page = try await home.ask(path).text
        #expect(page.contains("ben@example.org") && page.contains("192.0.2.7"))
        #expect(page.contains("/api/v1/registrations/\(id.uuidString.lowercased())/picture"))
        #expect(try await home.ask(path, as: "anna").status == 403)
        let noRole = try await home.ask(path, post: [])
        #expect(noRole.status == 422)
        let known = try await home.ask(path, post: [("person", "maria"), ("role", "coordinator")])
        #expect(known.location == "/people/maria?did=letIn")
        #expect(home.person("maria")?.role == .client && home.isNow.logins.contains("maria"))
        #expect(home.isNow.registrations.isEmpty)
        #expect(try await home.ask(path).status == 404)
    }

    @Test("Leaving asks for the password, and what cannot be read holds nobody; a client does not leave")
    func leaving() async throws {
        let home = FakeHome()
        let page = try await home.ask("/account/leaving", as: "anna").text
        #expect(page.contains("current-password") && page.contains("cannot be read just now"))
        let without = try await home.ask("/account/leaving", as: "anna", post: [])
        #expect(without.status == 422 && without.text.contains("Write your current password here"))
        let done = try await home.ask(
            "/account/leaving", as: "anna", post: [("password", "three green boats")])
        #expect(done.location == "/login?did=left")
        #expect(try await home.ask("/account/leaving", as: "maria").status == 403)
    }

    @Test("Leaving tells first which calls, duties, chores and amounts are still open")
    func ties() async throws {
        let browser = FakeBrowser()
        let call = Samples.request(1, state: .onTheWay, by: "Anna")
        let others = Samples.request(2, "tea", state: .onTheWay, by: "Ben")
        try browser.service.has(
            "requests", RequestPage(requests: [call, others], next: nil, sequence: 9, journal: UUID()))
        try browser.service.has("duties", DutyPage(duties: []))
        var chore = Samples.item("Bins")
        chore.assignment = Assignment(person: "anna", name: "Anna", reason: "Always Anna.")
        try browser.service.has(
            "chores", ChoreFeed(of: [chore], for: "anna", isComplete: true, now: browser.now))
        try browser.service.has(
            "balances",
            Balances(
                currency: "EUR", debts: [],
                totals: [.init(person: "anna", amount: -1250, currency: "EUR")], payments: [], isFewest: true)
        )
        let page = try await browser.get("/account/leaving")
        #expect(page.has("/now/\(call.id.uuidString)") && !page.has("/now/\(others.id.uuidString)"))
        #expect(page.has("Bins") && page.has("you owe 12.50 EUR"))
    }

    @Test(
        "Invalid quiet hours come back as typed",
        arguments: [
            ("22:00", "", "Until when?"), ("", "6:00", "Write a time of day"),
            ("22:00", "22:00", "never be quiet"),
            ("25:00", "06:00", "Write a time of day"),
        ])
    func quietHoursThatAreNoneComeBackAsTyped(from: String, until: String, words: String)
        async throws
    {
        let answer = try await home.ask(
            "/account/reminders", as: "anna",
            post: [("on", "due"), ("quiet_from", from), ("quiet_until", until), ("sequence", "3")])
        #expect(answer.status == 422)
        #expect(answer.text.contains(words))
        #expect(answer.text.contains(#"value="\#(from)""#))
        #expect(home.sent.isEmpty)
    }

    @Test("An absence is written down, and taken back, with the home's clocks")
    func anAbsenceIsWrittenDownAndTakenBackWith() async throws {
        let added = try await home.ask(
            "/account/absences", as: "anna",
            post: [("from_day", "2026-04-01"), ("until_day", "2026-04-08"), ("until_time", "08:00")])
        #expect(added.location == "/account?did=added&from=1775001600&until=1775635200")
        #expect(home.person("anna")?.absences.count == 1)
        let page = try await home.ask(try #require(added.location), as: "anna")
        #expect(page.text.contains("Away from Wednesday 1 April, back Wednesday 8 April 08:00"))
        let undo = "/account/absences/removal?from=1775001600&until=1775635200"
        #expect(page.text.contains(undo.replacing("&", with: "&amp;")) || page.text.contains(undo))
        let undone = try await home.ask(undo, as: "anna", post: [])
        #expect(home.person("anna")?.absences.isEmpty == true)
        let restored = try await home.ask(try #require(undone.location), as: "anna")
        #expect(restored.text.contains("The absence is removed."))
        _ = try await home.ask("/account/absences?from=1775001600&until=1775635200", as: "anna", post: [])
        #expect(home.person("anna")?.absences.count == 1)
    }

    @Test(
        "An invalid absence is not stored",
        arguments: [
            [("from_day", "")], [("from_day", "soon")],
            [("from_day", "2026-04-02"), ("until_day", "2026-04-01")],
            [("from_day", "2026-04-02"), ("until_time", "08:00")],
            [("from_day", "2026-04-02"), ("from_time", "8")],
        ])
    func anAbsenceThatIsNoneIsNotStored(form: [(String, String)]) async throws {
        let answer = try await home.ask("/account/absences", as: "anna", post: form)
        #expect(answer.status == 422)
        #expect(answer.text.contains(#"aria-invalid="true""#))
        #expect(home.sent.isEmpty)
    }

    @Test("An absence is added also if somebody else writes at that moment")
    func anAbsenceIsAddedAlsoIfSomebodyElseWrites() async throws {
        let home = FakeHome { state in
            state.meanwhile = {
                $0.people[0].name = "Anna K."
                $0.people[0].sequence = 8
            }
        }
        _ = try await home.ask("/people/anna/absences", post: [("from_day", "2026-04-01")])
        #expect(home.person("anna")?.name == "Anna K.")
        #expect(home.person("anna")?.absences.count == 1)
    }

    @Test("An invitation is shown with its letters spelled, once, and can be taken back")
    func anInvitationIsShownWithItsLettersSpelledOnce() async throws {
        _ = try await home.ask("/people/new", post: [("name", "Ben"), ("role", "caregiver")])
        let page = try await home.ask("/people/ben").text
        #expect(page.contains("Invite to log in"))
        for _ in 0..<2 {
            let made = try await home.ask("/people/ben/invitation", post: [("id", UUIDs.new())])
            #expect(made.location == "/people/ben/invitation")
        }
        #expect(home.sent.filter { $0 == "POST invitations" }.count == 1)
        let shown = try await home.ask("/people/ben/invitation").text
        #expect(shown.contains("K7M-4QX") && shown.contains("/join/K7M-4QX"))
        #expect(!shown.contains("beckon pair"))
        #expect(shown.contains("K Kilo – 7 seven – M Mike, then 4 four – Q Quebec – X X-ray"))
        #expect(try await home.ask("/people").text.contains("Invited: code valid"))
        #expect(
            try await home.ask("/people/ben/invitation/removal").text.contains(
                "Withdraw the code and the link for Ben?"))
        #expect(home.isNow.invitations.count == 1)
        #expect(
            try await home.ask("/people/ben/invitation/removal", post: []).location
                == "/people/ben?did=uninvited")
        #expect(home.isNow.invitations.isEmpty)
    }

    @Test(
        "Another role is asked about first",
        arguments: [
            ("anna", "coordinator", "Should Anna K. be a coordinator"),
            ("cora", "caregiver", "Only another coordinator can"),
        ])
    func anotherRoleIsAskedAboutFirst(id: String, role: String, words: String) async throws {
        let form = [
            ("name", id == "anna" ? "Anna K." : "Cora"), ("role", role),
            ("sequence", id == "anna" ? "3" : "4"),
        ]
        let asked = try await home.ask("/people/\(id)", post: form)
        #expect(asked.status == 200 && asked.text.contains(words) && home.sent.isEmpty)
        for (name, value) in form + [("sure", "yes")] {
            #expect(asked.text.contains(#"name="\#(name)" value="\#(value)""#), "\(name)")
        }
        #expect(
            try await home.ask("/people/\(id)", post: form + [("sure", "yes")]).location
                == "/people/\(id)?did=role")
        #expect(home.person(id)?.role.rawValue == role && home.person(id)?.name == form[0].1)
    }

    @Test("A coordinator ticks whom a provider comes to see, in words of the page, and unticks them again")
    func clients() async throws {
        let home = FakeHome { $0.people.append(Person(id: "otto", name: "Otto <i>", role: .client)) }
        let form = try await home.ask("/people/new?role=provider").text
        #expect(form.contains("Otto &lt;i&gt;") && !form.contains(#"name="every""#))
        #expect(form.contains(#"name="client" value="maria">"#))
        _ = try await home.ask(
            "/people/new", post: [("name", "Kim"), ("role", "provider"), ("client", "otto")])
        #expect(home.person("kim")?.clients == ["otto"])
        let page = try await home.ask("/people/kim").text
        #expect(page.contains("Comes to see Otto &lt;i&gt;."))
        #expect(page.contains(#"name="client" value="otto" checked>"#))
        #expect(!page.contains(#"name="every""#))
        let sequence = "\(home.person("kim")?.sequence ?? 0)"
        let save = [("name", "Kim"), ("role", "provider"), ("sequence", sequence)]
        #expect(try await home.ask("/people/kim", post: save).location == "/people/kim?did=saved")
        #expect(home.person("kim")?.clients == [])
        #expect(try await home.ask("/people/kim").text.contains("Sees no client yet"))
        let one = Registration(
            id: UUID(), name: "Lea", email: nil, hasPicture: false, at: FakeHome.now, address: "")
        home.change { $0.registrations = [one] }
        let path = "/registrations/\(one.id.uuidString.lowercased())"
        #expect(try await home.ask(path).text.contains(#"name="client" value="maria">"#))
        _ = try await home.ask(path, post: [("role", "provider"), ("client", "maria")])
        #expect(home.person("lea")?.clients == ["maria"])
        // Whoever is none is not asked, and what a form says of them besides counts for nothing.
        _ = try await home.ask(
            "/people/new", post: [("name", "Ben"), ("role", "caregiver"), ("client", "otto")])
        #expect(home.person("ben")?.role == .caregiver && home.person("ben")?.clients == nil)
        #expect(try await !home.ask("/people/ben").text.contains("Comes to see"))
    }

    @Test("Whom a provider comes to see is said, also of clients who have left")
    func clientWhoLeft() async throws {
        let home = FakeHome {
            $0.people.append(Person(id: "otto", name: "Otto", role: .client, isActive: false))
            $0.people.append(Person(id: "kim", name: "Kim", role: .provider, clients: ["otto"]))
        }
        let page = try await home.ask("/people/kim").text
        #expect(page.contains("Comes to see Otto (has left).") && !page.contains("Sees no client yet"))
        home.change { state in
            for index in state.people.indices where state.people[index].id == "kim" {
                state.people[index].clients = ["maria", "otto"]
            }
        }
        #expect(try await home.ask("/people/kim").text.contains("Comes to see Maria and Otto (has left)."))
    }

    @Test("A provider of before keeps every client until that is unticked")
    func everyClient() async throws {
        let home = FakeHome { $0.people.append(Person(id: "kim", name: "Kim", role: .provider)) }
        let page = try await home.ask("/people/kim").text
        #expect(page.contains("Sees every client.") && page.contains(#"name="every" value="true" checked>"#))
        var form = [("name", "Kim K."), ("role", "provider"), ("every", "true"), ("client", "maria")]
        _ = try await home.ask("/people/kim", post: form + [("sequence", "0")])
        #expect(home.person("kim")?.clients == nil && home.person("kim")?.name == "Kim K.")
        form.remove(at: 2)
        let sequence = "\(home.person("kim")?.sequence ?? 0)"
        _ = try await home.ask("/people/kim", post: form + [("sequence", sequence)])
        #expect(home.person("kim")?.clients == ["maria"])
    }

    @Test("Whoever becomes a provider does so with the clients who are ticked, once that is confirmed")
    func becomesProvider() async throws {
        let form = [("name", "Anna"), ("role", "provider"), ("sequence", "3"), ("client", "maria")]
        let asked = try await home.ask("/people/anna", post: form).text
        for (name, value) in form + [("sure", "yes")] {
            #expect(asked.contains(#"name="\#(name)" value="\#(value)""#), "\(name)")
        }
        _ = try await home.ask("/people/anna", post: form + [("sure", "yes")])
        #expect(home.person("anna")?.role == .provider && home.person("anna")?.clients == ["maria"])
        let sequence = "\(home.person("anna")?.sequence ?? 0)"
        let back = [("name", "Anna"), ("role", "caregiver"), ("sequence", sequence), ("client", "maria")]
        _ = try await home.ask("/people/anna", post: back + [("sure", "yes")])
        #expect(home.person("anna")?.role == .caregiver && home.person("anna")?.clients == nil)
    }

    @Test("Of two coordinators who choose clients at once, the second sees what the first has chosen")
    func clientsOfTwo() async throws {
        let home = FakeHome { state in
            state.people.append(Person(id: "kim", name: "Kim", role: .provider, clients: []))
            state.meanwhile = { state in
                guard let kim = state.people.firstIndex(where: { $0.id == "kim" }) else { return }
                (state.people[kim].clients, state.people[kim].sequence) = (["maria"], 7)
            }
        }
        let answer = try await home.ask(
            "/people/kim", post: [("name", "Kim"), ("role", "provider"), ("sequence", "0")])
        #expect(answer.status == 409 && answer.text.contains("<li>Comes to see Maria.</li>"))
        #expect(answer.text.contains(#"name="client" value="maria">"#))
        #expect(answer.text.contains(#"name="sequence" value="7""#))
    }

    @Test("Taking a login away asks first; a client links a device") func takingALoginAwayAsksFirst()
        async throws
    {
        let page = try await home.ask("/people/anna").text
        #expect(page.contains("New password by link") && page.contains("/people/anna/login"))
        #expect(try await home.ask("/people/anna/login").text.contains("Stop Anna from logging in"))
        #expect(home.sent.isEmpty)
        #expect(try await home.ask("/people/anna/login", post: []).location == "/people/anna?did=unlogged")
        #expect(!home.isNow.logins.contains("anna"))
        let client = try await home.ask("/people/maria").text
        #expect(client.contains("No phone linked.") && client.contains("Link a device"))
        #expect(!client.contains("Invite to log in"))
        // The code links a kiosk, too, and the page says how.
        _ = try await home.ask("/people/maria/invitation", post: [("id", UUIDs.new())])
        let code = try await home.ask("/people/maria/invitation").text
        #expect(code.contains("Or link a kiosk") && code.contains("beckon pair --service "))
    }

    @Test("Whoever has left can come back") func whoeverHasLeftCanComeBack() async throws {
        let left = try await home.ask("/people/anna/left", post: [])
        #expect(home.person("anna")?.isActive == false)
        let page = try await home.ask(try #require(left.location)).text
        #expect(page.contains("Anna has left.") && page.contains(#"action="/people/anna/back""#))
        _ = try await home.ask("/people/anna/back", post: [])
        #expect(home.person("anna")?.isActive == true)
    }

    @Test("Nobody can take themselves out") func nobodyCanTakeThemselvesOut() async throws {
        let page = try await home.ask("/people/cora").text
        #expect(!page.contains("/people/cora/left") && !page.contains("/people/cora/login"))
    }

    @Test("Somebody who is away is shown as away") func somebodyWhoIsNotThereIsSaidSo() async throws {
        #expect(try await home.ask("/people/otto").status == 404)
        #expect(try await home.ask("/people/otto", post: [("name", "O"), ("role", "client")]).status == 404)
    }
}

extension PeoplePagesTests {
    @Test("Coordinators are told of people whose names look alike, and nobody else is")
    func coordinatorsAreToldOfPeopleWhoseNamesLookAlike() async throws {
        let home = FakeHome { state in
            state.people.append(Person(id: "twin", name: "\u{410}nna", role: .provider))
        }
        let sentence = "(caregiver) and \u{410}nna (provider) have names that look alike"
        #expect(try await home.ask("/people").text.contains(sentence))
        #expect(try await !home.ask("/people", as: "anna").text.contains("look alike"))
        #expect(try await !FakeHome().ask("/people").text.contains("look alike"))
    }
}
