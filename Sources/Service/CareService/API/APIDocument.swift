private import CAPIDocument
import Foundation

/// The API's document, `openapi.json`, as it is built into the program.
enum APIDocument {
    static let bytes: [UInt8] = {
        let document = beckon_api_document()
        return Array(UnsafeBufferPointer(start: document.start, count: document.count))
    }()
}
