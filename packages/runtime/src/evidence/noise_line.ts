/** Only words about time, numbers and marks. */
const ONLY_TIMING =
  /^(?:[^A-Za-z]|(?:total|overall|estimated|test|tests|build|duration|elapsed|took|finished|completed|complete|done|ran|run|in|after|at|start|started|end|ended|real|user|sys|cpu|wall|clock|time|now|date|was|is|s|sec|secs|seconds?|ms|milliseconds?|m|min|mins|minutes?|h|hours?|ns|us|utc|gmt|am|pm|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)(?![A-Za-z])){1,200}$/i
const HAS_TIME = /\d\s?(?:s|ms|m|h|sec|min|hours?|ns|us)\b|\d:\d\d|\b(?:second|minute|millisecond)s?\b/i
const PROGRESS_BAR = /[█▓▒░━]{3}|[⠀-⣿]|\[[=#>. -]{6,200}\]|--:--:--|^\s*\d{1,3}%\|/
const PROGRESS_WORDS =
  /^\s*(?:remote: )?(?:(?:Downloading|Downloaded|Fetching|Receiving objects|Resolving deltas|Compressing objects|Counting objects|Enumerating objects|Unpacking objects)\b|Progress: |reify:|\[\d{1,8}:0x[0-9a-f]{4,16}\] )/i
/** Lines that builds print or not, depending on their cache: no evidence either way. */
const CHATTER =
  /^(?:\s{2,12}(?:Compiling|Checking|Fresh|Updating|Locking|Blocking|Finished|Building) |\[\s{0,3}\d{1,7}(?:%|\/\d{1,7})\] (?:Building|Linking|Generating|Scanning|Built|Compiling|Copying) |> Task :\S{1,256}(?: (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE|SKIPPED))?$|\d{1,7} actionable tasks?: |Starting a Gradle Daemon|ok\s{1,8}\S{1,256}\s{1,8}(?:\d|\(cached\))|\?\s{1,8}\S{1,256}\s{1,8}\[no test files\]|go: downloading |npm notice|\[notice\] )/
/** Where a host cut the output, by how much. */
const CUT =
  /^[^\w\s]{1,8}\s?[^\w\s]{0,4}(?:output truncated\W{1,3})?\d{1,12} (?:more )?(?:lines?|characters?|chars|bytes|tokens) (?:were )?(?:omitted|truncated|hidden|elided|removed|skipped)\W{0,12}$/i
/** "[... output truncated: 12 characters omitted ...]", "[... 12 lines cut ...]", "<truncated 12 bytes>". */
const CUT_MARK =
  /^[[<({]\W{0,8}(?:(?:output )?(?:truncated|clipped|cut|omitted)\W{1,3})?\d{1,12} (?:more )?(?:lines?|characters?|chars|bytes|tokens)(?: (?:were )?(?:cut|clipped|omitted|truncated|hidden|elided|removed|skipped))?\W{0,12}$/i
const ONLY_MARKS = /^[\s^~|\-=_*.#⎯─━┈+>●◼○]{1,4000}$/

/** Whether a line outside operands holds progress, a rule, a caret or nothing but timing: no evidence at all. */
export function isNoiseLine(line: string): boolean {
  if (ONLY_MARKS.test(line) || CUT.test(line) || CUT_MARK.test(line)) return true
  if (PROGRESS_WORDS.test(line) || CHATTER.test(line) || PROGRESS_BAR.test(line)) return true
  return line.length <= 200 && HAS_TIME.test(line) && ONLY_TIMING.test(line)
}
