import Care

extension ChannelOutcome {
    /// What a question over HTTP comes to. Where what is asked cannot be read, or nothing answers, it has failed, in the words of that.
    ///
    /// - Parameter asked: Reads whom to ask from a destination, and what opens it.
    static func of<Asked>(
        _ asked: () throws(FieldProblem) -> Asked,
        _ question: (Asked) async throws(ChannelHTTP.Failure) -> ChannelOutcome
    ) async -> ChannelOutcome {
        let other: Asked
        do throws(FieldProblem) { other = try asked() } catch { return .failed(error.message) }
        do throws(ChannelHTTP.Failure) { return try await question(other) } catch {
            return .failed(error.description)
        }
    }
}
