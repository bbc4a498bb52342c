import Care
public import Foundation

/// Who somebody is at a provider.
public struct IDTokenClaims: Sendable, Equatable {
    /// A longer answer of `userinfo` is not read, bytes.
    public static let longestUserInfo = 65_536
    private static let longestSubject = 255
    /// Longest name that is taken, characters.
    private static let longestName = 200

    /// The only thing by which the provider knows somebody for ever: 1 to 255 printable ASCII characters, in which capitals count.
    public let subject: String
    /// As they are called there, in one line of at most 200 characters; `nil` where it is not told. Anybody may have chosen it.
    public let name: String?
    /// Where their picture is: https, or http on this machine; at most 2,000 bytes.
    public let picture: String?

    init(_ written: WrittenProfile) throws(IDTokenFault) {
        guard let subject = written.subject, (1...Self.longestSubject).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { throw .subject }
        self.init(subject: subject, written)
    }

    private init(subject: String, _ written: WrittenProfile) {
        self.subject = subject
        name = written.name.flatMap(Self.line)
        picture = written.picture.flatMap { EndpointAddress.url($0) == nil ? nil : $0 }
    }

    private init(subject: String, name: String?, picture: String?) {
        self.subject = subject
        self.name = name
        self.picture = picture
    }

    /// Many providers tell names and pictures only where they are asked for them.
    ///
    /// - Parameter body: The provider's answer at ``ProviderDiscovery/userInfo`` (OpenID Connect Core 1.0, 5.3.2).
    /// - Returns: With the name and the picture which the token lacks.
    /// - Throws: ``ProviderFault/otherIssuer`` for an answer about somebody else, ``ProviderFault/unreadable``.
    public func completed(byUserInfo body: Data) throws(ProviderFault) -> IDTokenClaims {
        guard body.count <= Self.longestUserInfo else { throw .unreadable }
        let written: WrittenProfile
        do { written = try JSONDecoder().decode(WrittenProfile.self, from: body) } catch { throw .unreadable }
        guard let other = written.subject, other.isExactly(subject) else { throw .otherIssuer }
        let told = IDTokenClaims(subject: subject, written)
        return IDTokenClaims(
            subject: subject, name: name ?? told.name, picture: picture ?? told.picture)
    }

    /// A name in one line, without what could make it read as another one; `nil` where nothing is left.
    private static func line(_ written: String) -> String? {
        var words: [String] = [""]
        for scalar in DirectionMarks.removed(from: written).unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                words.append("")
            } else {
                words[words.count - 1].unicodeScalars.append(scalar)
            }
        }
        let line = String(
            String.UnicodeScalarView(
                words.filter { !$0.isEmpty }.joined(separator: " ").unicodeScalars.prefix(longestName)))
        do throws(FieldProblem) {
            try FieldChecks.name(line, "name", limit: longestName)
            return line
        } catch { return nil }
    }
}
