import { describe, expect, it } from "vitest"
import { held, anotherEdit } from "./edits_of_one_file.fixture.ts"
import { editTool, gatedRepository } from "./gated_tool.fixture.ts"

describe("two edits of one file", () => {
  it("are made in the order in which they were asked for, whichever is planned first", async () => {
    const { write, read, run, edit } = await gatedRepository({ "a.json": "{}" })
    const plan = held()
    const older = run(editTool(["a.json"], () => write("a.json", '{"a": 1}'), { plan: plan.until }))
    const newer = edit(["a.json"], () => write("a.json", '{"a": 2}'))
    await anotherEdit()
    plan.release()
    await Promise.all([older, newer])
    expect(await read("a.json")).toBe('{"a": 2}')
  })

  it("lose none when the older is rejected for another file", async () => {
    const { write, read, edit } = await gatedRepository({ "a.json": "{}", "b.json": "{}" })
    const work = held()
    const older = edit(["a.json", "b.json"], async () => {
      await write("b.json", "{")
      await work.until
    })
    const newer = edit(["a.json"], () => write("a.json", '{"a": 2}'))
    await anotherEdit()
    work.release()
    expect(await older).toMatchObject({ ok: false, mutation_status: "not_applied" })
    await newer
    expect([await read("a.json"), await read("b.json")]).toEqual(['{"a": 2}', "{}"])
  })
})

describe("an edit whose time is over", () => {
  it("takes nothing back that was edited again", async () => {
    const { write, read, edit } = await gatedRepository({ "a.json": "{}" })
    const deadline = new AbortController()
    const work = held()
    const late = edit(["a.json"], () => work.until, deadline.signal)
    deadline.abort()
    await edit(["./a.json"], () => write("a.json", '{"a": 2}'))
    work.release()
    await expect(late).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe('{"a": 2}')
  })

  it("takes nothing back that was edited again while it still looked at its files", async () => {
    const { write, read, edit } = await gatedRepository({ "a.json": "{}" })
    const deadline = new AbortController()
    const many = Array.from({ length: 300 }, (_, index) => `new/${index}.json`)
    const work = held()
    const late = edit(["a.json", ...many], () => work.until, deadline.signal)
    deadline.abort()
    await edit(["a.json"], () => write("a.json", '{"a": 2}'))
    work.release()
    await expect(late).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe('{"a": 2}')
  })
})
