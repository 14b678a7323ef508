import { stat } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { gatedRepository } from "./gated_tool.fixture.ts"

describe("an edit of a host's own tool", () => {
  it("is undone when it throws half-way", async () => {
    const { write, read, edit } = await gatedRepository({ "a.json": "{}", "b.json": "{}" })
    const half = edit(["a.json", "b.json"], async () => {
      await write("a.json", '{"half": true}')
      throw new Error("the disk is full")
    })
    await expect(half).rejects.toThrow("the disk is full")
    expect(await read("a.json")).toBe("{}")
  })

  it("is undone when the run is stopped before it was judged", async () => {
    const { root, write, read, edit } = await gatedRepository({ "a.json": "{}" })
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
})
