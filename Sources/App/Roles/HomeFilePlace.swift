import Care
import Foundation
import Glibc

/// The path of a staff file, found only by its name: nothing outside the home can be named.
struct HomeFilePlace {
    static let settingsName = HomeFileKind.settingsName

    let name: String
    let kind: HomeFileKind
    /// As the readers of boards name it.
    let path: String
    /// The file that is written: the target, where the name is a link within the folder.
    let target: String
    let exists: Bool

    /// Whose settings it has; `nil` for other files.
    let scope: SettingsScope?

    init(_ name: String, in home: HomeFolder) throws(CareProblem) {
        let scope = SettingsScope(fileName: name)
        let own = HomeFileKind(fileName: name)?.folder
        let folder =
            own.map { "\(home.path)/\($0.dropLast())" }
            ?? scope.map { $0.folder.map { "\(home.path)/\($0)" } ?? home.path } ?? home.boardsFolder
        let last =
            own.map { String(name.dropFirst($0.count)) }
            ?? (scope?.folder == nil ? name : String(name.split(separator: "/").last ?? ""))
        guard Self.isName(last), let kind = HomeFileKind(fileName: name) else {
            throw CareProblem(
                .notFound, "there is no file of that name: it is one of the home's `.yaml` files",
                field: "name")
        }
        self.name = name
        self.kind = kind
        self.scope = scope
        path = "\(folder)/\(last)"
        var status = stat()
        exists = lstat(path, &status) == 0
        guard exists else {
            guard Self.isNewName(last) else {
                throw CareProblem(
                    .notAcceptable,
                    "a new file's name has letters from a to z, digits, `-` and `.`, and ends with `.yaml`",
                    field: "name")
            }
            target = path
            return
        }
        guard let real = Self.real(path), let root = Self.real(folder), real.hasPrefix(root + "/") else {
            throw CareProblem(.forbidden, "\(name) is outside the home's folder", field: "name")
        }
        guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CareProblem(.forbidden, "\(name) is not a plain file", field: "name")
        }
        target = real
    }

    /// One part of a path that is no hidden file, with the end that all of them have.
    static func isName(_ name: String) -> Bool {
        name.utf8.count <= 100 && name.hasSuffix(".yaml") && !name.hasPrefix(".")
            && name.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "\\"
                    && !DirectionMarks.contains($0)
            }
    }

    private static func isNewName(_ name: String) -> Bool {
        !name.contains("..") && name.utf8.count > ".yaml".utf8.count
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
