import type { TestLanguage } from "./test_language.ts"
import { bareSource } from "./test_source.ts"

/**
 * Why a new text of an existing test file does more than add tests to it, or null. Every line of the file stays, in its
 * order; between them only imports are added, and the tests after the last line that does not merely close what was
 * opened. So nothing that was there can be dropped, skipped, shadowed or put into a comment.
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
  const defined = new Set(names(old.join("\n"), language))
  const again = names(now.filter((_, at) => !is_kept.has(at)).join("\n"), language).find((name) =>
    defined.has(name),
  )
  return again === undefined ? null : `it says ${again} once more, which may take the place of what is there`
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, "").split(/\r?\n/)
}

/** For each old line the first place it can have now; null: one has none. */
function keptLines(old: readonly string[], now: readonly string[]): readonly number[] | null {
  const kept: number[] = []
  let at = 0
  for (const line of old) {
    // The empty piece behind the last line end is no line.
    if (line === "" && kept.length === old.length - 1) continue
    while (at < now.length && now[at] !== line) at += 1
    if (at === now.length) return null
    kept.push(at)
    at += 1
  }
  return kept
}

function isImport(line: string, language: TestLanguage): boolean {
  return line.trim() === "" || imports[language].test(line)
}

const imports: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^(?:import|from)[ \t]{1,8}[\w.]{1,200}[\w.,* \t]{0,400}$/,
  script:
    /^import[ \t{*"'][\w$.,{}* \t]{0,400}["'][^"'`]{1,300}["'];?$|^const [\w${}, :]{1,300} = require\(["'][^"'`]{1,300}["']\);?$/,
  go: /^(?:import )?[ \t]{0,8}(?:\w{1,60} )?"[^"`]{1,300}"$/,
  rust: /^[ \t]{0,8}use[ \t]{1,8}[\w:{}*, \t]{1,400};$/,
}

/** Names that are set or taken away: a second time takes the place of the first. */
function names(text: string, language: TestLanguage): readonly string[] {
  if (language !== "python") return []
  const found = bareSource(text, language).matchAll(SET)
  return [...found].map(([, defined, assigned]) => defined ?? assigned ?? "")
}

const SET = /^(?:(?:async )?(?:def|class|del)[ \t]{1,8}(\w{1,200})|(\w{1,200})[ \t]{0,8}=)/gm
