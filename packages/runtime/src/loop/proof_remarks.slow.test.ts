import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import type { ModelReply } from "../protocol/model.ts"
import { createAgentLoop } from "./create_agent_loop.ts"
import type { AgentLoopOptions, ExamineProof, ProofPayload } from "./options.ts"

const DONE: ModelReply = { text: "Done.", tool_calls: [] }
const EDIT: ModelReply = { text: "", tool_calls: [{ name: "edit", arguments: {} }] }

const TOLD = { status: "told", source: "mine", message: "hm", path: "a.js", line: 2 } as const
const REFUSED = { status: "refused", source: "mine", message: "no" } as const

interface Given {
  readonly examine_proof: ExamineProof
  readonly root?: string
  readonly change?: (root: string) => Promise<unknown>
  readonly options?: Partial<AgentLoopOptions>
  readonly journal?: string
}

/** A run whose one call of a tool changes files, and whose check passes. */
async function loopOf({ examine_proof, root: given, change, options = {} }: Given) {
  const root = given ?? (await repositoryWith({ "a.js": "1\n", "b.js": "1\n" }))
  const replies = [EDIT, DONE]
  const loop = createAgentLoop({
    model: async () => replies.shift() ?? DONE,
    tools: [
      {
        name: "edit",
        description: "Edits.",
        input_schema: { type: "object" },
        annotations: { kind: "edit" },
        execute: async () => {
          await change?.(root)
          return { ok: true, mutation_status: "applied" as const }
        },
      },
    ],
    workspace_root: root,
    verify_completion: { command: "true" },
    stall_diagnostics: { repair_aware: true },
    examine_proof,
    ...options,
  })
  return { root, loop }
}

async function resultOf(given: Given) {
  const { loop } = await loopOf(given)
  return loop.run("Do the task.").result
}

// @requirement proof.remarks
test("a remark stands in the proof, and the run is verified all the same", async () => {
  expect(await resultOf({ examine_proof: async () => [TOLD] })).toMatchObject({
    verified: true,
    proof: { remarks: [TOLD] },
  })
  expect(await resultOf({ examine_proof: () => null })).toMatchObject({
    verified: true,
    proof: { remarks: [] },
  })
})

test("a remark that refuses lets the run not be verified, and says why", async () => {
  expect(await resultOf({ examine_proof: () => [TOLD, REFUSED] })).toMatchObject({
    status: "done",
    verified: false,
    stop_detail: "the proof is refused by mine: no",
    proof: { remarks: [REFUSED, TOLD] },
  })
})

test("the examiner sees what the run changed, by a commit too, and nothing that was there before", async () => {
  const seen: ProofPayload[] = []
  const root = await repositoryWith({ "a.js": "1\n", "b.js": "1\n" })
  await writeFile(join(root, "b.js"), "of the user\n")
  await resultOf({
    root,
    async change() {
      await writeFile(join(root, "a.js"), "2\n")
      await commitPaths(root, ["a.js"], "an edit")
    },
    examine_proof: (payload) => void seen.push(payload),
  })
  const files = seen[0]?.change.files.map(({ path, before, after }) => [path, String(before), String(after)])
  expect(files).toEqual([["a.js", "1\n", "2\n"]])
  expect(seen[0]).toMatchObject({ task: "Do the task.", root, proof: { source: "command" } })
})

test.each<[string, ExamineProof, string]>([
  ["throws", () => Promise.reject(new Error("no parsers")), "no parsers"],
  ["gives no answer", () => new Promise(() => undefined), "no answer within 1000 ms"],
  ["answers no list", (() => "fine") as never, "instead of a list of remarks"],
  ["answers no remarks", (() => [{ status: "fine", message: "" }]) as never, "instead of { status"],
])("an examiner that %s is unable, which refuses nothing", async (_how, examine_proof, message) => {
  const options = { callback_timeout_ms: 1000 }
  const { verified, proof } = await resultOf({ examine_proof, options })
  expect(verified).toBe(true)
  expect(proof?.remarks).toEqual([
    { status: "unable", source: "examine_proof", message: expect.stringContaining(message) },
  ])
})

test("outside a git repository the examiner is unable, and is not asked", async () => {
  const root = await mkdtemp(join(tmpdir(), "no repository "))
  try {
    const examine_proof = () => [REFUSED]
    expect(await resultOf({ root, examine_proof })).toMatchObject({
      verified: true,
      proof: { remarks: [{ status: "unable", message: expect.stringContaining("cannot be compared") }] },
    })
  } finally {
    await rm(root, { recursive: true })
  }
})

test("files that the examiner changes void the proof", async () => {
  const root = await repositoryWith({ "a.js": "1\n" })
  const examine_proof = async () => {
    await writeFile(join(root, "a.js"), "3\n")
    return []
  }
  expect(await resultOf({ root, examine_proof })).toMatchObject({ verified: false, proof: null })
})

test("secrets in a remark are redacted, and of many remarks those that refuse are kept", async () => {
  const secret = { ...TOLD, message: "the test ghp_abcdefghijklmnopqrstuvwxyz0123456789 is gone" }
  const one = await resultOf({ examine_proof: () => [secret] })
  expect(JSON.stringify(one.proof)).not.toContain("ghp_abc")
  const many = await resultOf({ examine_proof: () => [...Array.from({ length: 90 }, () => TOLD), REFUSED] })
  expect(many.proof?.remarks).toHaveLength(64)
  expect(many.proof?.remarks?.[0]).toEqual(REFUSED)
  expect(many.proof?.remarks?.at(-1)?.message).toBe("28 more remarks are left out")
})

test("a resumed run compares with the commit that it began at", async () => {
  const folder = await mkdtemp(join(tmpdir(), "remarks "))
  const journal = join(folder, "run.jsonl")
  try {
    const seen: string[][] = []
    const examine_proof: ExamineProof = ({ change }) => {
      seen.push(change.files.map(({ path, before, after }) => `${path} ${String(before)} ${String(after)}`))
      return [TOLD]
    }
    const root = await repositoryWith({ "a.js": "1\n", "b.js": "1\n" })
    const first = await loopOf({
      root,
      examine_proof,
      change: async () => {
        await writeFile(join(root, "a.js"), "2\n")
        await commitPaths(root, ["a.js"], "an edit")
        run.suspend()
      },
    })
    const run = first.loop.run("Do the task.", { journal })
    expect((await run.result).status).toBe("suspended")
    const second = await loopOf({ root, examine_proof, options: { model: async () => DONE } })
    const resumed = await (await second.loop.resume(journal)).result
    expect(resumed).toMatchObject({ verified: true, proof: { remarks: [TOLD] } })
    expect(seen.at(-1)).toEqual(["a.js 1\n 2\n"])
    const third = await loopOf({ root, examine_proof: () => [REFUSED], options: { model: async () => DONE } })
    // A finished run is read from its journal; the examiner is not asked again.
    expect(await (await third.loop.resume(journal)).result).toEqual(resumed)
  } finally {
    await rm(folder, { recursive: true })
  }
})
