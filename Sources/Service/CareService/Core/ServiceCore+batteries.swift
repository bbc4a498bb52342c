import Care
import CareStore
import Foundation
import Logging
import Scanning

/// The batteries of devices on which somebody depends.
extension ServiceCore {
    /// Reports that the battery of a kiosk, station or screen is low, or that it is not any more.
    ///
    /// - Parameter battery: `nil` where the device has none.
    func looked(
        at battery: MachineBattery?, of kind: DeviceKind, _ caller: Caller
    ) async throws(CareProblem) {
        guard let isLow = Self.isLow(battery) else { return }
        var fault = serviceFault(
            .deviceBatteryLow, isActive: isLow, detail: await name(of: caller.device) ?? kind.ownName)
        fault.device = caller.device
        if kind != .station {
            let client = caller.client(of: configuration)
            (fault.client, fault.clientName) = (client, await name(ofClient: client))
        }
        if try await report(fault) {
            logger.notice(
                isLow ? "the battery of a device is low" : "the battery of a device is not low any more",
                metadata: ["device": "\(fault.detail)"])
        }
    }

    /// By the thresholds of a switch's battery; but a device at its charger goes on working, so that charging ends it. `nil`: what
    /// was said before stays.
    static func isLow(_ battery: MachineBattery?) -> Bool? {
        guard let battery, !battery.isCharging else { return false }
        let reading = BatteryReading(percent: battery.percent, level: nil, isCharging: false)
        return reading.isLow ? true : reading.isGood ? false : nil
    }
}
