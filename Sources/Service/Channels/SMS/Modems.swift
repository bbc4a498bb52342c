import Foundation

/// The mobile modems of this machine, as ModemManager's interface on the system bus has them (1.20).
struct Modems: Sendable {
    static let service = "org.freedesktop.ModemManager1"
    private static let root = "/org/freedesktop/ModemManager1"

    /// Asks the bus; `BusProgram.ask`.
    var ask: @Sendable ([String]) async -> BusAnswer

    /// What is known of one modem.
    struct Modem: Equatable {
        /// On the bus.
        var path: String
        /// MMModemState.
        var state: Int
    }

    /// A problem, in words for people.
    struct Problem: Error, Equatable {
        var words: String
    }

    /// What became of a message at the other side, by its report: MMSmsDeliveryState.
    enum Report: Equatable {
        case received
        /// No report yet, or the network still tries.
        case none
        case lost
    }

    /// A modem that can send now.
    func ready() async throws(Problem) -> Modem {
        let answer = await ask([
            "call", Self.service, Self.root, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
        ])
        let modems = Self.modems(try Self.understood(answer))
        guard let best = modems.max(by: { $0.state < $1.state }) else {
            throw Problem(words: "No mobile modem is attached to this machine.")
        }
        if let words = Self.words(state: best.state) { throw Problem(words: words) }
        return best
    }

    /// Makes a message in the modem and sends it; gives its path, by which its report is found.
    ///
    /// - Parameter minutes: After that the network drops it; at least 5 (3GPP TS 23.040, 9.2.3.12.1).
    func send(_ text: String, to number: String, minutes: Int, by modem: Modem) async throws(Problem)
        -> String
    {
        let made = try await Self.understood(
            ask([
                "call", Self.service, modem.path, "\(Self.service).Modem.Messaging", "Create", "a{sv}", "4",
                "number", "s", number, "text", "s", text, "delivery-report-request", "b", "true",
                "validity", "(uv)", "1", "u", "\(max(5, minutes))",
            ]))
        guard let path = (made.data as? [String])?.first else { throw Self.unclear }
        do throws(Problem) {
            _ = try await Self.understood(ask(["call", Self.service, path, "\(Self.service).Sms", "Send"]))
        } catch {
            await drop(path, by: modem)
            throw error
        }
        return path
    }

    func report(of path: String) async throws(Problem) -> Report {
        let answer = try await Self.understood(
            ask(["get-property", Self.service, path, "\(Self.service).Sms", "DeliveryState"]))
        guard let state = answer.data as? Int else { throw Self.unclear }
        // TS 23.040, 9.2.3.15: 0x00…0x1f it is done, 0x20…0x3f the network still tries, then it has given up. Of what is done, 1 was
        // handed on without knowing, and 2 replaced.
        return switch state {
        case 0: .received
        case 0x40...0x7f: .lost
        default: .none
        }
    }

    /// Takes a message out of the modem, which would be full some day. One that stays does no harm now.
    func drop(_ path: String, by modem: Modem) async {
        _ = await ask([
            "call", Self.service, modem.path, "\(Self.service).Modem.Messaging", "Delete", "o", path,
        ])
    }

    private static let unclear = Problem(words: "ModemManager's answer is not understood.")

    /// The answer's value.
    private struct Value {
        let data: Any
    }

    private static func understood(_ answer: BusAnswer) throws(Problem) -> Value {
        guard let status = answer.status else {
            throw Problem(words: "The system bus was not reached: `busctl` did not run, or got no answer.")
        }
        guard status == 0 else { throw Problem(words: words(complaint: answer.complaint)) }
        if answer.output.isEmpty { return Value(data: [String]()) }
        // What is no JSON is an answer that is not understood.
        guard let object = try? JSONSerialization.jsonObject(with: answer.output) as? [String: Any],
            let data = object["data"]
        else { throw unclear }
        return Value(data: data)
    }

    private static func modems(_ value: Value) -> [Modem] {
        guard let objects = (value.data as? [Any])?.first as? [String: [String: [String: Any]]] else {
            return []
        }
        return objects.compactMap { path, interfaces in
            // A modem that cannot send messages has no such interface.
            guard interfaces["\(service).Modem.Messaging"] != nil,
                let state = (interfaces["\(service).Modem"]?["State"] as? [String: Any])?["data"] as? Int
            else { return nil }
            return Modem(path: path, state: state)
        }.sorted { $0.path < $1.path }
    }

    /// Why a modem in this state cannot send; `nil` where it can: from 8 on it is in a network.
    static func words(state: Int) -> String? {
        switch state {
        case ..<0: "The mobile modem has failed: look whether its SIM card is in."
        case 0, 1: "The mobile modem is starting."
        case 2: "The SIM card of the mobile modem is locked: turn off its PIN."
        case ..<6: "The mobile modem is off: `mmcli -m any --enable` turns it on."
        case 6: "The mobile modem does not look for a network."
        case 7: "The mobile modem finds no network."
        default: nil
        }
    }

    /// What the bus says, in words for people; its own are for programmers.
    static func words(complaint: String) -> String {
        if complaint.contains("connect to bus") { return "This machine has no system bus: install `dbus`." }
        if complaint.contains("not provided") || complaint.contains("activate") || complaint.contains("Unit ")
        {
            return "ModemManager does not run: install `modemmanager`."
        }
        if complaint.contains("uthoriz") || complaint.contains("denied") {
            return "The user that runs Beckon may not send text messages: polkit does not let them."
        }
        if complaint.contains("timed out") || complaint.contains("imeout") {
            return "The mobile modem did not answer in time."
        }
        return "The mobile modem did not take the message."
    }
}
