import { chmod, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import type { Tool } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { editTool, gatedRepository, never } from "./gated_tool.fixture.ts"

describe("an edit of a host's own tool", () => {
  it("is undone for the file it breaks, though another of its files was broken before", async () => {
    const { write, read, edit } = await gatedRepository({ "a.json": "{", "b.json": "{}" })
    const result = await edit(["a.json", "b.json"], async () => {
      await write("a.json", "{{")
      await write("b.json", "{")
    })
    expect(result).toMatchObject({ ok: false, diagnostics: [{ location: { path: "b.json" } }] })
    expect([await read("a.json"), await read("b.json")]).toEqual(["{", "{}"])
  })

  it("may name its paths from the top, or from a folder it works in", async () => {
    const { root, run, write, read } = await gatedRepository({ "src/a.json": "{}", "a.json": "{}" })
    const breakIt = () => write("src/a.json", "{")
    for (const tool of [
      editTool([join(root, "src/a.json")], breakIt),
      editTool(["a.json"], breakIt, { workspace_root: join(root, "src") }),
    ]) {
      expect(await run(tool)).toMatchObject({
        ok: false,
        diagnostics: [{ code: "G2/json_syntax", location: { path: "src/a.json" } }],
      })
      expect(await read("src/a.json")).toBe("{}")
    }
  })

  it("gets back what it deleted with its permissions", async () => {
    const { root, write, edit } = await gatedRepository({ "run.sh": "true\n", "b.json": "{}" })
    await chmod(join(root, "run.sh"), 0o755)
    const result = await edit(["run.sh", "b.json"], async () => {
      await rm(join(root, "run.sh"))
      await write("b.json", "{")
    })
    expect(result).toMatchObject({ ok: false })
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(0o755)
  })

  it("may be made by an instance of a class", async () => {
    const { gate } = await gatedRepository({ "a.json": "{}" })
    class Shell implements Tool {
      readonly description = "Works."
      readonly input_schema = { type: "object" }
      readonly #path = "a.json"
      get name() {
        return "tool"
      }
      async content_digest() {
        return this.#path
      }
      execute() {
        return this.#path
      }
    }
    class Editor extends Shell {
      readonly #path = "a.json"
      async plan_writes() {
        return { writes: [{ path: this.#path, before: null, after: null }], result: { ok: true } }
      }
    }
    const context = { signal: never, call_id: "call", iteration: 1 }
    for (const tool of gate.tools([new Editor(), new Shell()])) {
      expect(tool.name).toBe("tool")
      expect(await tool.content_digest?.({})).toBe("a.json")
      expect(await tool.execute({}, context)).toBe("a.json")
    }
  })
})
