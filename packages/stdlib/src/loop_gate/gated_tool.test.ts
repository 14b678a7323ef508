import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Tool } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { repositoryWith } from "../workspace/repository.fixture.ts"
import { createLoopGate } from "./loop_gate.ts"

const never = new AbortController().signal

/** A host's own edit tool that says what it writes and then does `work`. */
function editTool(paths: readonly string[], work: () => Promise<unknown>, workspace_root?: string): Tool {
  return {
    workspace_root,
    name: "edit",
    description: "Edits files.",
    input_schema: { type: "object" },
    annotations: { kind: "edit", read_only: false },
    plan_writes: () =>
      Promise.resolve({
        writes: paths.map((path) => ({ path, before: null, after: null })),
        result: { ok: true },
      }),
    execute: work,
  }
}

async function gateIn(root: string) {
  const gate = await createLoopGate({ root, verify_completion: () => true })
  return async (paths: readonly string[], work: () => Promise<unknown>, signal = never) => {
    const [tool] = gate.tools([editTool(paths, work)])
    return tool?.execute({}, { signal, call_id: "call", iteration: 1 })
  }
}

async function setUp(files: Readonly<Record<string, string>>) {
  const root = await repositoryWith(files)
  const write = (path: string, text: string) => writeFile(join(root, path), text)
  const read = (path: string) => readFile(join(root, path), "utf8")
  return { root, write, read, edit: await gateIn(root) }
}

describe("an edit of a host's own tool", () => {
  it("is undone when it throws half-way", async () => {
    const { write, read, edit } = await setUp({ "a.json": "{}", "b.json": "{}" })
    const half = edit(["a.json", "b.json"], async () => {
      await write("a.json", '{"half": true}')
      throw new Error("the disk is full")
    })
    await expect(half).rejects.toThrow("the disk is full")
    expect(await read("a.json")).toBe("{}")
  })

  it("is undone when the run is stopped before it was judged", async () => {
    const { root, write, read, edit } = await setUp({ "a.json": "{}" })
    const run = new AbortController()
    const stopped = edit(
      ["a.json", "new.json"],
      async () => {
        await write("a.json", '{"a": 1}')
        await write("new.json", "{}")
        run.abort()
      },
      run.signal,
    )
    await expect(stopped).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe("{}")
    await expect(stat(join(root, "new.json"))).rejects.toThrow("ENOENT")
  })

  it("takes nothing back that was edited again after its time was over", async () => {
    const { write, read, edit } = await setUp({ "a.json": "{}" })
    const deadline = new AbortController()
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const late = edit(["a.json"], () => ended, deadline.signal)
    deadline.abort()
    await edit(["./a.json"], () => write("a.json", '{"a": 2}'))
    end()
    await expect(late).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe('{"a": 2}')
  })

  it("is undone for the file it breaks, though another of its files was broken before", async () => {
    const { write, read, edit } = await setUp({ "a.json": "{", "b.json": "{}" })
    const result = await edit(["a.json", "b.json"], async () => {
      await write("a.json", "{{")
      await write("b.json", "{")
    })
    expect(result).toMatchObject({ ok: false, diagnostics: [{ location: { path: "b.json" } }] })
    expect([await read("a.json"), await read("b.json")]).toEqual(["{", "{}"])
  })

  it("may name its paths from the top, or from a folder it works in", async () => {
    const { root, write, read } = await setUp({ "src/a.json": "{}", "a.json": "{}" })
    const gate = await createLoopGate({ root, verify_completion: () => true })
    const context = { signal: never, call_id: "call", iteration: 1 }
    const breakIt = () => write("src/a.json", "{")
    for (const tool of gate.tools([
      editTool([join(root, "src/a.json")], breakIt),
      editTool(["a.json"], breakIt, join(root, "src")),
    ])) {
      expect(await tool.execute({}, context)).toMatchObject({
        ok: false,
        diagnostics: [{ code: "G2/json_syntax", location: { path: "src/a.json" } }],
      })
      expect(await read("src/a.json")).toBe("{}")
    }
  })

  it("gets back what it deleted with its permissions", async () => {
    const { root, write, edit } = await setUp({ "run.sh": "true\n", "b.json": "{}" })
    await chmod(join(root, "run.sh"), 0o755)
    const result = await edit(["run.sh", "b.json"], async () => {
      await rm(join(root, "run.sh"))
      await write("b.json", "{")
    })
    expect(result).toMatchObject({ ok: false })
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(0o755)
  })
})
