import ArgumentParser
import Care
import CareClient
import Foundation
import HomeFiles
import Logging
import Roles
import StaffFiles
import Wording

/// `beckon pair`: this machine becomes a kiosk or station of a home whose service runs on another one.
struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Make this machine a kiosk or station of a service on another one.",
        discussion: """
            A coordinator gets the code on the page Devices, under “Pair a device”, and says there what this machine will be. A \
            code works once, and for an hour. The code of a client's page, with which they link a phone, makes this machine a kiosk of theirs.

              beckon pair --service http://10.0.0.5:4280 K7M-4QX
            """)

    @Option(help: ArgumentHelp("The service's address.", valueName: "url")) var service: String
    @Argument(help: "The code, in capitals or small letters, with or without its dash.") var code: [String]
    @Flag(
        help:
            "Also where this home has a service of its own, whose token for its own kiosk or station is then replaced."
    )
    var replace = false
    @OptionGroup var home: HomeOptions

    private var typed: String? { AccessRules.code(code.joined()) }

    func validate() throws {
        if typed == nil {
            throw ValidationError(
                "`\(code.joined(separator: " "))` is not a code: one has \(AccessRules.codeLength) letters and digits, such as K7M-4QX."
            )
        }
    }

    func run() async throws {
        var option = ServiceOption()
        option.service = service
        let url = try option.url(standard: service)
        let folder = home.folder
        guard replace || !folder.hasService else {
            throw CommandProblem(
                "\(folder.path) has a service of its own, and its kiosk and station need no pairing. If this machine should belong to the one at \(url.absoluteString) instead, add --replace."
            )
        }
        try folder.prepareTokens()
        let device: PairedDevice
        let settings = folder.settingsInUse
        switch await DevicePairing.pair(
            with: url, trust: folder.trust(settings), code: AccessRules.readable(code: typed ?? ""))
        {
        case .success(let paired): device = paired
        case .failure(.unknownCode):
            throw CommandProblem(
                "This code is wrong, used or expired: each works once, and for an hour. Get a new one on the page Devices, under “Pair a device”."
            )
        case .failure(.refused(let reason)):
            throw CommandProblem("The service refused this machine: \(reason).")
        case .failure(.unreachable(let reason)):
            throw CommandProblem(
                "\(url.absoluteString): \(reason). Nothing was changed. If this continues, check whether the address opens in a browser on this machine."
            )
        }
        let role: String
        switch device.kind {
        case .kiosk: role = "kiosk"
        case .station: role = "station"
        case .display:
            throw CommandProblem(
                "This code was for a screen, and has now been used. Get a new one, and type it in the screen's browser, at \(url.absoluteString)/display/pair."
            )
        }
        let file = try folder.keep(token: device.token, of: role)
        await fetchContents(url, folder, of: device)
        let place =
            folder.path == HomeFolder(path: HomeFolder.standardPath).path ? "" : " --home \(folder.path)"
        let words = ReaderLocale.current(home: settings.language).words
        StandardOutput.tell(
            words(
                Text(
                    role == "kiosk" ? "network.paired_kiosk" : "network.paired_station",
                    ["file": .verbatim(file)])))
        // On a line of its own, so that it can be copied whole.
        StandardOutput.print(
            "\n\(words(Text("network.start_it")))\n\n  beckon \(role) --service \(url.absoluteString)\(place)"
        )
    }

    /// What the home has of settings and boards, so that the machine speaks its language from its first start on. If it cannot be fetched now,
    /// the kiosk or station fetches it later.
    private func fetchContents(_ url: URL, _ folder: HomeFolder, of device: PairedDevice) async {
        guard let share = try? SharedFiles.find(), (try? folder.prepare(from: share)) != nil else { return }
        let fetched = FetchedContents(
            home: folder, isOfStation: device.kind == .station, share: share,
            logger: home.logger("beckon", usually: .error))
        if device.kind == .station {
            fetched.forget()
        } else {
            KioskMember.forgetFetched(in: folder, fetched)
        }
        defer { folder.giveContentsToOwner() }
        guard let place = fetched.place else { return }
        await ContentsFetching.once(
            from: url, trust: folder.trust(folder.settingsInUse), token: device.token, into: place)
    }
}
