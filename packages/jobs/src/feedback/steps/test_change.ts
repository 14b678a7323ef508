import type { TestLanguage } from "@proofloop/foundation/paths"
import { bareSource } from "@proofloop/stdlib/internal/critics"

/**
 * Why a new text of an existing test file does more than add tests, or null. Every line stays, in its order. Between
 * them only imports may be added; new tests come after the last line that does more than close a block. So no test
 * can be dropped, skipped, shadowed or commented out.
 */
export function additionReason(before: string, after: string, language: TestLanguage): string | null {
  const old = linesOf(before)
  const now = linesOf(after)
  const kept = keptLines(old, now)
  if (kept === null) return "a line that was there is gone or changed; add to the file, or use a new one"
  const tail = old.findLastIndex((line) => !/^[\s)\]}>;,]{0,200}$/.test(line))
  const last = tail < 0 ? -1 : (kept[tail] ?? -1)
  const is_kept = new Set(kept)
  const inner = now.find((line, at) => at < last && !is_kept.has(at) && !isImport(line, language))
  if (inner !== undefined) {
    return `only imports may be added above the last test, not ${JSON.stringify(inner.trim().slice(0, 80))}`
  }
  if (language !== "python") return null
  const again = shadowed(old.join("\n"), now.filter((_, at) => !is_kept.has(at)).join("\n"))
  return again === undefined ? null : `it says ${again} once more, which may take the place of what is there`
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, "").split(/\r?\n/)
}

/** For each old line its first possible place now; null: one has none. */
function keptLines(old: readonly string[], now: readonly string[]): readonly number[] | null {
  const kept: number[] = []
  let at = 0
  for (const line of old) {
    // Drops the empty piece after the last line break.
    if (line === "" && kept.length === old.length - 1) continue
    while (at < now.length && now[at] !== line) at += 1
    if (at === now.length) return null
    kept.push(at)
    at += 1
  }
  return kept
}

function isImport(line: string, language: TestLanguage): boolean {
  return line.trim() === "" || IMPORTS[language].test(line)
}

const IMPORTS: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^(?:import|from)[ \t]{1,8}[\w.]{1,200}[\w.,* \t]{0,400}$/,
  script:
    /^import[ \t{*"'][\w$.,{}* \t]{0,400}["'][^"'`]{1,300}["'];?$|^const [\w${}, :]{1,300} = require\(["'][^"'`]{1,300}["']\);?$/,
  go: /^(?:import )?[ \t]{0,8}(?:\w{1,60} )?"[^"`]{1,300}"$/,
  rust: /^[ \t]{0,8}use[ \t]{1,8}[\w:{}*, \t]{1,400};$/,
  java: /^import (?:static )?[\w.*]{1,300};$/,
}

/** A name that added Python lines redefine: the last definition counts, also for the tests above it. */
function shadowed(old: string, added: string): string | undefined {
  const [set, imported] = [new Set(found(old, SET)), new Set(found(old, IMPORTED))]
  const tests = new Set([...set].filter((name) => /^test/i.test(name)))
  return (
    found(added, SET).find((name) => set.has(name) || imported.has(name)) ??
    found(added, IMPORTED).find((name) => set.has(name)) ??
    statements(added).find((word) => tests.has(word))
  )
}

/** Names in a pattern's groups, from a text without comments and the insides of strings. */
function found(text: string, pattern: RegExp): readonly string[] {
  const lists = [...bareSource(text, "python").matchAll(pattern)].map(([, one, other]) => one ?? other ?? "")
  return lists.flatMap((list) => list.split(",").flatMap((name) => name.trim().split(/\s/).at(-1) ?? []))
}

/** The words of code that runs while the file is loaded; a string may be a name there. */
function statements(text: string): readonly string[] {
  const lines = bareSource(text, "python", true).split("\n")
  return lines.filter((line) => /^(?!import\b|from\b|def\b|class\b|async def\b)\w/.test(line)).flatMap(words)
}

function words(line: string): readonly string[] {
  return line.split(/\W+/)
}

const SET =
  /^(?:(?:async )?(?:def|class|del)[ \t]{1,8}(\w{1,200})|(\w{1,200})[ \t]{0,8}(?:=|:[^\n=]{1,200}=))/gm
/** `as` says the name that counts. */
const IMPORTED = /^(?:from[ \t]{1,8}[\w.]{1,200}[ \t]{1,8})?import[ \t]{1,8}(\w[\w., \t]{0,400})/gm
