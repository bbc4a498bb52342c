import Care
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("School tasks of a client who leaves")
struct CourseworkLeavingTests {
    private static func set(_ isActive: Bool, _ scene: CourseworkScene) async throws {
        var person: Person = try await scene.olga.get("people/otto").decode()
        person.isActive = isActive
        #expect(try await scene.olga.send(.PUT, "people/otto", person).status == 200)
    }

    @Test("What opens a place goes with its client: nothing is asked or added, until it is written once more")
    func leaves() async throws {
        try await CourseworkScene.with { scene in
            let link: CourseworkLink = try await scene.add(client: "otto").decode()
            let folder = scene.home.service.storePath + ".coursework"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [link.id.uuidString])
            try await Self.set(false, scene)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            let asked = scene.canvas.state.withLock { $0.asked.count }
            let renewal = CourseworkChange(.renew, token: FakeCanvas.token)
            for change in [CourseworkChange(.read), CourseworkChange(.resume), renewal] {
                let answer = try await scene.change(link.id, change, by: scene.olga)
                #expect(answer.status == 422, "\(change.kind)")
                #expect(try answer.problem.field == "client")
            }
            let another = try await scene.add(client: "otto")
            #expect(try another.status == 422 && another.problem.field == "client")
            #expect(scene.canvas.state.withLock { $0.asked.count } == asked)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            #expect(try await scene.faults().isEmpty)
            // Whoever is back is asked for it.
            try await Self.set(true, scene)
            let read: CourseworkLink = try await scene.change(
                link.id, CourseworkChange(.read), by: scene.olga
            ).decode()
            #expect(read.problem == .secretLost)
            let renewed: CourseworkLink = try await scene.change(link.id, renewal, by: scene.olga).decode()
            #expect(renewed.problem == nil)
        }
    }

    @Test("What is left of a place can be turned off and removed")
    func removed() async throws {
        try await CourseworkScene.with { scene in
            let link: CourseworkLink = try await scene.add(client: "otto").decode()
            try await Self.set(false, scene)
            for kind in [CourseworkChange.Kind.pause, .remove] {
                let answer = try await scene.change(link.id, CourseworkChange(kind), by: scene.olga)
                #expect(answer.status == 200, "\(kind)")
            }
        }
    }
}
