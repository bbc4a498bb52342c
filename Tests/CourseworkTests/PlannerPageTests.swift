import Care
import Coursework
import Foundation
import Testing

@Suite("Pages of a planner")
struct PlannerPageTests {
    private static func page(_ items: String) throws -> PlannerPage {
        try PlannerPage(Data("[\(items)]".utf8))
    }

    private static func item(
        _ type: String, _ id: String, _ plannable: String, submissions: String = "false",
        override: String = "null", more: String = ""
    ) -> String {
        """
        {"context_type":"Course","course_id":1,"context_name":"History 1","plannable_id":\(id),
         "plannable_type":"\(type)","planner_override":\(override),"submissions":\(submissions),\(more)
         "plannable":{"id":\(id),\(plannable)},"html_url":"/courses/1/x/\(id)"}
        """
    }

    private static let due = #""title":"Essay","due_at":"2026-04-01T21:59:59Z","points_possible":10"#
    private static let at = Date(timeIntervalSince1970: 1_775_080_740)

    @Test("An assignment is a task, to the minute")
    func assignment() throws {
        let page = try Self.page(Self.item("assignment", "12", Self.due))
        let task = CourseTask(id: "assignment_12", title: "Essay", course: "History 1", dueAt: Self.at)
        #expect(page.tasks == [task] && page.unreadable == 0)
    }

