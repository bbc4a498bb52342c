import Care
import Foundation
import ZoneFiles

// Answers questions about rules, one to a line of standard input, fields with tabs between:
//
//   window  START ZONE RULES RDATES EXDATES FROM TO LIMIT   local times, by local time
//   instants … FROM TO LIMIT                                instants (seconds since 1970), by instant
//   previous … SECOND, next … SECOND                        one instant
//   months  FROM TO, then START ZONE RULES on each line     how long compiling all took, and one window of all
//
// RULES have `|` between, dates commas. An answer is what was found, or `!` and why not; windows give `LOCAL@SECOND`.

let zones = ZoneFiles()
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "months" {
    try Months(arguments: Array(arguments.dropFirst()), zones: zones).run()
} else {
    while let line = readLine() { print(Question(line: line, zones: zones).answer) }
}
