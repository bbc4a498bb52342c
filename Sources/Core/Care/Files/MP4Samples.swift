/// Where the samples of a track lie: chunk by chunk, as its tables say (ISO 14496-12, 8.7).
///
/// Whoever made the file may lie: nothing of a table is read before it is known to be whole within its box, and reading it takes as
/// many steps as it has entries.
struct MP4Samples {
    /// Entries of one width behind their count.
    private struct Table {
        let start: Int
        let count: Int
        /// In bytes.
        let width: Int

        init?(_ box: MP4Box, width: Int, _ bytes: [UInt8]) {
            guard box.content.count >= 8 else { return nil }
            start = box.content.lowerBound + 8
            count = bytes.big(start - 4, 4)
            self.width = width
            guard count <= (box.content.count - 8) / width else { return nil }
        }

        /// Where this entry begins.
        subscript(index: Int) -> Int { start + index * width }
    }

    /// How large each sample is (8.7.3).
    private struct Sizes {
        /// Of each, in bytes, where all are as large.
        let all: Int?
        let start: Int
        let count: Int
        /// Of an entry: 4, 8, 16 or 32.
        let bits: Int

        init?(_ box: MP4Box, _ bytes: [UInt8]) {
            guard box.content.count >= 12 else { return nil }
            start = box.content.lowerBound + 12
            count = bytes.big(start - 4, 4)
            if box.type == "stsz" {
                let size = bytes.big(start - 8, 4)
                (all, bits) = (size > 0 ? size : nil, 32)
            } else {
                (all, bits) = (nil, Int(bytes[start - 5]))
                guard [4, 8, 16].contains(bits) else { return nil }
            }
            guard all != nil || count <= (box.content.count - 12) * 8 / bits else { return nil }
        }

        /// The sum of so many from this one on, in bytes; `nil` where there are not as many, or it is beyond `limit`.
        func sum(of count: Int, from first: Int, upTo limit: Int, _ bytes: [UInt8]) -> Int? {
            guard count <= self.count - first else { return nil }
            if let all {
                let (sum, isTooLarge) = all.multipliedReportingOverflow(by: count)
                return isTooLarge || sum > limit ? nil : sum
            }
            var sum = 0
            for sample in first..<first + count {
                sum += size(of: sample, bytes)
                guard sum <= limit else { return nil }
            }
            return sum
        }

        /// Two samples share a byte where they have four bits each, the first in its upper half.
        private func size(of sample: Int, _ bytes: [UInt8]) -> Int {
            guard bits == 4 else { return bytes.big(start + sample * (bits / 8), bits / 8) }
            let both = Int(bytes[start + sample / 2])
            return sample.isMultiple(of: 2) ? both >> 4 : both & 0xF
        }
    }

    private let bytes: [UInt8]
    /// Of each chunk in the file (8.7.5).
    private let offsets: Table
    /// From which chunk on there are how many samples in each (8.7.4).
    private let runs: Table
    private let sizes: Sizes

    /// `nil` where its tables are not there, or do not fit together, or it has more in the file than its samples (8.7.9).
    init?(of track: MP4Box, in bytes: [UInt8]) {
        guard
            let tables = track.only("mdia", of: bytes)?.only("minf", of: bytes)?.only("stbl", of: bytes),
            let offsets = tables.only("stco", "co64", of: bytes),
            let offsetTable = Table(offsets, width: offsets.type == "co64" ? 8 : 4, bytes),
            let runs = tables.only("stsc", of: bytes).flatMap({ Table($0, width: 12, bytes) }),
            let sizes = tables.only("stsz", "stz2", of: bytes).flatMap({ Sizes($0, bytes) }),
            MP4Box.all(in: tables.content, of: bytes, where: { $0.type == "saio" })?.isEmpty == true
        else { return nil }
        self.bytes = bytes
        self.offsets = offsetTable
        self.runs = runs
        self.sizes = sizes
    }

    /// The bytes of each chunk that has any; `nil` where one would be beyond the file, or not each sample is in one.
    func chunks() -> [Range<Int>]? {
        guard offsets.count > 0 else { return sizes.count == 0 ? [] : nil }
        var found: [Range<Int>] = []
        var (run, samples, next) = (0, 0, 0)
        for chunk in 0..<offsets.count {
            if run < runs.count, bytes.big(runs[run], 4) == chunk + 1 {
                samples = bytes.big(runs[run] + 4, 4)
                run += 1
            }
            guard run > 0, let length = sizes.sum(of: samples, from: next, upTo: bytes.count, bytes)
            else { return nil }
            next += samples
            guard length > 0 else { continue }
            let start = bytes.big(offsets[chunk], offsets.width)
            guard start <= bytes.count - length else { return nil }
            found.append(start..<start + length)
        }
        return run == runs.count && next == sizes.count ? found : nil
    }
}
