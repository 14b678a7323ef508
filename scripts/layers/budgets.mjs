import { readFileSync } from "node:fs"
import { join } from "node:path"
import { git, sumsOf, weigh } from "./weight.mjs"

const RULES = "scripts/layers/rules.mjs"

/**
 * Compares the weight of the work tree with `BUDGETS`, and their sum with the one before their last change. The sum grows only in a
 * commit that adds or changes a decision record. Resolves to `{ weight, problems }`.
 */
export async function checkBudgets(root) {
  const weight = weigh(root)
  const budgets = await budgetsIn(readFileSync(join(root, RULES), "utf8"))
  return { weight, problems: [...overweight(weight, budgets), ...(await grownSum(root, budgets))] }
}

function overweight({ lines, ...counts }, { lines: allowed, ...limits }) {
  const parts = new Set([...Object.keys(lines), ...Object.keys(allowed)])
  return [
    ...[...parts].flatMap((part) => exceeded(`lines of ${part}`, lines[part] ?? 0, allowed[part] ?? 0)),
    ...Object.keys(counts).flatMap((name) => exceeded(name, counts[name], limits[name])),
  ]
}

function exceeded(name, count, budget) {
  return count > budget ? [`${name}: ${count}, the budget is ${budget}`] : []
}

async function grownSum(root, budgets) {
  const is_edited = git(root, ["status", "--porcelain", "--", RULES]) !== ""
  const changed = git(root, ["log", "-1", "--format=%H", "--", RULES]).trim()
  const before = is_edited ? "HEAD" : `${changed}^`
  const earlier = await earlierBudgets(root, before)
  const sum = totalOf(budgets)
  if (earlier === undefined || sum <= totalOf(earlier)) return []
  const range = is_edited ? ["HEAD"] : [before, changed]
  const decided = git(root, ["diff", "--name-only", ...range, "--", "docs/decisions"]) !== ""
  const problem = `the sum of the budgets grew from ${totalOf(earlier)} to ${sum}: lower another one, or add a decision record`
  return decided ? [] : [problem]
}

/** Undefined for the first budgets, and in a clone without the commit before. */
async function earlierBudgets(root, commit) {
  try {
    return await budgetsIn(git(root, ["show", `${commit}:${RULES}`]))
  } catch {
    return undefined
  }
}

async function budgetsIn(text) {
  const { BUDGETS } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  return { ...BUDGETS, lines: Object.fromEntries(Object.entries(BUDGETS.lines).flatMap(byPart)) }
}

function byPart([folder, budget]) {
  if (typeof budget === "number") return [[folder, budget]]
  const [shipped, beside] = budget
  return [
    [`shipped ${folder}`, shipped],
    [`beside ${folder}`, beside],
  ]
}

function totalOf({ lines, words_of_docs }) {
  return sumsOf(lines).tracked + words_of_docs
}
