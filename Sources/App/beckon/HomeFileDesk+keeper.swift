import Care
import CareService
import Roles

extension HomeFileDesk {
    /// The files of a home, as staff have them on the disk.
    init(_ keeper: HomeFileKeeper) {
        self.init(
            list: { keeper.list() }, read: keeper.read, check: keeper.check, write: keeper.write,
            options: keeper.options, setOptions: keeper.setOptions, phrases: keeper.phrases,
            setPhrases: keeper.setPhrases,
            rename: { id, name throws(CareProblem) in try keeper.rename(id, to: name) },
            checkRename: { id, name throws(CareProblem) in
                try keeper.rename(id, to: name, isTrial: true)
            })
        names = { keeper.names }
    }
}
