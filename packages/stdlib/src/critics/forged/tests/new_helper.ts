import { lenientText } from "@proofloop/foundation/git"
import { familyOf, languageOf } from "../../../code/language.ts"
import type { RepositoryFacts } from "../../../repository/facts.ts"
import { calledNames } from "./asserting_helper.ts"
import type { TestPair } from "./compare_tests.ts"
import { readTestFile } from "./read_test_file.ts"

/** Files of the repository that are searched for the definition of a helper, the nearest first. */
const MOST_SEARCHED = 2000
const MOST_READ = 12

/** Whether a test calls, more often than before, a function of the repository that asserts something. */
export async function callsNewHelper(
  { path, before, after }: TestPair,
  facts: RepositoryFacts,
): Promise<boolean> {
  const language = languageOf(path)
  const old = calledNames(before.body)
  const called = [...calledNames(after.body)].flatMap(([name, count]) =>
    count > (old.get(name) ?? 0) ? [name] : [],
  )
  if (language === null || called.length === 0) return false
  const family = familyOf(language)
  const isRelated = (one: string) => {
    const other = languageOf(one)
    return other !== null && familyOf(other) === family
  }
  const near = (await facts.paths()).filter(isRelated).map((one) => ({ one, far: distance(path, one) }))
  near.sort((one, other) => one.far - other.far)
  const wanted = new Set(called)
  let read = 0
  for (const { one } of near.slice(0, MOST_SEARCHED)) {
    const text = lenientText(await facts.read(one)) ?? ""
    if (!mayDefine(text, wanted)) continue
    const helpers = (await readTestFile(one, text))?.helpers
    if (called.some((name) => helpers?.has(name))) return true
    read += 1
    if (read >= MOST_READ) return false
  }
  return false
}

/** Whether a text has a line that may define one of some names, in any language that is read. */
function mayDefine(text: string, names: ReadonlySet<string>): boolean {
  return [AFTER_A_WORD, WITH_A_BLOCK].some((pattern) =>
    [...text.matchAll(pattern)].some(([, name = ""]) => names.has(name)),
  )
}

const AFTER_A_WORD =
  /[\w>\])!][ \t]{1,3}(?<!\b(?:return|await|new|yield|throw|else|case)[ \t]{1,3})([\w$]{1,100})\s?[(<=:{]/g
const WITH_A_BLOCK = /^\s{0,20}(?:async\s)?([\w$]{1,100})\([^\n]{0,200}\{$/gm

/** How many folders lie between two files. */
function distance(path: string, other: string): number {
  const [from, to] = [path.split("/").slice(0, -1), other.split("/").slice(0, -1)]
  const shared = from.findIndex((name, index) => name !== to[index])
  const common = shared === -1 ? from.length : shared
  return path === other ? -1 : from.length + to.length - 2 * common
}
