// A builder says it is done, and its tests agree. Three verifiers with fresh contexts see only the contract, the
// tests and the diff, and refute it. After the repair they cannot, and the run is verified by the tests.
import { join } from "node:path"
import { openVerdictLedger, testsThenVerifiers } from "@proofloop/jobs/verifier"
import { createAgentLoop, type Model, scriptedModel } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { exampleRepository } from "../example_repository.ts"

const FILES = {
  "src/account.mjs": "export function withdraw(account, amount) {\n  return account\n}\n",
  "docs/account.md":
    "# Account\n\n`withdraw(account, amount)` gives the account less the amount. An amount that is not above 0 is refused with a RangeError.\n",
  "tests/account.test.mjs": `import assert from "node:assert"
import test from "node:test"
import { withdraw } from "../src/account.mjs"

test("what is withdrawn is gone", () => {
  assert.deepEqual(withdraw({ balance: 10 }, 4), { balance: 6 })
})
`,
}

const root = await exampleRepository("account", FILES)

const WANTING = "  return { ...account, balance: account.balance - amount }\n"
const WHOLE = `  if (!(amount > 0)) throw new RangeError("an amount is above 0")\n${WANTING}`
const edit = (old_text: string, new_text: string) => ({
  tool_calls: [{ name: "edit_file", arguments: { path: "src/account.mjs", old_text, new_text } }],
})

/** Stands for your model: it believes the tests, and repairs what it is told. */
const builder = scriptedModel(
  [
    edit("  return account\n", WANTING),
    { text: "Done." },
    edit(WANTING, WHOLE),
    { text: "Done, refusals included." },
  ],
  { model_name: "scripted-builder" },
)

/** Stands for another model. It judges by what is in its brief. */
const verifier: Model = scriptedModel(
  ({ messages }) => {
    const brief = messages.map(({ content }) => content).join("\n")
    const is_refused = brief.includes("+  if (!(amount > 0)) throw new RangeError")
    const is_found = brief.includes("contract-conformance") && !is_refused
    const verdict = is_found
      ? {
          verdict: "fail",
          evidence:
            "src/account.mjs:2 takes any amount: withdraw(account, -5) adds 5, docs/account.md:3 promises a RangeError",
          refutation: "called it with amounts below, at and above 0",
        }
      : {
          verdict: "pass",
          evidence: "src/account.mjs:2 gives a new account, nothing else in the tree calls withdraw",
          refutation: "searched for callers, and for two calls at once",
        }
    return { tool_calls: [{ name: "submit_verdict", arguments: verdict }] }
  },
  { model_name: "scripted-verifier" },
)

const ledger = join(root, ".proofloop", "verdicts", "account.jsonl")
const loop = createAgentLoop({
  model: builder,
  tools: workspaceTools({ root, shell: false }),
  verify_completion: testsThenVerifiers(
    { command: "node --test" },
    {
      root,
      ledger,
      contract: ["docs/account.md"],
      model: verifier,
      builder: { model_name: "scripted-builder" },
    },
  ),
  max_iterations: 8,
})

const run = loop.run("Make withdraw take the amount off the balance, as docs/account.md says.")
for await (const event of run.events) {
  if (event.type === "verification_end") console.log(event.type, event.status)
}
const { status, verified, proof } = await run.result
console.log({
  status,
  verified,
  source: proof?.source,
  check_id: proof?.check_id,
  tests_run: proof?.tests_run,
})
for (const { verdict: one } of await openVerdictLedger(ledger).read()) {
  console.log(one.subject.diff_sha256.slice(0, 7), one.verdict.padEnd(4), one.lens)
}
