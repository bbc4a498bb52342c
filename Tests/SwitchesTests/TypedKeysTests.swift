import Scanning
import Testing
import Time

@testable import Switches

/// Timelines in milliseconds: what is typed when, and the edges (`+` press, `-` release) with their times.
@Suite struct TypedKeysTests {
    @Test(
        "Keys typed at a terminal are read",
        arguments: [
            ([(0, "a")], "0+a 80-a"),
            // The keyboard repeats: one press, as long as it goes on.
            ([(0, "a"), (30, "a"), (60, "a"), (90, "a")], "0+a 170-a"),
            ([(0, "a"), (200, "a")], "0+a 80-a 200+a 280-a"),
            ([(0, "a"), (40, "b")], "0+a 40+b 80-a 120-b"),
        ] as [([(Int, Character)], String)])
    func terminal(typed: [(Int, Character)], edges: String) {
        #expect(play(typed, .terminal) == edges)
    }

    @Test(
        "Each character from a pipe is a press of its own",
        arguments: [
            ([(0, "a")], "0+a 80-a"),
            ([(0, "a"), (0, "a"), (0, "b")], "0+a 80-a 160+a 240-a 320+b 400-b"),
            ([(0, "a"), (500, "a")], "0+a 80-a 500+a 580-a"),
        ] as [([(Int, Character)], String)])
    func pipe(typed: [(Int, Character)], edges: String) {
        #expect(play(typed, .pipe) == edges)
    }

    private func play(_ typed: [(Int, Character)], _ origin: TypedKeys.Origin) -> String {
        var keys = TypedKeys(origin: origin, holdTime: .milliseconds(80))
        var edges: [TypedKeys.Edge] = []
        for (milliseconds, character) in typed {
            let now = Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
            while let wake = keys.nextWake, wake < now { edges += keys.wake(at: wake) }
            edges += keys.type(character, at: now)
        }
        while let wake = keys.nextWake { edges += keys.wake(at: wake) }
        return edges.map {
            "\($0.at.nanoseconds / 1_000_000)\($0.direction == .press ? "+" : "-")\($0.character)"
        }.joined(separator: " ")
    }
}
