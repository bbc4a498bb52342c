import Roles
import StaffFiles
import Testing
import Wording

@testable import beckon

@Suite("Commands in messages")
struct TypedCommandsTests {
    private let typed = TypedCommands(home: HomeFolder(path: "/srv/our home"), program: "/opt/b/beckon")

    @Test("A command without a home is called by the program's path, and nothing else is changed")
    func program() {
        let alone = TypedCommands(home: nil, program: "/opt/b/beckon")
        #expect(
            alone("no key `x`: `beckon devices` shows it. Beckon and `beckon.yaml` stay.")
                == "no key `x`: `/opt/b/beckon devices` shows it. Beckon and `beckon.yaml` stay.")
        #expect(alone("` `beckon doctor` `beckon tune") == "` `/opt/b/beckon doctor` `beckon tune")
        #expect(typed("`beckon board check`") == "`/opt/b/beckon board check`")
        #expect(typed("`beckon tune --approve` and names") == "`/opt/b/beckon tune --approve` and names")
    }

    @Test("A command that takes a home names it")
    func home() {
        #expect(typed("Type `beckon doctor`.") == "Type `beckon doctor --home '/srv/our home'`.")
    }

    @Test("It is so in the texts of pages, and in what the program has written for them")
    func texts() throws {
        let english = Translation(
            language: "en", texts: ["a": try TextPattern("{name}: type `beckon doctor`")])
        let words = typed([english])[0]
        #expect(
            words(Text("a", ["name": .verbatim("Mia")])) == "Mia: type `beckon doctor --home '/srv/our home'`"
        )
        #expect(words(.written("run `beckon doctor`")) == "run `beckon doctor --home '/srv/our home'`")
    }
}
