import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { openAICompatible } from "@proofloop/runtime"
import { startLoopbackModelServer } from "@proofloop/runtime/testing"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { parsePlan } from "../planning/plan_schema.ts"
import { thinkingRequest } from "../prompts/thinking.ts"
import { gateOver, removeTemplates } from "./gate.fixture.ts"
import { createWorker } from "./worker.ts"

afterAll(removeTemplates)

const plan = parsePlan({
  tasks: [{ title: "Do", subtasks: [{ title: "Change it", description: "", file_hints: ["a.txt"] }] }],
})

/** A worker whose model is reached over HTTP. */
async function workerOver(replies: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const script = replies.map((text) => ({ text }))
  const server = await startLoopbackModelServer({ script })
  onTestFinished(() => server.close())
  const bench = await gateOver({ "a.txt": "a\n", "b.txt": "b\n" }, { only: ["G1", "G2"], attempts: 1, env })
  const thinking = { word: true, template_kwargs: true }
  const model_name = "qwen3-8b"
  const model = openAICompatible({
    base_url: server.url,
    model: model_name,
    extra_body: thinkingRequest(model_name, thinking),
  })
  const worker = createWorker({ model, gate: bench.gate, thinking })
  const run = async () => (await worker.run(plan)).tasks[0]?.subtasks[0]
  return { ...bench, run, requests: server.requests }
}

function patchesReply(...patches: readonly unknown[]): string {
  return JSON.stringify({ patches })
}

describe("a worker over HTTP", () => {
  it("commits what the model sends, and keeps it from thinking aloud", async () => {
    const reply = `Here:\n\n\`\`\`json\n${patchesReply({ path: "a.txt", content: "A\n" })}\n\`\`\``
    const { run, root, requests, types } = await workerOver([reply])
    expect(await run()).toMatchObject({ status: "completed", error: "" })
    expect(await requireGit(root, ["show", "HEAD:a.txt"])).toBe("A\n")
    expect(requests).toHaveLength(1)
    const body = JSON.stringify(requests[0]?.body)
    expect(body).toContain('"chat_template_kwargs":{"enable_thinking":false}')
    expect(body).toContain("/no_think")
    expect(types()).toEqual([])
  })

  it("refuses JSON in a fence when the gate's environment says so", async () => {
    const reply = `\`\`\`json\n${patchesReply({ path: "a.txt", content: "A\n" })}\n\`\`\``
    const { run, types } = await workerOver([reply], { PROOFLOOP_G14_REJECT_FENCED_JSON: "yes" })
    expect(await run()).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^Reply check .* fence/),
    })
    expect(types()).toEqual(["g14_fenced_json", "critic_reply.fail", "worker.subtask.failed"])
  })

  it.each([
    ["a path above the root", [{ path: "../out.txt", content: "x" }], /out\.txt/],
    ["an absolute path", [{ path: "/tmp/out.txt", content: "x" }], /out\.txt/],
    ["a way around", [{ path: "x/../../out.txt", content: "x" }], /out\.txt/],
    ["a hook", [{ path: ".GIT/hooks/pre-commit", content: "x" }], /pre-commit/],
    ["a journal", [{ path: ".git/proofloop/patches/x", content: "x" }], /\.git/],
    ["a link out", [{ path: "link/out.txt", content: "x" }], /link/],
    ["no text", [{ path: "a.txt", content: { toString: "x" } }], /content must be a string/],
    ["no patch", [null], /not an object/],
    ["an unknown action", [{ path: "a.txt", action: "chmod", content: "x" }], /unknown action "chmod"/],
    [
      "too many files",
      Array.from({ length: 2001 }, (_, n) => ({ path: `f${n}`, content: "" })),
      /2001 patches/,
    ],
    ["a zero byte in a path", [{ path: "a\0.txt", content: "x" }], /a/],
    [
      "a good file beside a bad one",
      [
        { path: "b.txt", content: "B" },
        { path: ".env", content: "x" },
      ],
      /\.env/,
    ],
  ])("writes nothing for %s", async (_what, patches, error) => {
    const { run, root } = await workerOver([patchesReply(...patches)])
    await symlink(await folderWith(), join(root, "link"))
    expect(await run()).toMatchObject({ status: "failed", error: expect.stringMatching(error) })
    expect(await requireGit(root, ["status", "--porcelain", "-uall"])).toBe("?? link\n")
  })

  it("takes members that every object has for names like others", async () => {
    const reply =
      '{"__proto__": {"patches": [{"path": "x", "content": "polluted"}]}, "patches": [{"path": "__proto__", "content": "1\\n", "__proto__": {"action": "delete"}}, {"path": "constructor/prototype.txt", "content": "2\\n"}]}'
    const { run, root } = await workerOver([reply])
    expect(await run()).toMatchObject({ status: "completed" })
    expect(await requireGit(root, ["show", "--name-only", "--format=", "HEAD"])).toBe(
      "__proto__\nconstructor/prototype.txt\n",
    )
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it("takes the last of several patches of one file", async () => {
    const { run, root } = await workerOver([
      patchesReply({ path: "a.txt", content: "1\n" }, { path: "./a.txt", content: "2\n" }),
    ])
    expect(await run()).toMatchObject({ status: "completed" })
    expect(await requireGit(root, ["show", "HEAD:a.txt"])).toBe("2\n")
  })
})
