import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { languageOf } from "../../code/language.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { isInTests } from "../completeness/moved.ts"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"

/** copies: a new file must not copy one that stays. @requirement critics.copies */
export const copiedFiles = defineCritic({
  id: "copies",
  title: "Copied files",
  reads_any_text: true,
  description:
    "Stops a new source that is the copy of one beside it, such as cart_v2.py, and backups such as cart.py.bak.",
  scope: "repository",
  default_in: { gate: true, check: true },
  event: { type: "critic_copies.fail" },
  check_name: "Copy check",
  advice: "Change the file that is there instead of adding one beside it, and delete the copy.",
  async check(change, facts) {
    const violations: Violation[] = []
    const added = new Set(change.files.flatMap(({ path, before }) => (before === null ? [path] : [])))
    for (const { path, before, after } of change.files) {
      if (before !== null || after === null || ELSEWHERE.test(path) || isInTests(path)) continue
      const original =
        (await backedUp(path, facts)) ?? (await copied(path, lenientText(after) ?? "", { facts, added }))
      if (original === null) continue
      const message = `the new file is a copy of ${original}, which stays`
      violations.push({ path, rule: "copied_file", message, evidence: original })
    }
    return verdictOf(violations)
  },
})

/** Where copies are on purpose. */
const ELSEWHERE =
  /(?:^|\/)(?:fixtures?|__fixtures__|testdata|examples?|samples?|templates?|migrations?|docs?|docs_src|benchmarks?|snippets?|vendor|generated|locales?|i18n)\//i

/** The original of a backup file, by its name; null for any other file. */
async function backedUp(path: string, facts: RepositoryFacts): Promise<string | null> {
  const original = /^(.{1,1000})(?:\.(?:bak|orig|old|backup|save|copy|prev)|~)$/.exec(path)?.[1]
  return original !== undefined && (await facts.read(original)) !== null ? original : null
}

/** Fewer lines may be alike by chance, or by necessity. With the name of a copy a few lines are enough. */
const LEAST_LINES = 15
const LEAST_LINES_OF_ONE_NAMED = 5
/** Files in a folder that are compared. */
const MOST_NEIGHBOURS = 60

interface Around {
  readonly facts: RepositoryFacts
  /** Files that are as new as the copy, and so no original. */
  readonly added: ReadonlySet<string>
}

async function copied(path: string, text: string, { facts, added }: Around): Promise<string | null> {
  if (languageOf(path) === null) return null
  const lines = significantLines(text)
  if (lines.length < LEAST_LINES_OF_ONE_NAMED) return null
  const { dir, ext } = posix.parse(path)
  const all = await facts.paths()
  if (BACKUPS.test(posix.basename(dir))) {
    const original = posix.join(posix.dirname(dir), posix.basename(path))
    const known = new Set(significantLines(lenientText(await facts.read(original)) ?? ""))
    if (lines.filter((line) => known.has(line)).length / lines.length >= LIKE_ONE_NAMED) return original
  }
  const own = lines.filter((line) => ext !== ".java" || !ACCESSOR.test(line))
  const beside = all.filter(
    (one) => one !== path && posix.dirname(one) === (dir === "" ? "." : dir) && posix.extname(one) === ext,
  )
  for (const other of beside.filter((one) => !added.has(one)).slice(0, MOST_NEIGHBOURS)) {
    if (isSnapshot(path, other) || isOfSeries(path, other, beside)) continue
    const of_one_name = isNamedAfter(path, other)
    const compared = of_one_name ? lines : own
    if (!of_one_name && compared.length < LEAST_LINES) continue
    const lines_of_other = significantLines(lenientText(await facts.read(other)) ?? "")
    const [name, other_name] = [posix.parse(path).name, posix.parse(other).name]
    const share = (known: ReadonlySet<string>) =>
      compared.filter((line) => known.has(line) || known.has(line.replaceAll(name, other_name))).length /
      compared.length
    const least = of_one_name ? LIKE_ONE_NAMED : LIKE
    const parts = of_one_name ? [lines_of_other] : partsOf(lines_of_other, compared.length)
    if (parts.some((part) => share(new Set(part)) >= least)) return other
  }
  return null
}

