import Care
import Foundation
import Testing
import Wording

@testable import Pages

@Suite("What is wrong, as Now says it")
struct NowFaultTests {
    private let browser = FakeBrowser()
    private var service: FakeAPI { browser.service }
    private let id = Samples.number(1).uuidString

    @Test("Every fault is a sentence with what to do", arguments: FaultKind.allCases)
    func everyFaultIsASentenceWithWhatToDo(_ kind: FaultKind) async throws {
        try service.home([], Samples.agenda(), [Samples.fault(kind, detail: "14:05")])
        let page = try await browser.get("/now")
        let words = FaultWords(Samples.fault(kind, detail: "14:05"))
        let (sentence, advice) = (try words.sentence.said(), try words.advice.said())
        #expect(page.has(sentence) && page.has(CodeMarks.drawn(CodeMarks.placed(advice))))
        #expect(!sentence.contains("_") && advice.hasSuffix("."))
        // A call that was lost rings until somebody goes; the others sound once.
        let isLost = kind.isLostCall
        #expect(page.has("data-once") == (!kind.isNotice && !isLost) && page.has("data-ring") == isLost)
    }

    @Test(
        "A station's own sound and keypad are no client's",
        arguments: [FaultKind.soundLost, .soundTearing, .switchBatteryLow])
    func aStationsOwnDevicesAreNoClients(_ kind: FaultKind) throws {
        var fault = Samples.fault(kind, detail: "speaker")
        (fault.source, fault.clientName) = ("station", nil)
        let words = FaultWords(fault)
        let (sentence, advice) = (try words.sentence.said(), try words.advice.said())
        #expect(sentence.lowercased().contains("a station"))
        #expect(!sentence.contains("kiosk") && !advice.contains("client"))
    }

    @Test("A device without a name of its own is called in the reader's language")
    func aDeviceWithoutANameOfItsOwn() throws {
        let site = try PageSite.shipped()
        for (kind, language, word) in [
            (DeviceKind.display, "de", "Bildschirm"), (.station, "fr", "Poste"), (.kiosk, "en", "Kiosk"),
        ] {
            var fault = Samples.fault(.deviceBatteryLow, detail: kind.ownName)
            let words = site.translation(of: language)
            #expect(words(FaultWords(fault).sentence).contains(word))
            // What people have called one stays.
            fault.device = UUID()
            #expect(words(FaultWords(fault).sentence).contains(kind.ownName))
        }
    }

    @Test("A client whose name is not known is the client", arguments: FaultKind.allCases)
    func aClientWhoseNameIsNotKnownIsThe(_ kind: FaultKind) throws {
        var fault = Samples.fault(kind, detail: "14:05")
        fault.clientName = nil
        let words = FaultWords(fault)
        let (sentence, advice) = (try words.sentence.said(), try words.advice.said())
        #expect(!"\(sentence) \(advice)".contains("Somebody"))
        #expect(sentence.first?.isUppercase == true)
    }

    @Test
    func
        `what is due can be done, skipped and put off; what comes soon and what waits for a decision stand below`()
        async throws
    {
        let due = Samples.item()
        let later = Samples.item("Walk", state: .upcoming, minutesAgo: -90, routine: Samples.number(901))
        let proposal = NeedProposal(
            NewNeedProposal(
                id: Samples.number(600), client: "maria", clientName: "Maria", label: "A swim", say: "Swim?",
                proposedAt: Samples.now.addingTimeInterval(-7200)))
        try service.home(
            [],
            Samples.agenda(
                today: [due, later], told: [Samples.reminder(of: due)], proposals: [proposal]))
        let page = try await browser.get("/now")
        #expect(page.has("Due for 20 minutes"))
        #expect(page.has("In ten minutes<span"))
        #expect(page.has("by Ben."))
        #expect(page.has("Walk") && page.has("Coming up"))
        #expect(page.has("Maria would like to be able to ask for “A swim”."))
        #expect(page.has("2 hours ago") && page.has("href=\"/needs\""))
    }
}
