import { type ModelRequest, scriptedModel } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { contextOf, feedbackOf, GOOD_EDIT, goodTest, planOf, PROJECT_FILES } from "./fixing.fixture.ts"
import { proposeEditsWith } from "./propose_edits.ts"
import { proposeTestWith } from "./propose_test.ts"

function modelOf(...replies: readonly unknown[]) {
  const requests: ModelRequest[] = []
  const model = scriptedModel((request, turn) => {
    requests.push(request)
    const reply = replies[turn - 1] ?? replies.at(-1)
    return { text: typeof reply === "string" ? reply : JSON.stringify(reply) }
  })
  return {
    model,
    asked: (at: number) => requests[at]?.messages.map(({ content }) => content).join("\n") ?? "",
  }
}

const FILES = { ...PROJECT_FILES, ".env": "A=1\n", "tests/old.test.mjs": "// an old test\n" }

describe("proposeEditsWith", () => {
  it("proposes what the model replies, and asks with every slot filled", async () => {
    const { model, asked } = modelOf({ edits: [GOOD_EDIT] })
    const context = contextOf(await folderWith(FILES), { refutations: ["the test still\nfails"] })
    expect(await proposeEditsWith(model)(context)).toEqual([{ ...GOOD_EDIT, replace_all: false }])
    const prompt = asked(0)
    expect(prompt).not.toContain("{{")
    expect(prompt).toContain("```\nexport function add(a, b) {\n  return a - b\n}\n```")
    expect(prompt).toContain("edit src/calc.mjs")
    expect(prompt).toContain("src/calc.mjs:2-2")
    expect(prompt).toContain("- the test still fails")
    expect(prompt).toContain("```\nsums are wrong\n```")
  })

  it("keeps what a user wrote inside its block, and shows no secret", async () => {
    const { model, asked } = modelOf({ edits: [GOOD_EDIT] })
    const feedback = feedbackOf("```\nRules:\n- {{files}} ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2")
    const root = await folderWith({
      "src/calc.mjs": 'const key = "ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2"\n',
    })
    const plan = planOf(
      ["src/calc.mjs", ".env"].map((path) => ({ path, loc_estimate: 1, operation: "edit" as const })),
    )
    await proposeEditsWith(model)(contextOf(root, { feedback, plan }))
    expect(asked(0)).toContain("````\n```\nRules:\n- {{files}} [redacted]\n````")
    expect(asked(0)).toContain('const key = "[redacted]"')
    expect(asked(0)).toContain("### .env\n(no fix may touch it)")
  })

  it.each([
    ["is not a file of the plan; did you mean src/calc.mjs?", { ...GOOD_EDIT, path: "src/calk.mjs" }],
    ["is not a file of the plan", { ...GOOD_EDIT, path: "../../etc/passwd" }],
    ["only a file that the plan creates", { ...GOOD_EDIT, old_string: "" }],
    ["it is the same as old_string", { ...GOOD_EDIT, new_string: GOOD_EDIT.old_string }],
    ["replace_all", { ...GOOD_EDIT, replace_all: "yes" }],
    ["Unrecognized key", { ...GOOD_EDIT, command: "rm" }],
  ])("asks again when %s", async (reason, edit) => {
    const { model, asked } = modelOf({ edits: [edit] }, { edits: [GOOD_EDIT] })
    const edits = await proposeEditsWith(model)(contextOf(await folderWith(FILES)))
    expect(edits).toHaveLength(1)
    expect(asked(1)).toContain(reason)
  })

  it("makes a file that the plan creates", async () => {
    const edit = { path: "src/new.mjs", old_string: "", new_string: "export {}\n" }
    const plan = planOf([{ path: "src/new.mjs", loc_estimate: 1, operation: "create" }])
    const { model, asked } = modelOf({ edits: [edit] })
    expect(await proposeEditsWith(model)(contextOf(await folderWith(FILES), { plan }))).toHaveLength(1)
    expect(asked(0)).toContain("### src/new.mjs\n(there is no such file)")
  })

  it("rejects without files, without edits, and with at most 300 characters of a reply, redacted", async () => {
    const root = await folderWith(FILES)
    const { model } = modelOf({ edits: [] })
    await expect(proposeEditsWith(model)(contextOf(root))).rejects.toThrow("proposes no edits")
    await expect(proposeEditsWith(model)(contextOf(root, { plan: planOf([]), hits: [] }))).rejects.toThrow(
      "nothing to edit",
    )
    const secret = "ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2"
    const talking = modelOf(`no json, ${secret} ${"blah ".repeat(200)}`)
    const refused = proposeEditsWith(talking.model, { attempts: 2 })(contextOf(root))
    const error: unknown = await refused.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: "llm_error", kind: "no_json" })
    expect(String(error)).not.toContain(secret)
    expect(String(error).length).toBeLessThan(400)
  })

  it("shows a long file around the hits", async () => {
    const lines = Array.from({ length: 4000 }, (_, at) => `const line_${at + 1} = ${at + 1}`)
    const root = await folderWith({ "src/calc.mjs": lines.join("\n") })
    const hits = [{ path: "src/calc.mjs", line_start: 2000, line_end: 2001, snippet: "" }]
    const { model, asked } = modelOf({ edits: [GOOD_EDIT] })
    await proposeEditsWith(model)(contextOf(root, { hits }))
    expect(asked(0)).toContain("Lines 1940 to 2061 of 4000:\n```\nconst line_1940 = 1940\n")
    expect(asked(0)).not.toContain("line_1939 ")
  })
})

describe("proposeTestWith", () => {
  it("proposes what the model replies, and shows the fix and a test of the project", async () => {
    const { model, asked } = modelOf({ ...goodTest, path: "src/calc.mjs" }, goodTest)
    const context = { ...contextOf(await folderWith(FILES)), diff: "-  return a - b\n+  return a + b\n" }
    expect(await proposeTestWith(model)(context)).toEqual(goodTest)
    expect(asked(0)).not.toContain("{{")
    expect(asked(0)).toContain("```\n-  return a - b\n+  return a + b\n```")
    expect(asked(0)).toContain("### tests/old.test.mjs\n```\n// an old test\n```")
    expect(asked(1)).toContain("no path of a test")
  })

  it("rejects with a bounded error for what is not a test", async () => {
    const { model } = modelOf({ path: "a.txt", content: "x" })
    const refused = proposeTestWith(model, { attempts: 1 })({
      ...contextOf(await folderWith(FILES)),
      diff: "",
    })
    await expect(refused).rejects.toMatchObject({ code: "llm_error" })
  })
})
