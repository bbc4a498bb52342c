internal import CLibYAML

/// One event of libyaml, with its marks.
struct YAMLEvent {
    enum Kind {
        case scalar(String, StaffNode.Style)
        case alias(String)
        case sequenceStart(StaffNode.Style), sequenceEnd, mappingStart(StaffNode.Style), mappingEnd
        case documentStart, documentEnd, streamStart, streamEnd
    }

    struct Mark {
        var line: Int
        /// In the line, from 0.
        var codePoint: Int
        /// In the whole text, in code points from 0.
        var index: Int
    }

    var kind: Kind
    var anchor: String?
    var tag: String?
    var start: Mark
    var end: Mark
}

extension YAMLEvent {
    /// Whether it is a text in quotes on more than one line.
    var isLongQuote: Bool {
        switch kind {
        case .scalar(_, .singleQuoted), .scalar(_, .doubleQuoted): end.line > start.line
        case .scalar, .alias, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd, .documentStart,
            .documentEnd, .streamStart, .streamEnd:
            false
        }
    }
}

/// Why libyaml stopped.
struct YAMLError: Error {
    var problem: String
    var context: String
    var mark: YAMLEvent.Mark
    /// Where what `context` names has begun.
    var begin: YAMLEvent.Mark

    /// Whether a text in quotes has no end, which is noticed only far behind its beginning.
    var isInQuotes: Bool {
        context == "while scanning a quoted scalar"
            && ["found unexpected end of stream", "found unexpected document indicator"].contains(problem)
    }
}

/// libyaml over one text, event by event. It keeps a stack of its own, so that depth cannot overflow ours.
final class YAMLParser {
    // libyaml keeps pointers to the parser and to the text: both stay where they are until `deinit`.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>

    init?(_ string: String) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        text = .allocate(capacity: string.utf8.count)
        _ = text.initialize(from: string.utf8)
        guard yaml_parser_initialize(parser) == 1 else { return nil }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    func next() throws(YAMLError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw error }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(
            kind: try kind(of: event), anchor: anchor(of: event), tag: tag(of: event),
            start: mark(event.start_mark), end: mark(event.end_mark))
    }

    private var error: YAMLError {
        // Reader errors carry no mark of their own; the scanner's place is the nearest there is.
        let place =
            parser.pointee.error == YAML_READER_ERROR ? parser.pointee.mark : parser.pointee.problem_mark
        return YAMLError(
            problem: parser.pointee.problem.map { String(cString: $0) } ?? "out of memory",
            context: parser.pointee.context.map { String(cString: $0) } ?? "", mark: mark(place),
            begin: mark(parser.pointee.context_mark))
    }

    private func kind(of event: yaml_event_t) throws(YAMLError) -> YAMLEvent.Kind {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(String(decoding: bytes, as: UTF8.self), style(scalar.style))
        case YAML_ALIAS_EVENT: return .alias(string(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_START_EVENT:
            return .sequenceStart(
                event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block)
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            return .mappingStart(event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block)
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_STREAM_START_EVENT: return .streamStart
        case YAML_STREAM_END_EVENT: return .streamEnd
        default:
            let place = mark(event.start_mark)
            throw YAMLError(problem: "an unknown event", context: "", mark: place, begin: place)
        }
    }

    private func style(_ style: yaml_scalar_style_t) -> StaffNode.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .blockScalar
        default: .plain
        }
    }

    private func anchor(of event: yaml_event_t) -> String? {
        switch event.type {
        case YAML_SCALAR_EVENT: string(event.data.scalar.anchor)
        case YAML_SEQUENCE_START_EVENT: string(event.data.sequence_start.anchor)
        case YAML_MAPPING_START_EVENT: string(event.data.mapping_start.anchor)
        default: nil
        }
    }

    private func tag(of event: yaml_event_t) -> String? {
        switch event.type {
        case YAML_SCALAR_EVENT: string(event.data.scalar.tag)
        case YAML_SEQUENCE_START_EVENT: string(event.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT: string(event.data.mapping_start.tag)
        default: nil
        }
    }

    private func string(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        bytes.map { String(decodingCString: $0, as: UTF8.self) }
    }

    private func mark(_ mark: yaml_mark_t) -> YAMLEvent.Mark {
        YAMLEvent.Mark(line: Int(mark.line), codePoint: Int(mark.column), index: Int(mark.index))
    }
}
