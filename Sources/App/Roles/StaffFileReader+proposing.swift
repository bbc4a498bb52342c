import Boards
import Foundation
public import Kiosk
import Spelling
public import StaffFiles

extension StaffFileReader {
    /// What a client can propose from in a language: the home's own files where there are any, else what ships.
    ///
    /// A home's file with mistakes is reported, and the shipped one is used instead: proposing is not as
    /// critical as a call, so no last good copy is kept.
    ///
    /// - Parameter language: That of the first board (BCP 47), for its voice says all of it.
    public func proposalMeans(_ language: String, _ findings: inout [Finding]) -> ProposalMeans {
        ProposalMeans(
            bank: read("suggestions", language, &findings) { bytes, file in
                SuggestionBankReader().read(bytes, file: file)
            },
            alphabet: read("spelling", language, &findings) { bytes, file in
                SpellingAlphabetReader.read(bytes, file: file)
            },
            words: read("words", language, &findings) { bytes, file in
                WordListReader.read(bytes, file: file)
            })
    }

    /// The same in the language of the first board; mistakes in the home's own files are added to `wrong`.
    func proposalMeans(for boards: BoardSet, _ wrong: inout [Finding]) -> ProposalMeans {
        var findings: [Finding] = []
        let means = proposalMeans(boards.boards[boards.start]?.language ?? "en", &findings)
        wrong += findings.filter { $0.severity == .error }
        return means
    }

    private func read<Content>(
        _ kind: String, _ language: String, _ findings: inout [Finding],
        by reader: ([UInt8], String) -> (Content?, [Finding])
    ) -> Content? {
        let base = language.split(separator: "-").first.map(String.init) ?? language
        let names = base == language ? [language] : [language, base]
        for folder in [home.boardsFolder, share.boardsFolder] {
            for name in names {
                let path = "\(folder)/\(kind).\(name).yaml"
                guard FileManager.default.fileExists(atPath: path) else { continue }
                switch HomeFolder.read(path, limit: StaffFileLimits.bytes + 1) {
                case .success(let bytes):
                    let (content, found) = reader(bytes, path)
                    findings += found
                    if let content { return content }
                case .failure(let failure):
                    findings += failure.findings(of: path)
                }
            }
        }
        return nil
    }
}
