import { isSummaryWord } from "./telling_part.ts"

/** What a runner of several scripts puts before each line: a time, a number, "[build] ", "web-1  | ", "packages/a test: ". */
const PREFIX =
  /^(?:[^\n]{0,96}?(?<!\d)\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?(?:\s|$)|\s{0,8}\d{1,7}\t|\d{1,7}:(?!\d)|#\d{1,7} \d{1,6}\.\d{1,3} |\[[^\]\n]{1,64}\] |[^\s|:][^|\n]{0,63}?\s{0,32}\|(?: |$)|(?:[^\sA-Z]\S{0,127} [\w:.-]{1,64}(?:\[\d{1,9}\])?|\S{1,128}):(?: |$))/
/** A level or a file names no script: what stands behind it belongs to it. */
const NO_NAME =
  /\b(?:err(?:or)?|warn(?:ing)?|info|debug|trace|note|fatal|fail(?:ed|ure)?|hint|help|notice|critical|exception)\b|\.[a-z]\w{0,4}\b|\(/i
const NUMBER = /^\s{0,8}(?:\d{1,7}[:\t]|#\d{1,7} \d{1,6}\.\d{1,3} )$/
const TIME = /\d:\d\d:\d\d/
/** The part of the lines that such a prefix has to stand before. */
const MOST = 0.6
/** A CI puts its own names and its times before the names. */
const ROUNDS = 3

/** Takes off the prefixes that most lines share. Whole lines stay, because parsers skip what they do not know. */
export function stripScriptPrefixes(text: string): string {
  let lines = text.split("\n")
  for (let round = 0; round < ROUNDS; round += 1) {
    const rest = withoutShared(lines)
    if (rest === lines) break
    lines = rest
  }
  return lines.join("\n")
}

function withoutShared(lines: string[]): string[] {
  const written = lines.filter((line) => line.trim() !== "")
  const least = Math.max(1, written.length * MOST)
  // Few lines without a prefix decide most texts.
  let others = 0
  const prefixes: string[] = []
  for (const line of lines) {
    const prefix = prefixOf(line)
    if (prefix === "" && line.trim() !== "") others += 1
    if (others > written.length - least) return lines
    prefixes.push(prefix)
  }
  const names = prefixes.map(nameOf)
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const shared = prefixes.map((prefix, at) => ((counts.get(names[at] ?? "") ?? 0) > 1 ? prefix : ""))
  if (shared.filter((prefix) => prefix !== "").length < least) return lines
  const rest = lines.map((line, at) => line.slice(shared[at]?.length))
  return (counts.get("time") ?? 0) < written.length ? rest : withoutCommon(rest)
}

/** Behind a time, without the words that all lines begin with: "host ", "##[section]". */
function withoutCommon(lines: string[]): string[] {
  const written = lines.filter((line) => line.trim() !== "")
  let common = written[0] ?? ""
  for (const line of written) while (!line.startsWith(common)) common = common.slice(0, -1)
  const [start = ""] = /^.{0,64}[\s\]]/.exec(common) ?? []
  const words = start.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  if (written.length < 3 || !/\w/.test(start) || NO_NAME.test(start) || words.some(isSummaryWord))
    return lines
  return lines.map((line) => line.slice(start.length))
}

function prefixOf(line: string): string {
  const prefix = PREFIX.exec(line)?.[0] ?? ""
  return prefix === "" || NO_NAME.test(prefix) ? "" : prefix
}

/** Times and numbers change from line to line; an empty line may end with the name. */
function nameOf(prefix: string): string {
  return TIME.test(prefix) ? "time" : NUMBER.test(prefix) ? "number" : prefix.trimEnd()
}
