import Foundation
import Testing

@testable import Calendars

@Suite("What a CalDAV server answers")
struct DAVAnswerTests {
    /// As radicale 3.9 answers.
    @Test func `Collections of radicale`() throws {
        let answer = try DAVAnswer(
            """
            <?xml version='1.0' encoding='utf-8'?>
            <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
            xmlns:CS="http://calendarserver.org/ns/"><response><href>/ana/</href><propstat><prop><resourcetype>\
            <principal /><collection /></resourcetype><current-user-privilege-set><privilege><read /></privilege>\
            </current-user-privilege-set></prop><status>HTTP/1.1 200 OK</status></propstat><propstat><prop>\
            <displayname /><CS:getctag /></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>\
            <response><href>/ana/cal/</href><propstat><prop><resourcetype><C:calendar /><collection />\
            </resourcetype><displayname>Physio &amp; &lt;more&gt;</displayname>\
            <C:supported-calendar-component-set><C:comp name="VTODO" /><C:comp name="VEVENT" />\
            </C:supported-calendar-component-set><current-user-privilege-set><privilege><read /></privilege>\
            <privilege><write-content /></privilege></current-user-privilege-set><supported-report-set>\
            <supported-report><report><sync-collection /></report></supported-report></supported-report-set>\
            <CS:getctag>"9283"</CS:getctag><sync-token>http://radicale.org/ns/sync/e3b0</sync-token></prop>\
            <status>HTTP/1.1 200 OK</status></propstat></response></multistatus>
            """)
        try #require(answer.resources.count == 2)
        #expect(answer.resources[0].isCalendar == false)
        #expect(answer.resources[0].name == nil)
        #expect(!answer.resources[0].mayBeWritten)
        let calendar = answer.resources[1]
        #expect(calendar.isCalendar == true)
        #expect(calendar.name == "Physio & <more>")
        #expect(calendar.takesEvents)
        #expect(calendar.mayBeWritten)
        #expect(calendar.tellsChanges)
        #expect(calendar.collectionTag == "\"9283\"")
        #expect(calendar.syncToken == "http://radicale.org/ns/sync/e3b0")
    }

    /// As xandikos 0.4 answers: prefixes, and the status before the properties.
    @Test func `Texts and gone ones of xandikos`() throws {
        let answer = try DAVAnswer(
            """
            <ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="urn:ietf:params:xml:ns:caldav"><ns0:response><ns0:href>\
            /ana/calendars/calendar/one.ics</ns0:href><ns0:propstat><ns0:status>HTTP/1.1 200 OK</ns0:status>\
            <ns0:prop><ns0:getetag>"36"</ns0:getetag><ns1:calendar-data>BEGIN:VCALENDAR&#13;
            SUMMARY:<![CDATA[A & <b>]]>
            END:VCALENDAR
            </ns1:calendar-data></ns0:prop></ns0:propstat></ns0:response><ns0:response><ns0:href>\
            /ana/calendars/calendar/gone.ics</ns0:href><ns0:status>HTTP/1.1 404 Not Found</ns0:status>\
            </ns0:response><ns0:sync-token>ec40</ns0:sync-token></ns0:multistatus>
            """)
        #expect(answer.syncToken == "ec40")
        try #require(answer.resources.count == 2)
        #expect(answer.resources[0].calendar == "BEGIN:VCALENDAR\r\nSUMMARY:A & <b>\nEND:VCALENDAR\n")
        #expect(answer.resources[0].tag == "\"36\"")
        #expect(answer.resources[0].isThere)
        #expect(answer.resources[1].status == 404)
        #expect(!answer.resources[1].isThere)
    }

