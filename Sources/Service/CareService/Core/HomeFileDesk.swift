public import Care
import Dispatch
public import Encouragement
public import Foundation

/// Access of the service's API to the files that staff write; injected when the service is composed.
public struct HomeFileDesk: Sendable {
    /// Each may wait for the disk, and throws a problem in words for people.
    public var list: @Sendable () throws(CareProblem) -> HomeFilePage
    public var read: @Sendable (String) throws(CareProblem) -> HomeFile
    public var check: @Sendable (String, FileDraft) throws(CareProblem) -> FileCheck
    public var write: @Sendable (String, FileChange) throws(CareProblem) -> (HomeFile, isNew: Bool)
    public var options: @Sendable (_ withChoices: Bool, SettingsScope) throws(CareProblem) -> HomeOptions
    public var setOptions: @Sendable (OptionChange, SettingsScope) throws(CareProblem) -> HomeOptions
    public var phrases: @Sendable () throws(CareProblem) -> HomePhrases
    public var setPhrases: @Sendable (OptionChange) throws(CareProblem) -> HomePhrases
    /// Renames a person of the settings; for others it does nothing.
    public var rename: @Sendable (_ id: String, _ name: String) throws(CareProblem) -> Void
    /// Throws if `rename` would throw because of the file's content; changes nothing.
    public var checkRename: @Sendable (_ id: String, _ name: String) throws(CareProblem) -> Void
    /// What the settings say of the home now.
    public var facts: (@Sendable () -> HomeFacts)?
    /// The kinds of need of the boards' cards, by their ids.
    public var cardKinds: (@Sendable () -> [String: NeedKind])?
    /// What the cards of the boards in use ask for, in words.
    public var cardWords: (@Sendable () -> [String])?
    /// What a client's kiosk on another machine works with; `nil` where it can only have its own files.
    public var contents: (@Sendable (ClientContents.Recipient) throws(CareProblem) -> ClientContents)?
    /// One of those files, by its digest.
    public var contentFile:
        (@Sendable (_ digest: String, ClientContents.Recipient) throws(CareProblem) -> Data)?
    /// What calls on the board that scanning begins with, and on those that it opens; the home's are read in a language.
    public var callCards: (@Sendable (_ client: String, _ language: String?) -> CallCardPage)?
    /// Takes an exercise's file away, as it was read with its version.
    public var remove: (@Sendable (_ name: String, _ version: String) throws(CareProblem) -> Void)?
    /// The exercises, and which of them suit a client; `nil` for the home's library.
    public var exercises: (@Sendable (_ client: String?) -> ExerciseList)?
    /// Among which faces a client chooses; `nil` where the home has no settings of theirs.
    public var faces: (@Sendable (_ client: String) -> MoodScale?)?
    /// Says which suit a client.
    public var setBreathing:
        (@Sendable (_ client: String, BreathingChange) throws(CareProblem) -> ExerciseList)?
    /// What encourages a client, and how they want it.
    public var encouragement: (@Sendable (_ client: String) -> (EncouragementShelf, EncouragementSettings))?
    /// The files of what encourages, sentence by sentence.
    public var encouragementStores: (@Sendable () -> EncouragementStores)?
    /// Adds, changes or removes a sentence or tip in one of them.
    public var changeEncouragement:
        (
            @Sendable (_ name: String, EncouragementChange) throws(CareProblem) ->
                EncouragementStores.Store
        )?
    /// Boards card by card; `nil` where they can only be edited as texts.
    public var boards: HomeBoardDesk?
    /// Recordings, pictures and videos of exercises and of encouragement; `nil` where there are no such files.
    public var media: HomeMediaDesk?
    /// Serial, so that nothing else in this service writes a file between its check and its change.
    private let queue = DispatchQueue(label: "files of the home", qos: .utility)
    /// What takes processor time and needs no file: nobody who reads one waits for it.
    private let workshop = DispatchQueue(label: "what is sent for the home", qos: .utility)

    public init(
        list: @escaping @Sendable () throws(CareProblem) -> HomeFilePage,
        read: @escaping @Sendable (String) throws(CareProblem) -> HomeFile,
        check: @escaping @Sendable (String, FileDraft) throws(CareProblem) -> FileCheck,
        write: @escaping @Sendable (String, FileChange) throws(CareProblem) -> (HomeFile, isNew: Bool),
        options: @escaping @Sendable (Bool, SettingsScope) throws(CareProblem) -> HomeOptions,
        setOptions: @escaping @Sendable (OptionChange, SettingsScope) throws(CareProblem) -> HomeOptions,
        phrases: @escaping @Sendable () throws(CareProblem) -> HomePhrases,
        setPhrases: @escaping @Sendable (OptionChange) throws(CareProblem) -> HomePhrases,
        rename: @escaping @Sendable (_ id: String, _ name: String) throws(CareProblem) -> Void,
        checkRename: @escaping @Sendable (_ id: String, _ name: String) throws(CareProblem) -> Void,
        boards: HomeBoardDesk? = nil
    ) {
        self.list = list
        self.read = read
        self.check = check
        self.write = write
        self.options = options
        self.setOptions = setOptions
        self.phrases = phrases
        self.setPhrases = setPhrases
        self.rename = rename
        self.checkRename = checkRename
        self.boards = boards
    }

    /// On a thread that may block, because Swift's own are too few for that.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (HomeFileDesk) throws(CareProblem) -> Value
    ) async throws(CareProblem) -> Value {
        try await run(on: queue, work)
    }

    /// The same for work that touches no file.
    func prepare<Value: Sendable>(
        _ work: @escaping @Sendable (HomeFileDesk) throws(CareProblem) -> Value
    ) async throws(CareProblem) -> Value {
        try await run(on: workshop, work)
    }

    private func run<Value: Sendable>(
        on queue: DispatchQueue, _ work: @escaping @Sendable (HomeFileDesk) throws(CareProblem) -> Value
    ) async throws(CareProblem) -> Value {
        let result: Result<Value, CareProblem> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(CareProblem) in try work(self) })
            }
        }
        return try result.get()
    }
}
