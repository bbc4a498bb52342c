import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("A running service follows where the settings want it to listen", .timeLimit(.minutes(30)))
struct MovingServiceTests {
    @Test("It is opened to others and closed again at the same port, and answers all the while")
    func moves() async throws {
        try await RunningService.with { configuration in
            configuration.ownAddress = { "192.0.2.77" }
        } _: { service in
            let olga = try await service.setUp()
            func address() async throws -> String? {
                try await olga.send(.GET, "first-steps").decode(FirstSteps.self).address
            }
            /// Until it has closed its port and opened it again, connections are refused.
            func become(_ expected: String?) async throws {
                while true {
                    do {
                        if try await address() == expected { return }
                    } catch {
                        // The port is closed just now.
                    }
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            #expect(try await address() == nil)
            service.service.listen(at: "0.0.0.0")
            try await become("http://192.0.2.77:\(service.port)")
            // Said once more, it changes nothing.
            service.service.listen(at: "0.0.0.0")
            service.service.listen(at: "127.0.0.1")
            try await become(nil)
            service.service.listen(at: "0.0.0.0")
            try await become("http://192.0.2.77:\(service.port)")
        }
    }

    @Test("Without a socket of its own, the home's kiosk keeps the place that it uses until the next start")
    func keeps() {
        let certificate = ServedCertificate(nil, host: "127.0.0.1", uptime: .zero)
        #expect(certificate.move(to: "0.0.0.0"))
        #expect(certificate.takeMove() == .plain(host: "0.0.0.0"))
        #expect(!certificate.move(to: "10.0.0.5") && !certificate.isMoved)
        #expect(certificate.takeMove() == nil && certificate.reach == .plain(host: "0.0.0.0"))
        // With a socket, it is reached wherever the port is.
        certificate.portMayChange(true)
        #expect(certificate.isMoved && certificate.takeMove() == .plain(host: "10.0.0.5"))
    }

    @Test(
        "Who has reached it on its own machine still does",
        arguments: [
            (.plain(host: "127.0.0.1"), .plain(host: "0.0.0.0"), true),
            (.plain(host: "0.0.0.0"), .plain(host: "127.0.0.1"), true),
            (.ownMachine(host: "127.0.0.1"), .secure(host: "127.0.0.1"), false),
            (.ownMachine(host: "127.0.0.1"), .plain(host: "0.0.0.0"), true),
            (.secure(host: "127.0.0.1"), .secure(host: "::"), true),
            (.plain(host: "10.0.0.5"), .plain(host: "127.0.0.1"), false),
            (.plain(host: "10.0.0.5"), .plain(host: "0.0.0.0"), true),
            (.plain(host: "127.0.0.1"), .plain(host: "kitchen.example"), false),
        ] as [(ServedCertificate.Reach, ServedCertificate.Reach, Bool)])
    func answers(before: ServedCertificate.Reach, now: ServedCertificate.Reach, still: Bool) {
        #expect(now.answersThose(of: before) == still)
    }
}
