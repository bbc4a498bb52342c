import Care
import Foundation
import Synchronization
import Testing

@testable import Channels

@Suite("A text message takes at most two parts, and its report says whether it came")
struct SMSTests {
    private static let link = "https://home.example/answer/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    @Test("A short one is whole")
    func short() {
        let text = SMSText.compose(title: "Maria is calling: water", body: "At the bed.", link: Self.link)
        #expect(text == "Maria is calling: water\nAt the bed.\n" + Self.link)
        #expect(SMSText.compose(title: "Maria", body: "", link: nil) == "Maria")
    }

    @Test(
        "Long ones are cut to two parts, and keep the link",
        arguments: ["a", "€", "ж", "👩‍👩‍👧‍👦", "e\u{301}", "\u{1F600}"])
    func long(character: String) {
        for count in [1, 60, 100, 133, 134, 152, 153, 160, 305, 306, 307, 10_000] {
            let title = String(repeating: character, count: count)
            let text = SMSText.compose(title: title, body: "", link: Self.link)
            let isPlain = "a€".contains(character)
            let room = isPlain ? text.unicodeScalars.reduce(0) { $0 + ($1 == "€" ? 2 : 1) } : text.utf16.count
            // One unit stays free: no character is divided between the parts.
            #expect(room <= (isPlain ? 305 : 133))
            #expect(text.hasSuffix("\n" + Self.link))
            let words = text.replacingOccurrences(of: "\n" + Self.link, with: "")
            let kept =
                words.hasSuffix("...")
                ? words.dropLast(3) : words.hasSuffix("…") ? words.dropLast() : Substring(words)
            #expect(title.hasPrefix(kept) && !kept.isEmpty)
        }
    }

    @Test("A link that leaves no room for words is left out")
    func longLink() {
        let link = "https://home.example/" + String(repeating: "a", count: 80)
        #expect(SMSText.compose(title: "Мария", body: "", link: link) == "Мария")
        #expect(SMSText.compose(title: "Maria", body: "", link: link) == "Maria\n" + link)
    }

    @Test("Control characters become spaces")
    func controls() {
        #expect(SMSText.compose(title: "a\u{0}b\tc", body: "d\r\ne", link: nil) == "a b c\nd\ne")
    }

    @Test(
        "Numbers as people write them",
        arguments: [("+49 171 1234567", "+491711234567"), ("(0171) 123-4567", "01711234567")])
    func numbers(written: String, number: String) throws {
        #expect(try TelephoneNumber.check(written, in: "address.number") == number)
    }

    @Test(
        "What is no number of a person",
        arguments: [
            "", "112", "911", "+", "++4917112345", "0171x1234", "1234567890123456", "٠١٧١١٢٣٤٥",
            "+49171 1+2345", "--help",
        ])
    func notNumbers(written: String) {
        #expect(throws: FieldProblem.self) { try TelephoneNumber.check(written, in: "address.number") }
    }

    /// A bus with one modem.
    private final class Bus: Sendable {
        let asked = Mutex<[[String]]>([])
        let state: Int
        let report: Int
        let refusal: String?

        init(state: Int = 8, report: Int = 256, refusal: String? = nil) {
            self.state = state
            self.report = report
            self.refusal = refusal
        }

        func ask(_ question: [String]) -> BusAnswer {
            asked.withLock { $0.append(question) }
            let mm = "org.freedesktop.ModemManager1"
            let json: String
            switch question.first(
                where: ["GetManagedObjects", "Create", "Send", "Delete", "DeliveryState"].contains)
            {
            case "GetManagedObjects":
                json =
                    #"{"type":"a{oa{sa{sv}}}","data":[{"/m/0":{"\#(mm).Modem":{"State":{"type":"i","data":\#(state)}},"\#(mm).Modem.Messaging":{}}}]}"#
            case "Create": json = #"{"type":"o","data":["/s/0"]}"#
            case "DeliveryState": json = #"{"type":"u","data":\#(report)}"#
            case "Send":
                if let refusal { return BusAnswer(status: 1, complaint: refusal) }
                json = ""
            default: json = ""
            }
            return BusAnswer(status: 0, output: Data(json.utf8))
        }

        var channel: Channel { SMSChannel.channel(Modems { self.ask($0) }, pause: .milliseconds(1)) }
    }

    private let message = ChannelMessage(
        key: UUID(), thread: "call-1", kind: .alert, title: "-- Maria", body: "", priority: .urgent,
        language: "en",
        lifetime: .seconds(1_800))
    private let anna = Destination(contact: UUID(), address: ["number": "+49 171 1234567"])

    @Test(
        "What the report says",
        arguments: [
            (0, ChannelOutcome.confirmed), (0x40, .failed("The mobile network could not deliver it.")),
            (0x60, .failed("The mobile network could not deliver it.")),
        ])
    func reports(report: Int, outcome: ChannelOutcome) async {
        let bus = Bus(report: report)
        #expect(await bus.channel.send(message, anna) == outcome)
        #expect(
            bus.asked.withLock { $0 }[1] == [
                "call", "org.freedesktop.ModemManager1", "/m/0",
                "org.freedesktop.ModemManager1.Modem.Messaging", "Create",
                "a{sv}", "4", "number", "s", "+491711234567", "text", "s", "-- Maria",
                "delivery-report-request", "b", "true",
                "validity", "(uv)", "1", "u", "30",
            ])
        // Nothing is left in the modem.
        #expect(bus.asked.withLock { $0 }.last?.contains("Delete") == true)
    }

    @Test("Whoever stops the service does not wait for a report")
    func stopped() async {
        let (bus, message, anna) = (Bus(), message, anna)
        let task = Task { await bus.channel.send(message, anna) }
        while !bus.asked.withLock({ $0.contains { $0.contains("DeliveryState") } }) { await Task.yield() }
        task.cancel()
        #expect(await task.value == .accepted)
    }

    @Test("A message that was refused does not stay in the modem")
    func refused() async {
        let bus = Bus(refusal: "Call failed: PolicyKit authorization failed: not authorized")
        let words = "The user that runs Beckon may not send text messages: polkit does not let them."
        #expect(await bus.channel.send(message, anna) == .failed(words))
        #expect(bus.asked.withLock { $0 }.last?.contains("Delete") == true)
    }

    @Test("A modem is ready in a network alone", arguments: [-1, 0, 2, 3, 6, 7, 8, 11])
    func states(state: Int) async {
        let bus = Bus(state: state)
        let outcome = await bus.channel.prove(anna)
        #expect((outcome == .accepted) == (state >= 8))
        #expect(!bus.asked.withLock { $0.contains { $0.contains("Create") } })
    }
}
