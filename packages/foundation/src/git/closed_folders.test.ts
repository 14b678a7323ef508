import { chmod, chown, readdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { describe, expect, it, onTestFinished } from "vitest"
import { addFiles } from "../files/workspace.fixture.ts"
import { repositoryWith } from "./working_change.fixture.ts"

/** To whom the system refuses nothing, nothing is closed. The number is that of `nobody`. */
const NOBODY = 65_534
const IS_ROOT = process.getuid?.() === 0

describe.skipIf(process.getuid === undefined)("folders that the system refuses", () => {
  it("tells a folder it cannot list, and no deletion of what lies in it", async () => {
    const root = await closedRepository(0o000)
    const change = await see("change", root)
    expect(change.told).toEqual([["readable.txt", "1", "2"]])
    expect(change.skipped).toEqual([
      { path: "known", reason: "unreadable" },
      { path: "known/a.txt", reason: "unreadable" },
      { path: "new\nline's", reason: "unreadable" },
    ])
  })

  it("tells each file of a folder that it can only list", async () => {
    const root = await closedRepository(0o400)
    const change = await see("change", root)
    expect(change.told).toEqual([["readable.txt", "1", "2"]])
    expect(change.skipped.map(({ path }) => path)).toEqual(["known/a.txt", "new\nline's/b.txt"])
  })

  it("names them from the folder that is judged, and leaves out those beside it", async () => {
    const root = await closedRepository(0o000, "inner/")
    expect((await see("change", join(root, "inner"))).skipped.map(({ path }) => path)).toEqual([
      "known",
      "known/a.txt",
      "new\nline's",
    ])
  })

  it("tells a folder beside others of which git complains", async () => {
    const root = await closedRepository(0o000)
    // Git complains of their .gitignore, before or after the other ones.
    const listable = Array.from({ length: 8 }, (_, at) => `listable-${at}`)
    for (const folder of listable) {
      await addFiles(root, { [`${folder}/.gitignore`]: "" })
      await chmod(join(root, folder, ".gitignore"), 0o000)
    }
    const closed = (await see("change", root)).skipped.map(({ path }) => path)
    expect(closed.filter((path) => !path.startsWith("listable"))).toEqual([
      "known",
      "known/a.txt",
      "new\nline's",
    ])
  })

  it("writes no tree without them", async () => {
    const root = await closedRepository(0o000)
    expect((await see("tree", root)).error).toContain("cannot read known, new\nline's")
  })
})

/** A repository with closed folders, one of them tracked; of `nobody`, where this process is root. */
async function closedRepository(mode: number, below = ""): Promise<string> {
  const known = `${below}known`
  const fresh = `${below}new\nline's`
  const root = await repositoryWith({ [`${known}/a.txt`]: "1", [`${below}readable.txt`]: "1" })
  await addFiles(root, { [`${fresh}/b.txt`]: "1", [`${below}readable.txt`]: "2" })
  if (below !== "") await addFiles(root, { "beside/c.txt": "1" })
  const closed = below === "" ? [known, fresh] : [known, fresh, "beside"]
  if (IS_ROOT) {
    for (const path of await readdir(root, { recursive: true })) await chown(join(root, path), NOBODY, NOBODY)
    await chown(root, NOBODY, NOBODY)
  }
  for (const folder of closed) await chmod(join(root, folder), mode)
  onTestFinished(async () => {
    for (const folder of closed) await chmod(join(root, folder), 0o700)
  })
  return root
}

interface Seen {
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  readonly told: unknown
  readonly error?: string
}

/** What a process sees of a folder to which the system refuses something. */
async function see(what: "change" | "tree", folder: string): Promise<Seen> {
  const open = await repositoryWith({ "a.txt": "1" })
  const program = fileURLToPath(new URL("as_nobody.fixture.ts", import.meta.url))
  const user = IS_ROOT ? String(NOBODY) : ""
  const { stdout } = await execa(process.execPath, ["--import", "tsx", program, user, open, what, folder])
  return JSON.parse(stdout) as Seen
}