    @Test("What is graded is known by its assignment; other kinds are known by what they are")
    func kinds() throws {
        let todo = #""title":"Read","todo_date":"2026-04-01T21:59:00.000Z""#
        let items = [
            Self.item("quiz", "7", Self.due + #","assignment_id":12"#),
            Self.item("quiz", "8", Self.due),
            Self.item("discussion_topic", "9", Self.due + #","assignment_id":"13""#),
            Self.item("discussion_topic", "10", todo),
            Self.item("wiki_page", "11", todo), Self.item("planner_note", "12", todo),
            Self.item("assessment_request", "13", todo), Self.item("sub_assignment", "14", Self.due),
            Self.item("announcement", "15", todo), Self.item("calendar_event", "16", todo),
            Self.item("something_new", "17", todo),
        ]
        let page = try Self.page(items.joined(separator: ","))
        #expect(
            page.tasks.map(\.id) == [
                "assignment_12", "quiz_8", "assignment_13", "discussion_topic_10", "wiki_page_11",
                "planner_note_12", "assessment_request_13", "sub_assignment_14",
            ])
        #expect(page.unreadable == 0)
    }

    @Test(
        "Done there is what was submitted, excused, graded or marked complete; asked for once more is not",
        arguments: [
            (#"{"submitted":true,"excused":false,"graded":false}"#, "null", true),
            (#"{"submitted":false,"excused":true}"#, "null", true),
            (#"{"submitted":false,"graded":true}"#, "null", true),
            (#"{"submitted":false,"graded":true,"missing":false}"#, "null", true),
            (#"{"submitted":false,"graded":true,"missing":true}"#, "null", false),
            (#"{"submitted":true}"#, #"{"marked_complete":false}"#, false),
            (#"{"submitted":true,"redo_request":true}"#, "null", false),
            (#"{"submitted":false,"missing":true,"late":true,"needs_grading":false}"#, "null", false),
            ("false", #"{"marked_complete":true,"dismissed":false}"#, true),
            ("false", "null", false), ("null", "null", false), ("{}", "{}", false),
        ])
    func done(submissions: String, override: String, isDone: Bool) throws {
        let page = try Self.page(
            Self.item("assignment", "1", Self.due, submissions: submissions, override: override))
        #expect(page.tasks.map(\.isDone) == [isDone])
    }

    @Test("What was put aside, and what has no end or no name, is no task")
    func none() throws {
        let items = [
            Self.item("assignment", "1", Self.due, override: #"{"marked_complete":false,"dismissed":true}"#),
            Self.item("assignment", "2", #""title":"No end","due_at":null"#),
            Self.item(
                "wiki_page", "3", #""title":"No date""#, more: #""plannable_date":"2026-04-01T10:00:00Z","#),
            Self.item("assignment", "4", #""title":" ","due_at":"2026-04-01T21:59:59Z""#),
        ]
        let page = try Self.page(items.joined(separator: ","))
        #expect(page.tasks.isEmpty && page.unreadable == 0)
        // There is a date, but nobody knows which: what is missing may be there.
        let never = try Self.page(Self.item("assignment", "5", #""title":"Never","due_at":"soon""#))
        #expect(never.tasks.isEmpty && never.unreadable == 1)
        let dated = Self.item(
            "assignment", "6", #""title":"Dated""#, more: #""plannable_date":"2026-04-01T21:59:59Z","#)
        #expect(try Self.page(dated).tasks.map(\.dueAt) == [Self.at])
    }

    @Test("An extended deadline is the person's own, not everybody's")
    func extended() throws {
        let own = #""plannable_date":"2026-04-01T21:59:59Z","#
        for type in ["quiz", "assignment", "sub_assignment"] {
            let page = try Self.page(
                Self.item(type, "7", #""title":"Quiz","due_at":"2026-03-20T10:00:00Z""#, more: own))
            #expect(page.tasks.map(\.dueAt) == [Self.at], "\(type)")
        }
        // Of others it may be when they were written.
        let page = try Self.page(
            Self.item("wiki_page", "7", #""title":"Read","todo_date":"2026-04-01T21:59:00Z""#, more: own))
        #expect(page.tasks.map(\.dueAt) == [Self.at])
    }

    @Test("A peer review is done once it is completed")
    func reviews() throws {
        for (state, isDone) in [("completed", true), ("assigned", false)] {
            let page = try Self.page(
                Self.item(
                    "assessment_request", "13",
                    #""title":"Essay","todo_date":"2026-04-01T21:59:00Z","workflow_state":"\#(state)""#))
            #expect(page.tasks.map(\.isDone) == [isDone], "\(state)")
            let reading = PlannerPage.reading([page], isWhole: true).namingReviews { "Review: \($0)" }
            #expect(reading.tasks.map(\.title) == ["Review: Essay"])
        }
    }

    @Test("What is handed in keeps the platform's title")
    func titles() throws {
        let page = try Self.page(Self.item("assignment", "1", Self.due))
        let titles = page.tasks.map(\.title)
        let reading = PlannerPage.reading([page], isWhole: true).namingReviews { "Review: \($0)" }
        #expect(!titles.isEmpty && reading.tasks.map(\.title) == titles)
    }

    @Test("An item of another shape is left out, and then what is missing may be there")
    func unreadable() throws {
        let page = try Self.page(
            #"7, {"plannable_type":"assignment"}, "# + Self.item("assignment", "1", Self.due))
        #expect(page.tasks.map(\.id) == ["assignment_1"] && page.unreadable == 2)
        #expect(PlannerPage.reading([page, page], isWhole: true).unreadable == 4)
        #expect(!PlannerPage.reading([page], isWhole: true).isComplete)
        let whole = try Self.page(Self.item("assignment", "1", Self.due))
        #expect(
            PlannerPage.reading([whole, whole], isWhole: true)
                == CourseReading(tasks: whole.tasks, isComplete: true))
        for text in [#"{"errors":[{"message":"Invalid access token."}]}"#, "<html>", "", "[{"] {
            #expect(throws: CourseworkReadError.notAPlanner) { try PlannerPage(Data(text.utf8)) }
        }
    }

    @Test("Words of strangers become one line without marks of direction, cut at a length that can be spoken")
    func words() throws {
        let title =
            #""title":"  A\u202e\n\u0007 B \#(String(repeating: "x", count: 500))","due_at":"2026-04-01T21:59:59Z""#
        let task = try #require(try Self.page(Self.item("assignment", "1", title)).tasks.first)
        #expect(
            task.title.hasPrefix("A B xxx") && task.title.unicodeScalars.count == CourseLimits.longestTitle)
    }
}

@Suite("Where a planner goes on")
struct NextPageTests {
    private static let page = "https://school.example/api/v1/planner/items?per_page=100"

    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private static func next(_ headers: String...) throws -> NextPage {
        NextPage(link: headers, of: try url(page), platform: try url("https://school.example"))
    }

    @Test("The next page's address is taken as it is")
    func opaque() throws {
        let address = "https://school.example/api/v1/planner/items?page=bookmark:WyJ2aWV3aW5nIiw&per_page=100"
        let next = try #require(URL(string: address))
        let links =
            #"<\#(Self.page)>; rel="current", <\#(address)>; rel="next", <\#(Self.page)>; rel="first""#
        #expect(try Self.next(links) == .next(next))
        #expect(try Self.next("<\(Self.page)>;rel=current", "<\(address)>; rel=next") == .next(next))
        #expect(
            try Self.next(#"</api/v1/planner/items?page=2>; rel="next""#)
                == .next(Self.url("https://school.example/api/v1/planner/items?page=2")))
        // The host as the platform's is written: its address was looked up by that.
        #expect(
            try Self.next("<https://SCHOOL.example/planner?page=2>; rel=next")
                == .next(Self.url("https://school.example/planner?page=2")))
        #expect(try Self.next(#"<\#(Self.page)>; rel="current""#) == .end)
        #expect(try Self.next() == .end && Self.next("nonsense", "<>") == .end)
    }

    @Test(
        "A token never goes to another place",
        arguments: [
            "https://elsewhere.example/api", "http://school.example/api", "https://school.example:444/api",
            "//elsewhere.example/api", "https://school.example.elsewhere.example/", "javascript:alert(1)",
        ])
    func elsewhere(address: String) throws {
        #expect(try Self.next("<\(address)>; rel=\"next\"") == .elsewhere)
    }

    @Test("Addresses are taken as people write them, but with https alone")
    func addresses() throws {
        let typed: [(String, String)] = [
            (" school.example ", "https://school.example"),
            ("webcal://school.example/a.ics", "https://school.example/a.ics"),
            ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
            ("https://school.example:65535", "https://school.example:65535"),
        ]
        for (text, address) in typed { #expect(try PlatformAddress.url(text).absoluteString == address) }
        #expect(throws: PlatformAddress.Problem.notSecure) {
            try PlatformAddress.url("http://school.example")
        }
        for text in [
            "", "file:///etc/passwd", "https://", "https://a b", "https://me:secret@school.example",
            "ftp://x.example", "https://1.1.1.1:65536", "http://localhost:70000", "webcal://school.example:0",
        ] {
            #expect(throws: PlatformAddress.Problem.notAnAddress, "\(text)") { try PlatformAddress.url(text) }
        }
        #expect(
            try PlatformAddress.origin(of: Self.url("https://School.Example:8443/feeds/secret.ics?x=1"))
                == "https://school.example:8443")
        for text in ["https://school.example:443/a", "https://school.example./a", "https://School.example"] {
            #expect(try PlatformAddress.origin(of: Self.url(text)) == "https://school.example", "\(text)")
        }
        #expect(
            try PlatformAddress.origin(of: Self.url("http://127.0.0.1:443/")) == "http://127.0.0.1:443")
    }
}
