import { requireGit } from "@proofloop/foundation/git"
import type { Message, ModelRequest } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { afterAll, describe, expect, it } from "vitest"
import { setEnvironment } from "../../../foundation/src/process/environment.fixture.ts"
import type { Plan } from "../planning/plan.ts"
import { parsePlan } from "../planning/plan_schema.ts"
import { gateOver, removeTemplates } from "./gate.fixture.ts"
import { createWorker } from "./worker.ts"

afterAll(removeTemplates)

const FILES = { "a.txt": "a\n", "b.txt": "b\n" }

function plan(...titles: readonly string[]): Plan {
  const subtasks = titles.map((title) => ({ title, description: title, file_hints: ["a.txt"] }))
  return parsePlan({ tasks: [{ title: "Do all", subtasks }] })
}

function reply(path: string, content: string) {
  return { text: JSON.stringify({ patches: [{ path, content }], commit_message: `change ${path}` }) }
}

async function bench(
  script: Parameters<typeof scriptedModel>[0],
  more: Readonly<Record<string, string>> = {},
) {
  const { root, gate, types } = await gateOver({ ...FILES, ...more }, { only: ["G2"] })
  const requests: ModelRequest[] = []
  const answer = scriptedModel(script)
  const model = Object.assign(
    (...[request, options]: Parameters<typeof answer>) => {
      requests.push(request)
      return answer(request, options)
    },
    { model_name: "scripted" },
  )
  const saved: string[] = []
  const save = ({ tasks }: Plan) => {
    saved.push(
      tasks
        .map(({ status, subtasks }) => [status, ...subtasks.map((one) => one.status)].join(" "))
        .join("; "),
    )
  }
  return { root, worker: createWorker({ model, gate, save, blast_radius: true }), requests, saved, types }
}

function userText(request: ModelRequest | undefined): string {
  const isUser = (message: Message) => message.role === "user"
  return (
    request?.messages
      .filter(isUser)
      .map(({ content }) => content)
      .join("\n") ?? ""
  )
}

describe("createWorker", () => {
  it("works off a plan, a commit a subtask, and saves it before and after each", async () => {
    const { root, worker, saved, types } = await bench([reply("a.txt", "1\n"), reply("b.txt", "2\n")])
    const done = await worker.run(plan("First", "Second"))
    const [task] = done.tasks
    expect(task?.status).toBe("completed")
    const head = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
    expect(task?.subtasks.map(({ status }) => status)).toEqual(["completed", "completed"])
    expect(task?.subtasks[1]?.commit_sha).toBe(head)
    expect(saved).toEqual([
      "in_progress in_progress pending",
      "in_progress completed pending",
      "in_progress completed in_progress",
      "in_progress completed completed",
      "completed completed completed",
    ])
    expect(types()).toEqual([])
  })

  it("tells the second attempt who rejected the first and why", async () => {
    const { worker, requests } = await bench([reply("a.json", "{"), reply("a.json", "{}\n")])
    expect((await worker.run(plan("Only"))).tasks[0]?.status).toBe("completed")
    expect(userText(requests[0])).not.toContain("REJECTED")
    expect(userText(requests[1])).toMatch(/REJECTED BY: G2 .{1,60}[^]{1,600}a\.json/)
  })

  it("goes on after a failed subtask, and the task failed", async () => {
    const { worker, types } = await bench([reply("a.json", "{"), reply("a.json", "{"), reply("b.txt", "2\n")])
    const [task] = (await worker.run(plan("First", "Second"))).tasks
    expect(task?.status).toBe("failed")
    expect(task?.subtasks[0]).toMatchObject({
      status: "failed",
      commit_sha: "",
      error: expect.stringMatching(/^Syntax check/),
    })
    expect(task?.subtasks[1]?.status).toBe("completed")
    expect(types()).toContain("worker.subtask.failed")
  })

  it("tries failed subtasks again on resume and leaves completed ones alone", async () => {
    const { worker, requests } = await bench([reply("a.txt", "1\n")])
    const [task] = plan("First", "Second").tasks
    const subtasks = (task?.subtasks ?? []).map((one, at) =>
      at === 0
        ? { ...one, status: "completed" as const, commit_sha: "abc" }
        : { ...one, status: "failed" as const, error: "no" },
    )
    const resumed = { tasks: task === undefined ? [] : [{ ...task, status: "failed" as const, subtasks }] }
    const [after] = (await worker.run(resumed)).tasks
    expect(after?.status).toBe("completed")
    expect(after?.subtasks).toMatchObject([{ commit_sha: "abc" }, { status: "completed", error: "" }])
    expect(requests).toHaveLength(1)
  })

  it("records an empty commit when nothing changed", async () => {
    const { worker } = await bench([reply("a.txt", "a\n")])
    expect((await worker.run(plan("Only"))).tasks[0]?.subtasks[0]).toMatchObject({
      status: "completed",
      commit_sha: "",
    })
  })

  it("stops at an abort, the subtask pending again", async () => {
    const abort = new AbortController()
    const { worker } = await bench(() => {
      abort.abort()
      return reply("a.txt", "1\n")
    })
    const [task] = (await worker.run(plan("First", "Second"), abort.signal)).tasks
    expect(task?.subtasks.map(({ status }) => status)).toEqual(["pending", "pending"])
    expect(task?.status).toBe("in_progress")
  })

  it("tells who calls what the hinted files define, at each attempt, and in which languages", async () => {
    const code = { "lib.py": "def area(x):\n    return x\n", "app.py": "from lib import area\n\narea(1)\n" }
    const { worker, requests } = await bench([reply("a.json", "{"), reply("a.txt", "1\n")], code)
    const subtasks = [{ title: "Change it", description: "", file_hints: ["lib.py"] }]
    await worker.run(parsePlan({ tasks: [{ title: "Do", subtasks }] }))
    expect(requests).toHaveLength(2)
    for (const request of requests) expect(userText(request)).toContain("area: app.py:1, app.py:3")
    expect(userText(requests[0])).toMatch(/Languages: [Pp]ython/)
  })

  it("keeps the model from thinking aloud when the environment says so", async () => {
    setEnvironment({ PROOFLOOP_WORKER_DISABLE_THINKING: "1" })
    const { worker, requests } = await bench([reply("a.txt", "1\n")])
    await worker.run(plan("First"))
    expect(userText(requests[0]).endsWith("\n/no_think")).toBe(true)
  })
})
