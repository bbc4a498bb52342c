import CareService
import Roles

extension HomeFileDesk {
    /// The files of a home, as staff have them on the disk.
    init(_ keeper: HomeFileKeeper) {
        self.init(
            list: { keeper.list() }, read: keeper.read, check: keeper.check, write: keeper.write,
            options: keeper.options, setOptions: keeper.setOptions, phrases: keeper.phrases,
            setPhrases: keeper.setPhrases)
    }
}
