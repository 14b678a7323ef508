import type { Language } from "./language.ts"

/**
 * Texts of the same length without words that the grammar does not know, the one that loses least first. Empty when
 * there are none. `missing`: where the tree of the text lacks a semicolon.
 */
export function inKnownSyntax(
  language: Language,
  text: string,
  missing: readonly number[],
): readonly string[] {
  switch (language) {
    case "typescript":
    case "tsx":
      return others(text, [text.replace(STAR_OF_TYPES, blankWord).replace(TYPE_PARAMETER, blankWord)])
    case "rust":
      // A macro of the edition of 2015, a keyword since.
      return others(text, [text.replaceAll(/\btry!/g, "tri!")])
    case "csharp":
      return others(text, [withoutNewest(text), firstBranches(withoutNewest(text))])
    case "cpp": {
      const ended = withSemicolons(text, missing)
      const plain = withoutMacros(ended)
      return others(text, [ended, plain, firstBranches(plain)])
    }
    default:
      return []
  }
}

function others(text: string, found: readonly string[]): readonly string[] {
  return [...new Set(found)].filter((one) => one !== text)
}

/** Without `params` before a collection that is no array, as C# 13 has it. */
function withoutNewest(text: string): string {
  return text.replaceAll(/([(,]\s{0,64})(params)(?=\s{1,16}(?:scoped\s{1,16})?[\w.]{1,100}<)/g, blankWord)
}

const STAR_OF_TYPES = /(\bexport\s{1,16})(type)(?=\s{0,16}\*)/g
const TYPE_PARAMETER = /([<,]\s{0,64})(const|in out|in|out)(?=\s{1,16}[A-Z_])/g

function blankWord(_all: string, before: string, word: string): string {
  return before + blank(word)
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ")
}

/** A macro with a block of its own, `TEST_CASE("adds") {`, is a call and a block, or a condition where no room is left for a sign. */
function withSemicolons(text: string, missing: readonly number[]): string {
  let ended = text
  for (const at of missing) {
    if (/^\s{1,200}\{/.test(text.slice(at, at + 202))) ended = `${ended.slice(0, at)};${ended.slice(at + 1)}`
    if (text[at] !== "{") continue
    const name = /(?<=[\s;{}])[A-Z_][A-Z\d_]{1,60}(?=\([^\n;{}]{0,300}\)$)/.exec(
      text.slice(Math.max(0, at - 400), at),
    )
    const start = name === null ? -1 : Math.max(0, at - 400) + name.index
    if (name !== null)
      ended = `${ended.slice(0, start)}${"if".padEnd(name[0].length)}${ended.slice(start + name[0].length)}`
  }
  return withoutRareSigns(ended)
}

/** Without signs that the grammar takes elsewhere alone: `new const char*[size]`, `class::type* = nullptr>`, `groups = {},`. */
function withoutRareSigns(text: string): string {
  return text
    .replaceAll(/(\bnew\s{1,9})((?:const|volatile)\b)/g, blankWord)
    .replaceAll(/(\bnew\s{1,20}[A-Za-z_][\w:]{0,100}\s{0,9})(\*{1,3})(?=\s{0,9}[[({;,)])/g, blankWord)
    .replaceAll(/(::\w{1,60}\s{0,9})(\*)(?=\s{0,9}=\s{0,9}(?:nullptr|0)\s{0,80}[,>])/g, blankWord)
    .replaceAll(/(=\s{0,9})\{\}(?=\s{0,9}[,)])/g, (_all, sign: string) => `${sign}00`)
}

/** Without macros that stand for attributes, statements and parts of texts, by their places and capitals. */
function withoutMacros(text: string): string {
  return withoutLinkage(text)
    .replaceAll(/\bPRI[a-zA-Z]\w{0,20}\b|\b__(?:unused|restrict|inline)\b/g, blank)
    .replaceAll(/(\bva_arg\([^();*]{1,100})(\*{1,3})(?=\s{0,9}\))/g, blankWord)
    .replaceAll(/\b[A-Z_][A-Z\d_]{2,100}\b(?:\([^()\n;{}]{0,200}\))?/g, (macro, at: number) => {
      const before = text.slice(Math.max(0, at - MOST_AROUND), at)
      const after = text.slice(at + macro.length, at + macro.length + MOST_AROUND)
      return /[A-Z\d]_[A-Z\d]/.test(macro) && isAttribute(macro, before, after) ? blank(macro) : macro
    })
}

/** UTF-16 code units. */
const MOST_AROUND = 80

function isAttribute(macro: string, before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1)
  const next = after.trimStart()
  // `LIB_EXPORT int size();`, `class LIB_EXPORT Cart {`; not what `#define` gives a meaning.
  if (/^\s/.test(after) && /^(?!const\s{0,9}[)=])[A-Za-z_~:[]/.test(next))
    return !/#[ \t]{0,9}\w{1,9}[ \t]{1,9}$/.test(line)
  // `LIB_BEGIN_NAMESPACE`, `DISALLOW_COPY(Cart)`
  if (line.trim() === "" && /^[ \t]{0,80}\n/.test(after)) return !/^[{:]/.test(next)
  // `int size() const LIB_NOEXCEPT;`, `Mutex mu GUARDED_BY(lock);`
  if (!/[\w)\]>]\s{1,40}$/.test(before) || /\b(?:return|else|do|case|new|throw)\s{1,40}$/.test(before))
    return false
  return macro.endsWith(")") ? /^[;{=,)]/.test(next) : /^(?:[;{,)]|noexcept\b|override\b)/.test(next)
}

/** Without `extern "C" {` and its end, which stand there for C++ alone. */
function withoutLinkage(text: string): string {
  const lines = text.split("\n")
  for (const [at, line] of lines.entries()) {
    if (!/^[ \t]*#[ \t]*if(?:def)?\b.{0,20}\b__cplusplus\b/.test(line)) continue
    const inside = lines.slice(at + 1, at + 6).findIndex((one) => /^\s*#\s*endif/.test(one))
    const said = lines
      .slice(at + 1, at + 1 + inside)
      .join("")
      .trim()
    if (inside < 0 || !/^(?:extern\s{1,9}"C"\s{0,9}\{|\}[^{}]{0,40})$/.test(said)) continue
    for (let each = at; each <= at + 1 + inside; each += 1) lines[each] = blank(lines[each] ?? "")
  }
  return lines.join("\n")
}

/** Only the first branch of each conditional part, where a grammar does not follow the preprocessor. */
function firstBranches(text: string): string {
  const kept: boolean[] = []
  let skipping = 0
  return text
    .split("\n")
    .map((line) => {
      const word = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif|elifdef)\b/.exec(line)?.[1]
      if (word === undefined) return skipping > 0 ? blank(line) : line
      if (word.startsWith("if")) kept.push(true)
      else if (word === "endif") {
        if (kept.pop() === false) skipping -= 1
      } else if (kept.at(-1) === true) {
        kept[kept.length - 1] = false
        skipping += 1
      }
      return blank(line)
    })
    .join("\n")
}
