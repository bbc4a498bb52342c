import Care
import CareStore
import Coursework
import Foundation
import Logging

extension ServiceCore {
    /// Nothing is kept of what opens a place that was removed while the machine went off, or whose client has left; and nothing of
    /// tasks that have not been found for long.
    func forgetLostCoursework(in store: CareStore) async {
        do throws(CareStoreError) {
            coursework.secrets.keep(only: try await store.courseworkIDs())
        } catch {
            logger.warning("could not look for tokens that are not used", metadata: ["error": "\(error)"])
        }
        do throws(CareStoreError) { try await store.forgetOldCoursework(now: clock.wall()) } catch {
            logger.warning("could not forget old school tasks", metadata: ["error": "\(error)"])
        }
    }

    /// A client has left: what opens their places is kept no longer. Whoever comes back writes it once more.
    func forgetCoursework(of client: String) async {
        do throws(CareProblem) {
            let records = try await read { store throws(CareStoreError) in
                try await store.coursework(of: .only([client]))
            }
            for record in records {
                // What is being read at this moment does not count any more.
                coursework.places.raise(record.id)
                coursework.secrets.forget(record.id)
            }
        } catch {
            // The next start forgets them.
            causes.log(.warning, "tokens of who has left are still there", reason: "\(error)")
        }
        await tellCoursework()
    }

    /// Throws where a client has left.
    func checkMayRead(for client: String) async throws(CareProblem) {
        try await checkIsHere(
            client, else: "this client has left: nothing of a school is read for them any more")
    }

    /// Reads all of them, each at its own pace.
    func courseworkReader() -> PlatformWorker {
        PlatformWorker(
            core: self, coursework.places, "school tasks",
            toDo: { () async throws(CareProblem) in try await self.courseworkToRead() },
            work: { id throws(CareProblem) in try await self.readCoursework(id) })
    }

    /// Those that are read, whenever it is their turn; tells on the way which cannot be.
    private func courseworkToRead() async throws(CareProblem) -> [UUID] {
        let records = try await read { store throws(CareStoreError) in try await store.courseworkToRead() }
        await tellCoursework()
        return records.map(\.id)
    }

    /// Reads one, if it is still there.
    private func readCoursework(_ id: UUID) async throws(CareProblem) {
        if let record = try await coursework(id) { try await readCoursework(record) }
    }

    /// Reads one, and takes over what was found.
    ///
    /// - Returns: How it is then; `nil` where it is not there any more.
    @discardableResult
    func readCoursework(_ record: CourseworkRecord) async throws(CareProblem) -> CourseworkRecord? {
        guard let generation = coursework.places.begin(record.id) else {
            // What that comes to is what is asked for.
            await coursework.places.ended(record.id)
            return try await coursework(record.id)
        }
        defer { coursework.places.finish(record.id) }
        let outcome: CourseworkFetcher.Outcome
        if let secret = coursework.secrets.read(record.id) {
            outcome = await coursework.fetcher.read(
                record.link.kind, secret, mayBeInside: record.mayBeInside,
                tag: record.link.readAt == nil
                    ? nil : coursework.places.known(of: record.id, at: clock.uptime())?.tag,
                home: home.rules,
                now: clock.wall())
        } else {
            outcome = .failed(.secretLost, asked: nil)
        }
        // The service's stop has ended it, not the platform.
        guard !Task.isStopping else {
            coursework.places.end(
                record.id, .failed(.unreachable, asked: nil), of: generation, at: clock.uptime())
            return record
        }
        return try await keepCoursework(outcome, of: record.id, generation)
    }

    /// One as it is now.
    func coursework(_ id: UUID) async throws(CareProblem) -> CourseworkRecord? {
        try await read { store throws(CareStoreError) in try await store.courseworkRecord(id) }
    }

    /// Takes over what a reading came to, unless somebody has changed the place since it began; and plans the next one.
    ///
    /// - Returns: How it is then; `nil` where it is not there any more.
    func keepCoursework(
        _ outcome: CourseworkFetcher.Outcome, of id: UUID, _ generation: Int
    ) async throws(CareProblem) -> CourseworkRecord? {
        guard coursework.places.isCurrent(id, generation) else { return try await coursework(id) }
        do throws(CareProblem) {
            let kept = try await store(outcome, of: id)
            coursework.places.end(id, outcome.end, of: generation, at: clock.uptime())
            await tellCoursework()
            if let kept { return kept }
        } catch {
            // It was not taken over: it is read again, whole.
            coursework.places.end(id, .failed(.failing, asked: nil), of: generation, at: clock.uptime())
            throw error
        }
        // It is turned off, or gone.
        return try await coursework(id)
    }

    private func store(
        _ outcome: CourseworkFetcher.Outcome, of id: UUID
    ) async throws(CareProblem) -> CourseworkRecord? {
        let kept: CourseworkRecord?
        switch outcome {
        case .read(let found, _):
            let reading = await named(found)
            kept = try await change { store, now throws(CareStoreError) in
                (try await store.mergeCoursework(reading, of: id, now: now), true)
            }.0
        case .unchanged:
            let now = clock.wall()
            kept = try await write { store throws(CareStoreError) in
                try await store.changeCoursework(id) { link in
                    guard link.isActive else { return }
                    link.readAt = now
                    link.problem = nil
                    link.failingSince = nil
                }
            }
        case .failed(let problem, _):
            let now = clock.wall()
            kept = try await write { store throws(CareStoreError) in
                try await store.changeCoursework(id) { link in
                    guard link.isActive else { return }
                    link.failingSince = link.failingSince.map { min($0, now) } ?? now
                    link.problem = problem
                }
            }
            if let kept {
                causes.log(
                    .warning, "school tasks could not be read",
                    reason: "\(problem.rawValue): \(kept.link.platform)")
            }
        }
        return kept
    }

    private func named(_ reading: CourseReading) async -> CourseReading {
        guard reading.tasks.contains(where: \.isReview) else { return reading }
        return reading.namingReviews(await coursework.words.review(in: homeLanguage))
    }

    /// Tells which clients' tasks cannot be read any more, and which can again.
    func tellCoursework() async {
        do throws(CareProblem) {
            let records = try await read { store throws(CareStoreError) in
                try await store.courseworkToRead()
            }
            var failing: [String?: [String]] = [:]
            for link in records.map(\.link)
            where isToBeTold(link.problem, of: link.id, in: coursework.places) {
                failing[link.client, default: []].append(link.platform)
            }
            try await tell(.courseworkUnread, failing, in: coursework.places)
        } catch {
            causes.log(.warning, "not stored: school tasks", reason: "\(error)")
        }
    }
}
