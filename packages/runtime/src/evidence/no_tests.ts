/** "No tests found", "No test files found", "no specs", "there are no tests to run", "Couldn't find any files to test". */
const NONE_FOUND =
  /^[^\w\n]{0,8}(?:\w{1,16}: ?|\[\w{1,16}\] ?){0,3}(?:there (?:are|were) )?(?:no|0) (?:matching )?(?:tests?|specs?|examples?|scenarios?|test (?:files?|cases?|suites?|modules?|specs?|classes)|spec files?)(?: (?:were |was )?(?:found|to run|ran|run|collected|executed|selected|matched|discovered|defined|available|exists?)\b|[.!]{0,3}$)|\b(?:could not|couldn't|cannot|can't|did not|didn't) find any (?:files to test|tests?|specs?|test files)\b|\bNOTESTS\b|\bhad no matches$|\bdid not match the (?:filters|CLI arguments):?$|\bnothing to (?:test|be done)\b|^g?make(?:\[\d{1,3}\])?: \S{1,200} is up to date\.$/im
/** A total of zero: "0 runs, 0 assertions", "Ran 0 tests", "Tests=0", "0 specs", "tests 0", the TAP plan "1..0". */
const NONE_COUNTED =
  /^1\.\.0(?:\s{0,4}#|\s{0,4}$)|^[^\w\n]{0,8}(?:(?:ran|running|executed|finished|total|result|\w{1,16}:)[ :,]{1,4}){0,2}0 (?:of 0 )?(?:tests?|specs?|examples?|runs|scenarios|test cases)\b|\bTests ?[=:] ?0\b|^[^\w\n]{0,8}total:\s{1,16}0$|^0 successes \/ 0 failures|^[^\w\n]{0,8}(?:total )?tests:?\s{1,16}0$/im
/** A count of tests that ran: the part that found none is one of several. */
const SOME_RAN =
  /(?:^|[^\w.])[1-9]\d{0,8} (?:\w{1,16} ){0,2}(?:tests?(?! files?\b)|specs?|examples?|runs|scenarios|assertions?|passed|passing|failed|failing|failures?|pass|fail)\b|\btests ?[=:] ?[1-9]|^\s{0,8}(?:not )?ok [1-9]|^1\.\.[1-9]|[✓✔✗✘✖](?!\s{0,4}(?:no|could|based on)\b)/im
/** A word that each line of them holds. */
const NONE = /\b(?:0|no|not|any|nothing|notests|up to date)\b/gi
const MAX_CHARACTERS = 16 * 1024

/** Whether an unknown tool says that no test was found; false when it also counts some. @requirement evidence.no-tests */
export function saysNoTests(output: string): boolean {
  const text =
    output.length <= MAX_CHARACTERS
      ? output
      : `${output.slice(0, MAX_CHARACTERS / 2)}\n${output.slice(-MAX_CHARACTERS / 2)}`
  return saysNone(text) && !SOME_RAN.test(text)
}

/** Only lines with such a word are looked at closely: most have none, and finding the word is cheaper. */
function saysNone(text: string): boolean {
  const none = new RegExp(NONE.source, NONE.flags)
  for (let found = none.exec(text); found !== null; found = none.exec(text)) {
    const start = text.lastIndexOf("\n", found.index) + 1
    const newline = text.indexOf("\n", found.index)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(start, end)
    if (NONE_FOUND.test(line) || NONE_COUNTED.test(line)) return true
    none.lastIndex = end
  }
  return false
}
