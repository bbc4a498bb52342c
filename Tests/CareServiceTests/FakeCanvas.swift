import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Synchronization

/// A learning platform that answers as the documented API of Canvas does: a planner behind a token, in pages by their `Link`, and a
/// calendar by its own address.
final class FakeCanvas: Sendable {
    static let token = "7~abcdefghijklmnopqrstuvwxyz0123456789"

    struct Item: Sendable {
        var id: Int
        var title: String
        var due: String
        var type = "assignment"
        var submissions = "false"
        var override = "null"
        var assignment: Int?
        /// The person's own deadline, where it is not everybody's.
        var own: String?

        fileprivate var json: String {
            let assignment = assignment.map { "\"assignment_id\":\($0)," } ?? ""
            return """
                {"context_type":"Course","course_id":1,"context_name":"History 1","plannable_id":\(id),
                "plannable_type":"\(type)","new_activity":false,"planner_override":\(override),
                "submissions":\(submissions),"plannable_date":"\(own ?? due)","html_url":"/courses/1/assignments/\(id)",
                "plannable":{"id":\(id),\(assignment)"title":"\(title)","due_at":"\(due)","points_possible":10}}
                """
        }
    }

    struct Reply: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body = ""
        /// Whether the connection stays open without an answer.
        var isSilent = false
        /// Whether it answers byte by byte, without an end.
        var drips = false
    }

    struct Asked: Sendable {
        var path: String
        var authorization: String?
        var tag: String?
    }

    struct State: Sendable {
        var items: [Item] = []
        var calendar = ""
        var tag = "\"1\""
        var token = FakeCanvas.token
        /// How many items are on a page, whatever is asked for.
        /// As its own links call it.
        var host = "127.0.0.1"
        var page = 100
        /// Answered in place of the next ones.
        var replies: [Reply] = []
        var asked: [Asked] = []
        /// Called before each answer.
        var change: (@Sendable (inout State) -> Void)?
        /// Whether answers wait for `release`.
        var isHeld = false
        var held: [@Sendable () -> Void] = []
        /// Who waits for so many questions.
        var waiting: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []
    }

    let state = Mutex(State())
    let port: Int
    private let channel: any Channel

    var address: String { "http://127.0.0.1:\(port)" }
    var asked: [Asked] { state.withLock { $0.asked } }

    /// Waits until so many questions have come.
    func asked(atLeast count: Int) async {
        await withCheckedContinuation { waiter in
            state.withLock { state in
                if state.asked.count >= count {
                    waiter.resume()
                } else {
                    state.waiting.append((count, waiter))
                }
            }
        }
    }

    /// Tells whoever waits for so many questions: once it is known whether the last one's answer is held.
    private func tellAsked() {
        state.withLock { state in
            let count = state.asked.count
            for one in state.waiting where one.count <= count { one.waiter.resume() }
            state.waiting.removeAll { $0.count <= count }
        }
    }

    /// Sends what was held, and holds nothing any more.
    func release() {
        let held = state.withLock { state in
            defer { (state.isHeld, state.held) = (false, []) }
            return state.held
        }
        for send in held { send() }
    }

    static func with(_ body: (FakeCanvas) async throws -> Void) async throws {
        let canvas = try await FakeCanvas()
        do { try await body(canvas) } catch {
            try await canvas.channel.close()
            throw error
        }
        try await canvas.channel.close()
    }

    private init() async throws {
        let holder = Holder()
        channel = try await LocalServer.open { Handler(holder: holder) }
        port = channel.localAddress?.port ?? 0
        holder.canvas.withLock { $0 = self }
    }

    private final class Holder: Sendable {
        let canvas = Mutex<FakeCanvas?>(nil)
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let holder: Holder
        private var head: HTTPRequestHead?

        init(holder: Holder) { self.holder = holder }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): self.head = head
            case .body: break
            case .end:
                guard let head, let canvas = holder.canvas.withLock({ $0 }) else { return }
                let reply = canvas.reply(head)
                defer { canvas.tellAsked() }
                guard !reply.isSilent else { return }
                let (loop, own) = (
                    context.eventLoop, NIOLoopBound((self, context), eventLoop: context.eventLoop)
                )
                let send: @Sendable () -> Void = {
                    loop.execute { own.value.0.send(reply, own.value.1) }
                }
                let isHeld = canvas.state.withLock { state in
                    if state.isHeld { state.held.append(send) }
                    return state.isHeld
                }
                if !isHeld { send() }
            }
        }

        private func send(_ reply: Reply, _ context: ChannelHandlerContext) {
            if reply.drips {
                let answer = HTTPResponseHead(
                    version: .http1_1, status: .ok, headers: ["Transfer-Encoding": "chunked"])
                context.writeAndFlush(wrapOutboundOut(.head(answer)), promise: nil)
                return drip(context)
            }
            var headers = HTTPHeaders(reply.headers)
            headers.replaceOrAdd(name: "Content-Length", value: "\(reply.body.utf8.count)")
            let answer = HTTPResponseHead(
                version: .http1_1, status: .init(statusCode: reply.status), headers: headers)
            context.write(wrapOutboundOut(.head(answer)), promise: nil)
            context.write(
                wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: reply.body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        private func drip(_ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: " ")))), promise: nil)
            let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(10)) { own.value.0.drip(own.value.1) }
        }
    }

    private func reply(_ head: HTTPRequestHead) -> Reply {
        state.withLock { state in
            state.asked.append(
                Asked(
                    path: head.uri, authorization: head.headers.first(name: "Authorization"),
                    tag: head.headers.first(name: "If-None-Match")))
            state.change?(&state)
            if !state.replies.isEmpty { return state.replies.removeFirst() }
            let parts = URLComponents(string: head.uri)
            switch parts?.path {
            case "/api/v1/planner/items":
                guard head.headers.first(name: "Authorization") == "Bearer \(state.token)" else {
                    return Reply(status: 401, body: #"{"errors":[{"message":"Invalid access token."}]}"#)
                }
                return planner(parts?.queryItems ?? [], state)
            case "/feeds/calendars/user_secret.ics":
                if head.headers.first(name: "If-None-Match") == state.tag { return Reply(status: 304) }
                return Reply(
                    headers: [("Content-Type", "text/calendar; charset=utf-8"), ("ETag", state.tag)],
                    body: state.calendar)
            default: return Reply(status: 404, body: "<html>Page Not Found</html>")
            }
        }
    }

    /// The address of the next page is made so that nobody can guess it.
    private func planner(_ query: [URLQueryItem], _ state: State) -> Reply {
        let mark = query.first { $0.name == "page" }?.value ?? "first"
        let begin = mark.hasPrefix("bookmark:") ? Int(mark.dropFirst("bookmark:".count)) ?? 0 : 0
        let items = state.items.dropFirst(begin).prefix(state.page)
        var links = [
            "<http://\(state.host):\(port)/api/v1/planner/items?page=first&per_page=\(state.page)>; rel=\"first\""
        ]
        if state.items.count > begin + items.count {
            links.append(
                "<http://\(state.host):\(port)/api/v1/planner/items?page=bookmark:\(begin + items.count)&per_page=\(state.page)>; rel=\"next\""
            )
        }
        return Reply(
            headers: [
                ("Content-Type", "application/json; charset=utf-8"), ("Link", links.joined(separator: ",")),
                ("X-Rate-Limit-Remaining", "599.9"), ("X-Request-Cost", "0.1"),
            ], body: "[\(items.map(\.json).joined(separator: ","))]")
    }
}
