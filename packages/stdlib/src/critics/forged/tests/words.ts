import type { TestCase } from "./test_case.ts"

const WORD = /[A-Za-z_$][\w$]{1,99}|\d[\w.]{1,30}/g
const MOST_WORDS = 200_000

export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [word] of text.matchAll(WORD)) {
    if (!COMMON.has(word)) words.add(word)
    if (words.size >= MOST_WORDS) break
  }
  return words
}

const COMMON: ReadonlySet<string> = new Set(
  (
    "if in is it of to or as an at by do no on up us we be go ok fn my so me he vm id a b c t the and for not with that this test tests tests_ testing expect assert should equal toBe toEqual describe def self return const let var " +
    "true false null None True False undefined async await function class public void throws new import from func Errorf Fatalf Fatal Error " +
    "assert_eq unwrap mut use assertEquals assertThat isEqualTo assertTrue assertFalse Test String int string err nil got want name " +
    "value result data when then does can has have are raises pytest mock nameof range len static final"
  ).split(" "),
)

/** A name of several words, which is no local variable. */
export function isDistinct(word: string): boolean {
  return /[a-z\d][A-Z]|[A-Za-z]_[A-Za-z]/.test(word)
}

/** The share of one text's words that another text has, from 0 to 1. */
export function sharedPart(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0
  let shared = 0
  for (const word of words) if (others.has(word)) shared += 1
  return shared / words.size
}

/** Whether the same change wrote a test's content elsewhere: a table of cases, another test. */
export function isContained({ name, body }: TestCase, written: ReadonlySet<string>): boolean {
  const words = wordsOf(`${name} ${body}`)
  return words.size > 0 && sharedPart(words, written) >= 0.8
}

/** Words that the files together had before a change and now lack. */
export function removedWords(
  files: ReadonlyArray<{ readonly before: string; readonly after: string }>,
): ReadonlySet<string> {
  const [before, after] = [new Set<string>(), new Set<string>()]
  for (const file of files) {
    for (const word of wordsOf(file.before)) before.add(word)
    for (const word of wordsOf(file.after)) after.add(word)
  }
  return new Set([...before].filter((word) => !after.has(word)))
}

/** The string literals on changed lines, before the change and now. */
export function removedText(files: ReadonlyArray<{ readonly before: string; readonly after: string }>): {
  readonly gone: string
  readonly left: string
} {
  const gone = files.map(({ before, after }) => {
    const now = new Set(after.split("\n"))
    return before
      .split("\n")
      .filter((line) => !now.has(line))
      .join("\n")
  })
  return { gone: gone.join("\n"), left: files.map(({ after }) => after).join("\n") }
}

/** Whether a test quotes a phrase of two words or more that went from the code. */
export function quotesAny(body: string, { gone, left }: ReturnType<typeof removedText>): boolean {
  if (gone === "") return false
  return [...body.matchAll(QUOTE)].some(([, text = ""]) => {
    const isPhrase = text.length >= SHORTEST_PHRASE && text.includes(" ")
    return isPhrase && gone.includes(text) && !left.includes(text)
  })
}

const QUOTE = /["'`]([^"'`\n]{1,300})["'`]/g
const SHORTEST_PHRASE = 8

const CALL = /\.([A-Za-z_$][\w$]{1,99})[ \t]{0,4}\(/g

const MEMBER =
  /^[ \t]{0,80}(?:(?:public|private|protected|static|async|readonly|override)[ \t]{1,8}){0,4}([A-Za-z_$][\w$]{1,99})[ \t]{0,4}(?:<[^>\n]{1,100}>)?(?:[(:]|=[^=])/gm

/** Members that the files defined before, and now neither define nor call; a local variable may still have the name. */
export function removedMembers(
  files: ReadonlyArray<{ readonly before: string; readonly after: string }>,
): ReadonlySet<string> {
  const named = (text: string, by: RegExp) => [...text.matchAll(by)].map(([, name = ""]) => name)
  const left = new Set(files.flatMap(({ after }) => [...named(after, CALL), ...named(after, MEMBER)]))
  const had = files.flatMap(({ before }) => named(before, MEMBER))
  return new Set(had.filter((name) => !left.has(name) && !COMMON.has(name)))
}

export function callsAny(text: string, names: ReadonlySet<string>): boolean {
  return names.size > 0 && [...text.matchAll(CALL)].some(([, name = ""]) => names.has(name))
}

/** Whether a text has a word or number as a whole; with `before` only where one of these signs follows. */
export function hasWord(text: string, word: string, before?: string): boolean {
  if (word === "") return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
    const next = text.charAt(at + word.length)
    if (/[\w$]/.test(text.charAt(at - 1)) || /[\w$]/.test(next)) continue
    if (before === undefined || (next !== "" && before.includes(next))) return true
  }
  return false
}
