import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/text"
import { identifiersIn } from "../../code/identifiers.ts"
import { languageOf } from "../../code/language.ts"
import { readText } from "../../code/readings.ts"
import type { TreeReader } from "../../code/tree_reader.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import type { Violation } from "../verdict.ts"
import { forgedCritic } from "./forged_critic.ts"
import { type SpecialCase, specialCases } from "./hard_coded/special_cases.ts"
import { compareTests } from "./tests/compare_tests.ts"
import { readTestFile } from "./tests/read_test_file.ts"
import type { TestCase } from "./tests/test_case.ts"
import { mayHoldTests } from "./tests/test_file.ts"
import { hasWord } from "./tests/words.ts"

export const caseReader: TreeReader<readonly SpecialCase[]> = {
  name: "special cases",
  read: ({ root, text, language }) => specialCases(root, text, language),
  expects: ({ path, side, other }) => side === "after" && other !== null && !isTestPath(path),
}

/** Code that returns the very literal that a test expects. @requirement critics.forged-hard-coded */
export const hardCodedAnswers = forgedCritic({
  id: "forged-hard-coded",
  event_type: "critic_forged_hard_coded.fail",
  title: "Hard-coded answers",
  description:
    "Finds code that a change has give the literal which a test that was there before expects, for the input of that test",
  advice: "Compute the answer for every input; the test is one example of it.",
  scope: "repository",
  reads: [caseReader],
  default_in: { gate: true, check: true },
  async find(change, facts) {
    const found: Violation[] = []
    const touched = new Set(change.files.map(({ path }) => path))
    for (const { path, before, after } of change.files) {
      const [old, now] = [strictText(before), strictText(after)]
      if (old === null || now === null || old === now || isTestPath(path)) continue
      const fresh = await freshCases(path, old, now)
      if (fresh.length === 0) continue
      const names = new Set(fresh.map(({ function_name }) => function_name))
      const { pairs } = await compareTests(change)
      const kept = pairs.flatMap(({ path: of, before: was, after: is }) =>
        was.body === is.body ? [wholeTest(is, textAfter(change, of))] : [],
      )
      const tests = [...kept, ...(await testsOf(names, touched, facts))]
      for (const one of fresh) {
        const test = tests.find((each) => expects(each, one))
        if (test === undefined) continue
        const message = `${one.function_name} gives ${one.given} ${one.asked.length === 0 ? "whatever it is asked" : `for ${one.asked.join(", ")}`}, as the test ${JSON.stringify(test.name.slice(0, 80))} expects`
        found.push({
          path,
          line: one.line,
          rule: one.asked.length === 0 ? "constant" : "special_case",
          message,
          evidence: one.text.slice(0, 200),
        })
      }
    }
    return found
  },
})

function identifiersOf(text: string): readonly string[] {
  return text.match(/[A-Za-z_$][\w$]{0,100}/g) ?? []
}

async function freshCases(path: string, old: string, now: string): Promise<readonly SpecialCase[]> {
  const cases = await casesIn(path, now)
  if (cases.length === 0) return []
  const had = new Set(identifiersOf(old))
  const of_old = cases.filter(({ function_name }) => had.has(function_name))
  if (of_old.length === 0) return []
  // The same case is no new one where something else of its statement changed.
  const keyOf = ({ function_name, asked, given }: SpecialCase) => [function_name, ...asked, given].join(" ")
  const known = new Set((await casesIn(path, old)).map(keyOf))
  return of_old.filter((one) => !known.has(keyOf(one)))
}

async function casesIn(path: string, text: string): Promise<readonly SpecialCase[]> {
  const language = languageOf(path)
  if (language === null) return []
  return (await readText(caseReader, language, text)) ?? []
}

const MOST_TEST_FILES = 40

/** Tests that the change leaves alone and that name one of the functions. */
async function testsOf(
  names: ReadonlySet<string>,
  touched: ReadonlySet<string>,
  facts: RepositoryFacts,
): Promise<readonly TestCase[]> {
  const tests: TestCase[] = []
  let read = 0
  for (const path of await facts.paths()) {
    if (touched.has(path) || !mayHoldTests(path, null, null)) continue
    const text = strictText(await facts.read(path))
    if (text === null || identifiersIn(text, names).length === 0) continue
    read += 1
    if (read > MOST_TEST_FILES) break
    const { cases = [] } = (await readTestFile(path, text)) ?? {}
    tests.push(...cases.map((test) => wholeTest(test, text)))
  }
  return tests
}

/** A test with what stands before its body: the rows of its parameters. */
function wholeTest(test: TestCase, text: string): TestCase {
  const whole = text
    .slice(test.start, Math.min(test.end, test.start + MOST_OF_TEST))
    .replaceAll(/\s{1,400}/g, " ")
  return { ...test, body: test.name === "" ? test.body : whole }
}

const MOST_OF_TEST = 8000

function textAfter({ files }: ChangeSet, path: string): string {
  return strictText(files.find((file) => file.path === path)?.after ?? null) ?? ""
}

/** Whether a test passes the input of the case, and expects its answer. */
function expects({ body, name }: TestCase, { function_name, asked, given }: SpecialCase): boolean {
  if (name === "" || !hasWord(body, function_name)) return false
  return [...asked, given].every((literal) => hasLiteral(body, literal))
}

function hasLiteral(text: string, literal: string): boolean {
  // A list as JSON writes it, which a test has as code.
  if (/^["'`](?:[[{]|-?[\d.]{1,20}(?:, ?-?[\d.]{1,20}){1,30}["'`]$)/.test(literal))
    return withoutSpace(text).includes(withoutSpace(literal.slice(1, -1)))
  if (/^["'`]/.test(literal))
    return [`"`, `'`, "`"].some((quote) => text.includes(`${quote}${literal.slice(1, -1)}${quote}`))
  // A sign may be compared by its number.
  const sign = /^\d{2,3}$/.test(literal) ? String.fromCharCode(Number(literal)) : ""
  return hasWord(text, literal) || (sign !== "" && text.includes(`'${sign}'`))
}

function withoutSpace(text: string): string {
  return text.replaceAll(/["'`\s]/g, "")
}
