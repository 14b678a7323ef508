import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { generateText, stepCountIs, tool } from "ai"
import { MockLanguageModelV3 } from "ai/test"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { catalogue } from "../critics/catalogue.ts"
import { aiSdkTools } from "./ai_sdk_tools.ts"
import { ask } from "./critic_tools.fixture.ts"
import { criticTools, toolName } from "./critic_tools.ts"

const TWO = "def a():\n    pass\n\n\ndef b():\n    pass\n"
const ONE = "def a():\n    pass\n"

describe("criticTools", () => {
  it("has a tool a critic and one for all of them, and none of them writes", async () => {
    const tools = criticTools({ root: await folderWith() })
    expect(tools.map(({ name }) => name)).toEqual([
      "check_change",
      ...catalogue.map(({ id }) => toolName(id)),
    ])
    expect(tools.filter(({ annotations }) => Object(annotations).kind !== "inspect")).toEqual([])
  })

  it("judges what differs in the work tree", async () => {
    const root = await repositoryWith({ "a.py": TWO, "b.json": "{}" })
    expect(await ask(root, "check_change")).toMatchObject({ status: "pass", findings: [] })
    await addFiles(root, { "a.py": ONE, "b.json": "{" })
    const all = await ask(root, "check_change")
    expect(all.findings).toMatchObject([
      { critic: "G2", path: "b.json" },
      { critic: "G7", path: "a.py", line: 5 },
    ])
    expect(all.feedback).toContain("b.json")
    expect(await ask(root, "critic_g7")).toMatchObject({ status: "fail", ran: ["G7"] })
    expect(await ask(root, "check_change", { paths: ["b.json"] })).toMatchObject({
      findings: [{ path: "b.json" }],
    })
  })

  it("judges a change that is only proposed, on the repository as it would be", async () => {
    const root = await repositoryWith({ "a.py": TWO, "README.md": "# x\n" })
    const changes = [{ path: "a.py", after: ONE }]
    expect(await ask(root, "critic_g7", { changes })).toMatchObject({
      findings: [{ rule: "missing_definition" }],
    })
    const linked = [
      { path: "README.md", after: "# x\n\n[guide](guide.md) [gone](gone.md)\n" },
      { path: "guide.md", before: null, after: "# guide\n" },
    ]
    const { findings } = await ask(root, "critic_g14", { changes: linked })
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining("gone.md")])
  })

  it("takes a model for the author, so that one assertion less is told", async () => {
    const before = "def test_price():\n    assert price(1) == 1\n    assert price(2) == 2\n"
    const changes = [{ path: "test_price.py", after: before.replace("    assert price(2) == 2\n", "") }]
    const root = await repositoryWith({ "test_price.py": before })
    expect(await ask(root, "critic_forged_weakened", { changes })).toMatchObject({
      findings: [{ rule: "assertion_gone" }],
    })
  })

  it("tells ten findings, and how many more there are", async () => {
    const root = await repositoryWith({ "a.txt": "a" })
    await addFiles(root, Object.fromEntries(Array.from({ length: 13 }, (_none, at) => [`${at}.json`, "{"])))
    const short = await ask(root, "critic_g2")
    expect([short.findings.length, short.more]).toEqual([10, 3])
    const long = await ask(root, "critic_g2", { limit: 200 })
    expect([long.findings.length, long.more]).toEqual([13, 0])
  })

  it.each(["../a.json", "/etc/passwd", "a/../../b.json", "C:\\a.json", "a\0.json"])(
    "refuses %j, which is outside of the root",
    async (path) => {
      const root = await repositoryWith({ "a.txt": "a" })
      await expect(ask(root, "critic_g2", { changes: [{ path, after: "{" }] })).rejects.toThrow(
        "outside of the root",
      )
      await expect(ask(root, "critic_g2", { paths: [path] })).rejects.toThrow("outside of the root")
    },
  )

  it("says what is wrong with a call, and lets nobody loosen a critic", async () => {
    const root = await repositoryWith({ "a.py": TWO })
    await expect(ask(root, "check_change", { paths: ["a.py"] })).rejects.toThrow("nothing of a.py differs")
    await expect(ask(root, "critic_g13", { shrink_floor: 0.01 })).rejects.toThrow("shrink_floor")
    await expect(ask(root, "check_change", { changes: [{ path: "a.py" }] })).rejects.toThrow("after")
    const unborn = await folderWith({ "a.txt": "1" })
    await expect(ask(unborn, "check_change")).rejects.toThrow("not a git repository")
    const bad = await Promise.resolve({ root: "/nowhere/at/all" })
    expect(() => criticTools(bad)).toThrow(expect.toSatisfy(isInvalidOptionError))
    expect(() => criticTools({ root, critics: { G77: true } })).toThrow("G77")
  })
})

describe("aiSdkTools", () => {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never
  const call = (name: string, input: object) => ({
    content: [{ type: "tool-call" as const, toolCallId: "1", toolName: name, input: JSON.stringify(input) }],
    finishReason: { unified: "tool-calls" as const, raw: undefined },
    usage,
    warnings: [],
  })
  const done = {
    content: [{ type: "text" as const, text: "done" }],
    finishReason: { unified: "stop" as const, raw: undefined },
    usage,
    warnings: [],
  }

  it("are called by the AI SDK, which gets the findings, or the error of a bad call", async () => {
    const root = await repositoryWith({ "a.py": TWO })
    await addFiles(root, { "a.py": ONE })
    const tools = Object.fromEntries(
      Object.entries(aiSdkTools(criticTools({ root }))).map(([name, of]) => [name, tool(of as never)]),
    )
    const replies = [call("check_change", {}), call("critic_g7", { paths: ["none.py"] }), done]
    let asked = 0
    const model = new MockLanguageModelV3({
      doGenerate: async () => replies[Math.min((asked += 1), replies.length) - 1] ?? done,
    })
    const { steps } = await generateText({ model, tools, prompt: "check it", stopWhen: stepCountIs(5) })
    expect(steps[0]?.toolResults).toMatchObject([
      { output: { status: "fail", findings: [{ critic: "G7" }] } },
    ])
    expect(steps[1]?.content).toContainEqual(
      expect.objectContaining({
        type: "tool-error",
        error: expect.objectContaining({ message: expect.stringContaining("none.py") }),
      }),
    )
  })
})
