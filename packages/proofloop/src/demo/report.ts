import { git } from "@proofloop/foundation/git"
import { isRecord, cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { resolvePreset } from "@proofloop/presets"
import type { Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { grouped, shellWord } from "../terminal/text.ts"
import type { DemoOutcome } from "./outcome.ts"
import { CHECK, type Scenario } from "./scenario.ts"

export function introduction(style: Style): string {
  return `${style.bold("proofloop demo")}: one bug, one weak model, three runs

  A shop in a real git repository has a bug: one of its four real tests (${CHECK}) is red.
  The model is ${style.bold("scripted")}, the same in all three runs, and weak in the way models are: it patches the
  file it saw first and claims success without looking. It sees what any model sees, the conversation.
  ${style.bold("One thing moves it")}: a message that says the same failure has persisted across its edits, and
  quotes that failure. Test output does not move it, and a veto does not. The rest is real.
`
}

export function heading({ id, title, promise }: Scenario, style: Style): string {
  const rule = style.dim("─".repeat(style.width))
  return `\n${rule}\n${style.bold(`${id}  ${title}`)}\n   ${style.dim(promise)}\n\n`
}

export async function verdict(outcome: DemoOutcome, style: Style): Promise<string> {
  const { result, tests_pass, folder } = outcome
  const said = cutCodePoints(oneLine(result.text), style.width - 16)
  const tests = tests_pass ? style.green("green") : style.red("red")
  const verified = result.verified ? style.green("verified: true") : style.red("verified: false")
  const lines = [`\n  The model: "${said}"`, `  The tests: ${tests}.  The result: ${verified}.`]
  if (!result.verified) return `${lines.join("\n")}\n`
  const diff = await git(folder, ["diff", "--unified=0"])
  const changed = diff.stdout.split("\n").filter((line) => /^(\+\+\+|[-+](?![-+]))/.test(line))
  const painted = changed.map((line) => (line.startsWith("-") ? style.red(line) : style.green(line)))
  return `${lines.join("\n")}\n\n${painted.map((line) => `      ${line}\n`).join("")}`
}

export function difference(before: Scenario, after: Scenario, style: Style): string {
  const [left, right] = [before, after].map(({ overrides }) => flatten(resolvePreset("minimal", overrides)))
  const names = [...new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])]
  const lines = names.flatMap((name) => {
    if (left?.[name] === right?.[name]) return []
    const line = (sign: string, { id }: Scenario, value = "not set"): string =>
      `${sign} ${id}  ${name}: ${value}`
    return [style.red(line("-", before, left?.[name])), style.green(line("+", after, right?.[name]))]
  })
  const title = `What ${before.id} and ${after.id} are configured differently in (of ${names.length} options set):`
  return `\n${style.bold(title)}\n${lines.map((line) => `  ${line}\n`).join("")}`
}

export function comparison(outcomes: readonly DemoOutcome[], style: Style): string {
  const row = (label: string, cell: (outcome: DemoOutcome) => string): readonly string[] => [
    style.dim(label),
    ...outcomes.map(cell),
  ]
  const rows = [
    row("", ({ scenario }) => style.bold(`${scenario.id}  ${scenario.title}`)),
    row("turns", ({ result }) => String(result.usage.iterations)),
    row("checks run", ({ checks }) => String(checks)),
    row("tokens (estimated)", ({ result }) => `~${grouped(estimatedTokens(result))}`),
    row("status", ({ result }) => result.status),
    row("stop_reason", ({ result }) => result.stop_reason),
    row("tests afterwards", ({ tests_pass }) => (tests_pass ? style.green("green") : style.red("red"))),
    row("verified", ({ result }) => (result.verified ? style.green("true") : style.red("false"))),
    row("proof", ({ result: { proof } }) =>
      proof === null ? "none" : `exit ${proof.exit_code}, ${proof.tests_run} tests`,
    ),
    row("current_failure", currentFailure),
  ]
  return `\n${style.bold("Side by side")}\n${table(rows, style.width)}`
}

export function nextCommands(trace: string, style: Style): string {
  const commands = [
    [
      "npx proofloop config presets show evidence --explain",
      "the recommended knobs, and where each value is from",
    ],
    [`npx proofloop explain ${shellWord(trace)}`, "the timeline of run c, read back from its trace"],
    ["npx proofloop conformance", "what the detector promises, case by case"],
  ]
  const lines = commands.map(([command, what]) => `  ${command}\n      ${style.dim(what ?? "")}\n`)
  return `\n${style.bold("Try next")}\n${lines.join("")}`
}

/** The scripted model has no tokens: four characters count as one. */
export function estimatedTokens({ usage }: DemoOutcome["result"]): number {
  return usage.input_tokens + usage.output_tokens
}

function currentFailure({ result }: DemoOutcome): string {
  const { current_failure, verified } = result
  if (current_failure !== undefined) return cutCodePoints(oneLine(current_failure.snippet), 24)
  return verified ? "none: nothing fails" : "not kept"
}

function flatten(value: unknown, path = ""): Record<string, string> {
  if (!isRecord(value)) return { [path]: JSON.stringify(value) }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, child]) => flatten(child, path === "" ? name : `${path}.${name}`)),
  ) as Record<string, string>
}
