import { readFile, symlink } from "node:fs/promises"
import { join } from "node:path"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { workspaceTools } from "./workspace_tools.ts"

const never = new AbortController().signal

/** Two sets of tools for one folder, the second by a link to it. */
async function twoHosts(files: Readonly<Record<string, string>>) {
  const root = await folderWith(files)
  const link = join(await folderWith(), "link")
  await symlink(root, link)
  const [own, other] = [root, link].map((folder) => workspaceTools({ root: folder, shell: false }))
  const call = (tools: readonly Tool[] | undefined, name: string, given: JsonObject, signal = never) =>
    tools?.find((tool) => tool.name === name)?.execute(given, { signal, call_id: "call", iteration: 1 })
  return { root, own, other, call, read: (path: string) => readFile(join(root, path), "utf8") }
}

it("edits of one file that are made at once are all in it, whoever makes them and however they name it", async () => {
  const words = Array.from({ length: 12 }, (_, index) => `word${index}.`)
  const { root, own, other, call, read } = await twoHosts({ "a.txt": words.join("\n") })
  const paths = ["a.txt", "./a.txt", join(root, "a.txt")]
  const results = await Promise.all(
    words.map((word, index) =>
      call(index % 2 === 0 ? own : other, "edit_file", {
        path: paths[index % 3] ?? "",
        old_text: word,
        new_text: word.toUpperCase(),
      }),
    ),
  )
  expect(results).toEqual(words.map(() => expect.objectContaining({ ok: true })))
  expect(await read("a.txt")).toBe(words.join("\n").toUpperCase())
})

it("calls about one file are served in the order in which they were made", async () => {
  const { own, call, read } = await twoHosts({})
  const results = await Promise.all([
    call(own, "write_file", { path: "new/a.txt", content: "one\n" }),
    call(own, "edit_file", { path: "new/a.txt", old_text: "one", new_text: "two" }),
    call(own, "delete_file", { path: "new/a.txt" }),
    call(own, "write_file", { path: "new/a.txt", content: "three\n" }),
  ])
  expect(results.map((result) => Reflect.get(Object(result), "ok"))).toEqual([true, true, true, true])
  expect(await read("new/a.txt")).toBe("three\n")
})

it("a call that is stopped before its turn writes nothing and keeps nobody waiting", async () => {
  const { own, call, read } = await twoHosts({ "a.txt": "one\n" })
  const stop = new AbortController()
  const first = call(own, "edit_file", { path: "a.txt", old_text: "one", new_text: "two" })
  const stopped = call(own, "write_file", { path: "a.txt", content: "no\n" }, stop.signal)
  const last = call(own, "edit_file", { path: "a.txt", old_text: "two", new_text: "three" })
  stop.abort()
  expect(await first).toMatchObject({ ok: true })
  expect(await stopped).toMatchObject({ ok: false, mutation_status: "not_applied" })
  expect(await last).toMatchObject({ ok: true })
  expect(await read("a.txt")).toBe("three\n")
})
