import { copyFileSync } from "node:fs"
import { join } from "node:path"
import type { Check } from "./check_list.ts"
import { good, makeRepository } from "./critic_repository.ts"
import { commandOf, node } from "./host_process.ts"

/** The queue of the installed command, which brings the database. */
export function feedbackChecks(host: string): Check[] {
  const command = commandOf(host)
  return [{ name: "proofloop feedback add, list, show", run: () => queueProblems(host, command) }]
}

async function queueProblems(host: string, command: string): Promise<string[]> {
  const folder = join(host, "told")
  await makeRepository(folder, {})
  const words = "the bill of a closed till is empty"
  const problems: string[] = []
  for (const args of [["add", words, "--severity", "high", "--id", "fb-1"], ["list"], ["show", "fb-1"]]) {
    const { code, output } = await node(folder, [command, "feedback", ...args, "--json"])
    if (code !== 0 || !output.includes(words)) problems.push(`${args[0]} ended ${code}: ${output}`)
  }
  return problems
}

/** A host that has the library and no parsers: prompts, verifiers, builds and the store of feedback work. */
export function bareFeedbackChecks(host: string): Check[] {
  return [{ name: "verifiers and feedback without parsers", run: () => bareProblems(host) }]
}

async function bareProblems(host: string): Promise<string[]> {
  const folder = join(host, "judged")
  await makeRepository(folder, { "src/price.py": good["src/price.py"] ?? "" })
  const program = join(host, "bare_verifiers.mjs")
  copyFileSync(new URL("fixtures/bare_verifiers.mjs", import.meta.url), program)
  const { code, output } = await node(host, [program, folder, "src/price.py"])
  if (code !== 0) return [`ended ${code}: ${output}`]
  const expected = {
    fix_class: "tool",
    verdicts: ["wiring pass", "concurrency-security pass", "contract-conformance pass"],
    fixtures: true,
    store: "function",
    builds: true,
  }
  return output.trim() === JSON.stringify(expected) ? [] : [output]
}