/** Overlapping parts of some lines, each twice as long as a length: what is copied stood together. */
function partsOf(lines: readonly string[], length: number): ReadonlyArray<readonly string[]> {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(lines.length / length) - 1) },
    (_, index) => index,
  )
  return starts.map((index) => lines.slice(index * length, (index + 2) * length))
}

/** Both names have a version or a commit at the same place: the same file of somebody else at two times. */
function isSnapshot(path: string, other: string): boolean {
  const [name, stem] = [path.replaceAll(VERSION, "#"), other.replaceAll(VERSION, "#")]
  return name.includes("#") && name === stem
}

const VERSION = /(?<![a-z\d])(?:v?\d{1,4}(?:\.\d{1,4}){1,3}|[\da-f]{7,64})(?![a-z\d])/g

/** Another file of the folder has the same addition to the name of one beside it, and no mark of a copy: `-stripped`. */
function isOfSeries(path: string, other: string, beside: readonly string[]): boolean {
  const { ext } = posix.parse(path)
  const plainName = (one: string) => posix.parse(one).name.replaceAll(VERSION, "#")
  const [name, base] = [plainName(path), plainName(other)]
  const [longer, shorter] = name.length > base.length ? [name, base] : [base, name]
  const added = longer.startsWith(shorter) ? longer.slice(shorter.length) : ""
  if (!/^[._-][a-z]{3,40}$/i.test(added) || isNamedAfter(`${longer}${ext}`, `${shorter}${ext}`)) return false
  const names = new Set(beside.map(plainName))
  return [...names].some(
    (one) => one !== longer && one.endsWith(added) && names.has(one.slice(0, -added.length)),
  )
}

/** Folders that keep copies of an original beside them. */
const BACKUPS = /^_{0,2}(?:backups?|bak|old|orig(?:inals?)?|archived?|cop(?:y|ies)|previous)$/i

/** Lines that all Java data classes share. */
const ACCESSOR =
  /^(?:(?:(?:public|private|protected|static|final)\s){1,3}[\w<>[\], .?]{1,100}\s(?:(?:get|set|is)[A-Z]\w{0,80}\([^()]{0,100}\)\s?\{|\w{1,80};)|return \w{1,80};|this\.\w{1,80} = \w{1,80};|@\w{1,80}(?:\([^()]{0,200}\))?)$/

/** The share of a copy's lines that its original must have, with the name of a copy and with any other. */
const LIKE_ONE_NAMED = 0.75
const LIKE = 0.95

/** Suffixes that people and models add to the name of a copy. */
const MARK =
  /(?:^|[\s._-])(?:new|old|copy|v?\d{1,2}|fixed|updated|backup|final|tmp|temp|improved|enhanced|refactored|modified|orig(?:inal)?|clean|revised)(?=$|[\s._-])|\s?\(\d{1,2}\)$/gi
const JOINED_MARK =
  /(?:New|Old|Copy|V\d{1,2}|Fixed|Updated|Backup|Final|Improved|Enhanced|Refactored|Modified|\d)$/

function isNamedAfter(path: string, other: string): boolean {
  const [name, base] = [posix.parse(path).name, posix.parse(other).name]
  return (
    name !== base &&
    (plain(name.replaceAll(MARK, "")) === plain(base) || plain(name.replace(JOINED_MARK, "")) === plain(base))
  )
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s._-]/g, "")
}

/** Lines of code, without comments, imports or lone brackets. */
function significantLines(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(
      (line) => line.length > 4 && !/^(?:\/\/|#(?![[!])|\*|\/\*|import\b|from\b|use\b|package\b)/.test(line),
    )
}
