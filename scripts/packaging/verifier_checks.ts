import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type LoopbackRequest, type ScriptedStep, startLoopbackModelServer } from "@proofloop/runtime/testing"
import { lastJson } from "../child.mjs"
import type { Check } from "./check_list.ts"
import { good, makeRepository } from "./critic_repository.ts"
import { commandOf, node } from "./host_process.ts"

const PATH = "src/price.py"
const EVIDENCE = `${PATH}:6 gives the sum of the prices; nothing else calls it.`

/** The verifier decision of the installed command, with what is packed beside the code: cases, builds, prompts. */
export function verifierChecks(host: string): Check[] {
  const command = commandOf(host)
  return [
    { name: "proofloop verify eval", run: () => evalProblems(host, command) },
    { name: "proofloop verify verdict, consensus, gate", run: () => gateProblems(host, command) },
    { name: "proofloop verify eval --verifiers", run: () => buildProblems(host, command) },
  ]
}

async function evalProblems(host: string, command: string): Promise<string[]> {
  const { code, output } = await node(host, [command, "verify", "eval", "--json"])
  const { fixtures } = code === 0 ? JSON.parse(output) : { fixtures: 0 }
  return fixtures > 0 ? [] : [`ended ${code}: ${output}`]
}

/** A change that nobody has judged, then with a verdict through each lens. */
async function gateProblems(host: string, command: string): Promise<string[]> {
  const folder = join(host, "judged")
  await makeRepository(folder, { [PATH]: good[PATH] ?? "" })
  const problems: string[] = []
  const ends = async (expected: number, ...args: readonly string[]): Promise<void> => {
    const { code, output } = await node(folder, [command, ...args, "--contract", "docs/guide.md"])
    if (code !== expected) problems.push(`${args[0]} ended ${code}, not ${expected}: ${output}`)
  }
  await ends(3, "verify")
  const lenses = ["wiring", "concurrency-security", "contract-conformance"]
  const file = join(host, "verdicts.json")
  writeFileSync(file, JSON.stringify(lenses.map((lens) => ({ lens, verdict: "pass", evidence: EVIDENCE }))))
  await ends(0, "verify", "verdict", "--file", file)
  await ends(0, "verify", "consensus")
  await ends(0, "verify", "--verify", `"${process.execPath}" -e 0`)
  await ends(1, "verify", "--verify", `"${process.execPath}" -e "process.exit(1)"`)
  return problems
}

/** A model that refutes everything is right about half of the builds; each of them has to get its verdict. */
async function buildProblems(host: string, command: string): Promise<string[]> {
  const server = await startLoopbackModelServer({ script: refute })
  try {
    const model = ["--model", "reviewer-1", "--base-url", server.url]
    const args = [command, "verify", "eval", "--verifiers", "--lens", "wiring", "--json", ...model]
    const { output } = await node(host, args)
    const { overall } = lastJson(output) ?? {}
    return overall?.builds > 0 && overall.unanswered === 0 ? [] : [output]
  } finally {
    await server.close()
  }
}

function refute({ body }: LoopbackRequest): ScriptedStep {
  const [, changed = ""] = /diff --git a\/(\S+)/.exec(JSON.stringify(body)) ?? []
  const given = {
    verdict: "fail",
    evidence: `${changed}:1 is reached by none of the callers that the contract names.`,
    refutation: "Followed every caller to what it calls.",
  }
  return { tool_calls: [{ name: "submit_verdict", arguments: given }] }
}
