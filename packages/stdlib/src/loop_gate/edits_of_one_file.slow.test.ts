import { writeFileSync } from "node:fs"
import { symlink } from "node:fs/promises"
import { join } from "node:path"
import type { Tool } from "@proofloop/runtime"
import { describe, expect, it } from "vitest"
import { workspaceTools } from "../workspace/workspace_tools.ts"
import { held, anotherEdit } from "./edits_of_one_file.fixture.ts"
import { editTool, gatedRepository, never } from "./gated_tool.fixture.ts"

describe("two edits of one file", () => {
  it("lose none when the older throws", async () => {
    const { write, read, edit } = await gatedRepository({ "a.json": "{}" })
    const work = held()
    const older = edit(["a.json"], async () => {
      await work.until
      throw new Error("the disk is full")
    })
    const newer = edit(["./a.json"], () => write("a.json", '{"a": 2}'))
    await anotherEdit()
    work.release()
    await expect(older).rejects.toThrow("the disk is full")
    await newer
    expect(await read("a.json")).toBe('{"a": 2}')
  })

  it("are of one file by whatever link they reach it", async () => {
    const { root, write, read, edit } = await gatedRepository({ "src/a.json": "{}" })
    await symlink(join(root, "src"), join(root, "link"))
    const work = held()
    const older = edit(["link/a.json"], async () => {
      await work.until
      await write("link/a.json", '{"a": 1}')
    })
    const newer = edit(["src/a.json"], () => write("src/a.json", '{"a": 2}'))
    await anotherEdit()
    work.release()
    await Promise.all([older, newer])
    expect(await read("src/a.json")).toBe('{"a": 2}')
  })

  it("never wait for each other, whatever several files they name in whatever order", async () => {
    const { edit } = await gatedRepository({ "a.txt": "" })
    const work = held()
    const made: string[] = []
    const first = edit(["a.txt", "b.txt"], async () => {
      await work.until
      made.push("a b")
    })
    const others = [
      edit(["b.txt", "a.txt"], () => made.push("b a")),
      edit(["a.txt", "c.txt"], () => made.push("a c")),
      edit(["c.txt", "b.txt"], () => made.push("c b")),
    ]
    await edit(["d.txt"], () => made.push("d"))
    work.release()
    await Promise.all([first, ...others])
    expect(made).toEqual(["d", "a b", "b a", "a c", "c b"])
  })

  it("are both judged when the newer is possible because of the older alone", async () => {
    const { root, gate, write, read, edit } = await gatedRepository({ "a.json": "{}" })
    const tools = gate.tools(workspaceTools({ root, shell: false }))
    const edit_file = tools.find(({ name }) => name === "edit_file")
    const work = held()
    const older = edit(["a.json"], async () => {
      await work.until
      await write("a.json", '{"a": 1}')
    })
    const newer = edit_file?.execute(
      { path: "a.json", old_text: '"a": 1}', new_text: '"a": 1' },
      { signal: never, call_id: "call", iteration: 1 },
    )
    await anotherEdit()
    work.release()
    await older
    expect(await newer).toMatchObject({ ok: false, diagnostics: [{ code: "G2/json_syntax" }] })
    expect(await read("a.json")).toBe('{"a": 1}')
  })
})

describe("an edit whose time is over", () => {
  it("keeps no later one waiting, which meets the file as it was before", async () => {
    const { write, read, edit } = await gatedRepository({ "a.json": "{}" })
    const deadline = new AbortController()
    const [half, work] = [held(), held()]
    const late = edit(
      ["a.json"],
      async () => {
        await write("a.json", '{"half"')
        half.release()
        await work.until
      },
      deadline.signal,
    )
    await half.until
    deadline.abort()
    let met = ""
    await edit(["a.json"], async () => {
      met = await read("a.json")
      await write("a.json", '{"a": 2}')
    })
    expect(met).toBe("{}")
    work.release()
    await expect(late).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe('{"a": 2}')
  })

  it("keeps no later one waiting when it cannot even be planned", async () => {
    const { write, read, run, edit } = await gatedRepository({ "a.json": "{}" })
    const deadline = new AbortController()
    const plan = held()
    const late = run(
      editTool(["a.json"], () => write("a.json", "{}"), { plan: plan.until }),
      deadline.signal,
    )
    deadline.abort()
    await edit(["a.json"], () => write("a.json", '{"a": 2}'))
    plan.release()
    await expect(late).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe('{"a": 2}')
  })

  it("takes back what it writes late", async () => {
    const { write, read, edit, late, work } = await stoppedEdit()
    await edit(["b.json"], () => write("b.json", '{"b": 2}'))
    work.release()
    await expect(late).rejects.toThrow("aborted")
    expect([await read("a.json"), await read("b.json")]).toEqual(["{}", '{"b": 2}'])
  })

  it("takes back what it writes late though somebody looked at the file, who met it as it was before", async () => {
    const { read, run, late, work } = await stoppedEdit()
    expect(await run(unplannedTool(() => read("a.json"), true))).toBe("{}")
    work.release()
    await expect(late).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe("{}")
  })

  it("takes nothing back once a tool ran that may write anything", async () => {
    const { write, read, run, late, work } = await stoppedEdit()
    await run(unplannedTool(() => write("b.json", '{"b": 2}'), false))
    work.release()
    await expect(late).rejects.toThrow("aborted")
    expect([await read("a.json"), await read("b.json")]).toEqual(['{"late": 1}', '{"b": 2}'])
  })

  it("takes nothing back that a checkpoint has seen", async () => {
    const { gate, read, late, work } = await stoppedEdit()
    const payload = {
      run_id: "run",
      task: "",
      stop_reason: "natural" as const,
      iteration: 1,
      text: "",
      transcript: [],
      all_tools_used: [],
      successful_tools_used: [],
    }
    expect(await gate.verify_completion(payload, { signal: never })).toMatchObject({ status: "pass" })
    work.release()
    await expect(late).rejects.toThrow("aborted")
    expect(await read("a.json")).toBe('{"late": 1}')
  })
})

/** An edit that was stopped half-way through one file. When it may go on, it writes that file again, and another. */
async function stoppedEdit() {
  const repository = await gatedRepository({ "a.json": "{}", "b.json": "{}" })
  const { write, edit } = repository
  const deadline = new AbortController()
  const [half, work] = [held(), held()]
  const late = edit(
    ["a.json", "b.json"],
    async () => {
      await write("a.json", '{"half"')
      half.release()
      await work.until
      await write("a.json", '{"late": 1}')
    },
    deadline.signal,
  )
  await half.until
  deadline.abort()
  return { ...repository, late, work }
}

/** A tool that does not say what it writes. */
function unplannedTool(work: () => unknown, read_only: boolean): Tool {
  return {
    name: "tool",
    description: "Works.",
    input_schema: { type: "object" },
    annotations: () => ({ read_only }),
    execute: work,
  }
}

it("a rejected edit takes nothing back that somebody else wrote since it was judged", async () => {
  const repository = await gatedRepository(
    { "a.json": "{}", "b.json": "{}" },
    { on_rejected: () => writeFileSync(join(repository.root, "a.json"), '{"by": "a person"}') },
  )
  const { write, read, edit } = repository
  const result = await edit(["a.json", "b.json"], async () => {
    await write("a.json", "{")
    await write("b.json", "{")
  })
  expect(result).toMatchObject({ ok: false, mutation_status: "applied" })
  expect((result as { error: string }).error).toContain("a.json changed meanwhile and stays as it is now")
  expect([await read("a.json"), await read("b.json")]).toEqual(['{"by": "a person"}', "{}"])
})