    /// As Nextcloud's (sabre/dav) are, by its documents: other namespaces between, and an address with its host as iCloud gives.
    @Test func `Homes and principals`() throws {
        let answer = try DAVAnswer(
            """
            <?xml version="1.0"?>
            <!-- from outside -->
            <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:cal="urn:ietf:params:xml:ns:caldav" \
            xmlns:oc="http://owncloud.org/ns"><d:response><d:href>/remote.php/dav/</d:href><d:propstat><d:prop>\
            <d:current-user-principal><d:href>/remote.php/dav/principals/users/ana/</d:href>\
            </d:current-user-principal><cal:calendar-home-set><d:href>https://p07-caldav.icloud.com:443/1/calendars/\
            </d:href></cal:calendar-home-set><oc:id>7</oc:id></d:prop><d:status>HTTP/1.1 200 OK</d:status>\
            </d:propstat></d:response></d:multistatus>
            """)
        #expect(answer.resources.first?.principal == "/remote.php/dav/principals/users/ana/")
        #expect(answer.resources.first?.homes == ["https://p07-caldav.icloud.com:443/1/calendars/"])
        #expect(answer.resources.first?.isCalendar == nil)
    }

    @Test func `A list that was cut says so, and one status may be of several`() throws {
        let answer = try DAVAnswer(
            """
            <multistatus xmlns="DAV:"><response><href>/a/1</href><href>/a/2</href><status>HTTP/1.1 404 Not Found\
            </status></response><response><href>/a/</href><status>HTTP/1.1 507 Insufficient Storage</status>\
            <error><number-of-matches-within-limits/></error></response></multistatus>
            """)
        #expect(answer.isCut)
        #expect(answer.resources.map(\.href) == ["/a/1", "/a/2"])
        #expect(answer.resources.map(\.status) == [404, 404])
    }

    @Test(arguments: [
        ("", XMLReadError.malformed),
        ("<html><body>Log in", .malformed),
        ("<multistatus/>", .malformed),
        ("<multistatus xmlns='DAV:'>", .malformed),
        ("<multistatus xmlns='DAV:'></other>", .malformed),
        ("<multistatus xmlns='DAV:'>&nbsp;</multistatus>", .malformed),
        ("<multistatus xmlns='DAV:'>&#0;</multistatus>", .malformed),
        ("<multistatus xmlns='DAV:'><x:response/></multistatus>", .malformed),
        ("<multistatus xmlns='DAV:'/><multistatus xmlns='DAV:'/>", .malformed),
        ("<multistatus xmlns='DAV:' a='1' a='2'/>", .malformed),
        ("<?xml version='1.0' encoding='UTF-16'?><multistatus xmlns='DAV:'/>", .malformed),
        (
            "<!DOCTYPE m [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><multistatus xmlns='DAV:'>&a;</multistatus>",
            .hasDocumentType
        ),
        ("<multistatus xmlns='DAV:'>" + String(repeating: "<a>", count: 40), .tooLarge),
        (
            "<multistatus xmlns='DAV:'><response>" + String(repeating: "<a/>", count: 3000)
                + "</response></multistatus>", .tooLarge
        ),
    ])
    func `What is none is refused`(text: String, error: XMLReadError) {
        #expect(throws: error) { try DAVAnswer(Array(text.utf8)) }
    }

    @Test func `Bytes that are cut or changed anywhere are read or refused`() throws {
        let text =
            "<?xml version='1.0'?><m:multistatus xmlns:m='DAV:'><!-- - --><m:response a='&lt;'><m:href>/ü&#x41;</m:href>"
            + "<![CDATA[]]]></m:response></m:multistatus> "
        let bytes = Array(text.utf8)
        #expect(try DAVAnswer(bytes).resources.map(\.href) == ["/üA"])
        for end in bytes.indices.dropLast() {
            #expect(throws: XMLReadError.self) { try DAVAnswer(Array(bytes[..<end])) }
            for byte in Array("<>&;'/!-]? \u{0}".utf8) + [0xFF] {
                var changed = bytes
                changed[end] = byte
                // Either is right; what must not happen is a trap or an endless loop.
                _ = Result { try DAVAnswer(changed) }
            }
        }
    }
}

extension DAVAnswer {
    fileprivate init(_ text: String) throws(XMLReadError) { try self.init(Array(text.utf8)) }
}
