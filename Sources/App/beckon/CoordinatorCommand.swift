import ArgumentParser
import CareService
import Foundation
import HomeFiles
import Roles
import Wording

/// `beckon coordinator`: a home in which no coordinator can log in, yet or any more, gets one.
struct CoordinatorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coordinator",
        abstract: "Print a link that makes a coordinator, when none can log in yet or any more.",
        discussion: """
            Whoever opens the link chooses a name and a password. Who had a login of that name logs in with the new password from then on: they \
            are logged out elsewhere, and their second step, passkeys and links with login providers end. The link works once, and for an hour, while the service of this home runs.

              sudo beckon coordinator --home /var/lib/beckon
            """)

    @OptionGroup var service: ServiceOption
    @OptionGroup var home: HomeOptions

    func run() throws {
        let folder = home.folder
        let words = ReaderLocale.current(home: folder.settingsInUse.language).words
        guard folder.hasService else {
            throw ValidationError(
                words(Text("terminal.no_service", ["path": .verbatim(folder.path)]))
            )
        }
        let composition = try Composition(home)
        let url = try composition.service(at: service)
        try folder.prepareTokens()
        let token = TokenFiles.token()
        _ = try folder.keep(token: token, of: TokenFiles.again)
        StandardOutput.tell(
            """
            \(words(Text("terminal.open_once")))

              \(url.absoluteString)/setup/\(token)

            \(words(Text("terminal.other_machine")))
            """)
    }
}
