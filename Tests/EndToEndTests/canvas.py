"""A learning platform that answers as the documented API of Canvas does: a planner behind a token, in pages, and a calendar."""
import datetime
import http.server
import json
import threading
import urllib.parse

TOKEN = "7~end-to-end-0123456789"


class Canvas:
    """Serves at `address` until `close`; `items` may be changed at any time."""

    def __init__(self):
        self.items, self.token, self.asked, self.page = [], TOKEN, [], 2
        canvas = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                canvas.asked.append(self.path)
                status, headers, body = canvas.answer(urllib.parse.urlsplit(self.path), self.headers)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.feed = f"{self.address}/feeds/calendars/user_e2e.ics"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def add(self, id, title, hours=48, **more):
        due = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:00Z")
        self.items.append({
            "context_type": "Course", "course_id": 1, "context_name": "History 1", "plannable_id": id, "plannable_type": "assignment",
            "planner_override": None, "submissions": {"submitted": False, "excused": False, "graded": False}, "plannable_date": due,
            "html_url": f"/courses/1/assignments/{id}", "plannable": {"id": id, "title": title, "due_at": due, "points_possible": 10}, **more})

    def answer(self, address, headers):
        if address.path.startswith("/feeds/calendars/user_e2e"):
            return 200, {"Content-Type": "text/calendar; charset=utf-8", "ETag": f'"{len(self.items)}"'}, self.calendar().encode()
        if address.path != "/api/v1/planner/items":
            return 404, {"Content-Type": "text/html"}, b"<html>Page Not Found</html>"
        if headers.get("Authorization") != f"Bearer {self.token}":
            return 401, {"Content-Type": "application/json"}, b'{"errors":[{"message":"Invalid access token."}]}'
        mark = urllib.parse.parse_qs(address.query).get("page", ["bookmark:0"])[0]
        begin = int(mark.removeprefix("bookmark:"))
        found, more = self.items[begin:begin + self.page], {}
        if len(self.items) > begin + len(found):
            more["Link"] = f'<{self.address}/api/v1/planner/items?page=bookmark:{begin + len(found)}>; rel="next"'
        return 200, {"Content-Type": "application/json; charset=utf-8", "X-Rate-Limit-Remaining": "599.8", **more}, json.dumps(found).encode()

    def calendar(self):
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0"]
        for one in self.items:
            time = one["plannable"]["due_at"].replace("-", "").replace(":", "")
            lines += ["BEGIN:VEVENT", f"UID:event-assignment-{one['plannable_id']}", f"DTSTART:{time}",
                      f"SUMMARY:{one['plannable']['title']} [{one['context_name']}]", "END:VEVENT"]
        return "\r\n".join(lines + ["END:VCALENDAR", ""])
