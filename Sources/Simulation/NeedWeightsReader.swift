public import StaffFiles

/// Reads how often each need is wanted: `id: number` for each, anything from 0 on.
///
/// ```yaml
/// water: 12
/// toilet: 6.5
/// ```
public enum NeedWeightsReader {
    /// Reads the bytes of the file.
    ///
    /// - Parameter ids: What can be wanted on the boards.
    /// - Returns: The weights by id, or `nil` if there is any error; and the findings.
    public static func read(
        _ bytes: [UInt8], file: String, ids: [String]
    ) -> (weights: [String: Double]?, findings: [Finding]) {
        let (root, log) = StaffFile.read(bytes, file: file)
        var weights: [String: Double] = [:]
        if let root, let cursor = MappingCursor(root, what: "a file of weights", keys: ids, log: log) {
            for key in cursor.presentKeys {
                weights[key.value] = cursor.number(key.value, in: 0...1_000_000)?.value
            }
        }
        if !log.findings.hasErrors, weights.values.allSatisfy({ $0 == 0 }) {
            log.error("nothing is ever wanted: write a number above 0 behind an item's id", at: .start)
        }
        let findings = log.findings.sorted
        return (findings.hasErrors ? nil : weights, findings)
    }
}
