import Time

/// Finds the characters among a terminal's bytes, without escape sequences such as those of arrow keys.
///
/// Bytes may come in any pieces; a sequence that the network splits is still one.
struct TerminalDecoder {
    private enum State {
        case ground
        /// After ESC, which may also be a key of its own.
        case escape(at: Instant)
        /// After `ESC [`: up to a byte of 0x40–0x7E.
        case control(at: Instant)
        /// After `ESC O`: one more byte.
        case shifted(at: Instant)
        case scalar(value: UInt32, missing: Int)
    }

    /// A sequence is sent at once: a byte that comes later than this was typed.
    static let sequenceGap: Duration = .milliseconds(100)

    private var state = State.ground

    mutating func feed(_ byte: UInt8, at now: Instant) -> Character? {
        switch state {
        case .escape(let at) where at.duration(to: now) > Self.sequenceGap,
            .control(let at) where at.duration(to: now) > Self.sequenceGap,
            .shifted(let at) where at.duration(to: now) > Self.sequenceGap:
            state = .ground
        case .ground, .escape, .control, .shifted, .scalar: break
        }
        switch (state, byte) {
        case (_, 0x1B): state = .escape(at: now)
        case (.escape, UInt8(ascii: "[")): state = .control(at: now)
        case (.escape, UInt8(ascii: "O")): state = .shifted(at: now)
        // Alt and a key: not that key.
        case (.escape, _), (.shifted, _), (.control, 0x40...0x7E): state = .ground
        case (.control, _): state = .control(at: now)
        case (.scalar(let value, let missing), 0x80...0xBF):
            let longer = value << 6 | UInt32(byte & 0x3F)
            if missing > 1 {
                state = .scalar(value: longer, missing: missing - 1)
            } else {
                state = .ground
                return Unicode.Scalar(longer).map(Character.init)
            }
        case (.ground, _), (.scalar, _): return start(byte)
        }
        return nil
    }

    private mutating func start(_ byte: UInt8) -> Character? {
        state = .ground
        switch byte {
        case 0..<0x80: return Character(Unicode.Scalar(byte))
        case 0xC2...0xDF: state = .scalar(value: UInt32(byte & 0x1F), missing: 1)
        case 0xE0...0xEF: state = .scalar(value: UInt32(byte & 0x0F), missing: 2)
        case 0xF0...0xF4: state = .scalar(value: UInt32(byte & 0x07), missing: 3)
        // No character begins so.
        default: break
        }
        return nil
    }
}
