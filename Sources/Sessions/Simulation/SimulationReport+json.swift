public import Foundation
import StaffFiles

extension SimulationReport {
    /// For programs, in snake_case.
    public func json() throws -> Data { try ProgramJSON.data(self) }
}
