public import Encouragement
import HomeFiles
import StaffFiles

extension HomeFileKeeper {
    /// What encourages a client, in the language of their first board, and how they want it. A client of whom this home has no settings has their
    /// kiosk elsewhere with files of its own: they get the home's, as a new client does.
    public func encouragement(of client: String) -> (EncouragementShelf, EncouragementSettings) {
        let settings = settings
        guard client != settings.client.id else { return encouragement(settings) }
        if let written = clientSettings(client) { return encouragement(written) }
        // Who shares the kiosk of this machine has files in a folder of their own.
        let folder = KioskMember.folders(in: home, settings).first { $0.settingsInUse.client.id == client }
        guard let folder else { return (encouragement(settings).0, EncouragementSettings()) }
        let keeper = HomeFileKeeper(home: folder, share: share)
        return keeper.encouragement(keeper.settings)
    }

    private func encouragement(_ settings: HomeSettings) -> (EncouragementShelf, EncouragementSettings) {
        let language = boardLanguage(settings)
        guard let share else { return (EncouragementShelf(language: language), settings.encouragement) }
        // What is wrong with them is told where they are edited.
        var ignored: [Finding] = []
        let reader = StaffFileReader(home: home, share: share, keepsCopies: false, languages: .machine)
        return (reader.encouragementShelf(language, &ignored), settings.encouragement)
    }
}
