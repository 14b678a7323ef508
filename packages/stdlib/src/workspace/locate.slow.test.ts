import { execFileSync } from "node:child_process"
import { access, mkdir, readFile, rename, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import type { JsonObject } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

const calls: ReadonlyArray<readonly [string, (path: string) => JsonObject]> = [
  ["read_file", (path) => ({ path })],
  ["read_file", (path) => ({ path, start_line: 1 })],
  ["list_files", (path) => ({ path })],
  ["search", (path) => ({ path, pattern: "s" })],
  ["edit_file", (path) => ({ path, old_text: "secret", new_text: "stolen" })],
  ["write_file", (path) => ({ path, content: "stolen" })],
  ["delete_file", (path) => ({ path })],
]

/** A root beside a folder it must never touch. */
async function houses() {
  const house = await folderWith({ "root/src/a.txt": "inside", "root-evil/secret.txt": "secret" })
  return {
    house,
    root: join(house, "root"),
    outside: join(house, "root-evil"),
    secret: join(house, "root-evil/secret.txt"),
  }
}

describe.each(calls)("%s", (name, argumentsFor) => {
  it.each([
    ["a parent", "../root-evil/secret.txt"],
    ["a parent after a folder", "src/../../root-evil/secret.txt"],
    ["many parents", "../../../../../../../../../../etc/passwd"],
    ["an absolute path", "/etc/passwd"],
    ["a NUL", "src/a.txt\0.png"],
    ["a line break", "src/a.txt\n"],
    ["a terminal escape", "src/\u001b[2Ka.txt"],
    ["a lone surrogate", "src/\ud800.txt"],
    ["a backslash", "src\\a.txt"],
    ["backslashes upwards", "..\\root-evil\\secret.txt"],
    ["nothing", ""],
    ["a blank", "  "],
    ["a final blank", "src/a.txt "],
    ["git's own files", ".git/config"],
    ["git's own files, other case", "sub/.GIT/hooks/pre-commit"],
    ["git's own files by a detour", "src/../.git/config"],
    ["git's own files on NTFS", ".git. ./config"],
    ["git's short name on NTFS", "GIT~1/config"],
    ["git's own files on HFS+", ".g\u200cit/config"],
    ["the link of a submodule", "sub/.git"],
  ])("refuses %s", async (_what, path) => {
    const { root, secret } = await houses()
    const result = await benchIn(root).call(name, argumentsFor(path))
    expect(result.ok).toBe(false)
    expect(result.error).toMatch(
      /outside the workspace|control character|between folders|empty|space|refusing to touch/,
    )
    expect(await readFile(secret, "utf8")).toBe("secret")
    await expect(access(join(root, ".git"))).rejects.toThrow("ENOENT")
    expect(await readFile(join(root, "src/a.txt"), "utf8")).toBe("inside")
  })

  it("refuses an absolute path into a folder whose name begins like the root's", async () => {
    const { root, secret } = await houses()
    const result = await benchIn(root).call(name, argumentsFor(secret))
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining("outside the workspace") })
    expect(await readFile(secret, "utf8")).toBe("secret")
  })

  it.each([
    ["a link to a file outside", "link.txt", (outside: string) => join(outside, "secret.txt")],
    ["a relative link to a file outside", "link.txt", () => "../root-evil/secret.txt"],
    ["a link to a folder outside", "link/secret.txt", (outside: string) => outside],
    ["a new file in a linked folder outside", "link/new/file.txt", (outside: string) => outside],
    ["a link to a link outside", "src/second/secret.txt", () => "../link"],
    ["a link back up", "link/root-evil/secret.txt", () => ".."],
  ])("does not follow %s", async (_what, path, target) => {
    const { root, outside, secret } = await houses()
    if (path.startsWith("src/")) await symlink(outside, join(root, "link"))
    await symlink(
      target(outside),
      join(root, path.startsWith("src/") ? "src/second" : (path.split("/")[0] ?? "")),
    )
    const result = await benchIn(root).call(name, argumentsFor(path))
    const deletes_link = name === "delete_file" && path === "link.txt"
    expect(result.ok).toBe(deletes_link)
    expect(await readFile(secret, "utf8")).toBe("secret")
    expect(execFileSync("ls", [outside], { encoding: "utf8" })).toBe("secret.txt\n")
  })

  it.each([
    ["a link to git's own files", "innocent/config", ".git"],
    ["a link to one of git's own files", "innocent", ".git/config"],
  ])("does not reach %s", async (_what, path, target) => {
    const root = await folderWith({ ".git/config": "secret" })
    await symlink(target, join(root, "innocent"))
    const result = await benchIn(root).call(name, argumentsFor(path))
    expect(result.ok).toBe(name === "delete_file" && path === "innocent")
    expect(await readFile(join(root, ".git/config"), "utf8")).toBe("secret")
  })

  it("refuses a denied path in any case and what is below it", async () => {
    const root = await folderWith({ ".env": "secret", "deploy/keys/a.pem": "secret" })
    const bench = benchIn(root, { denied_paths: [".env", "deploy/keys"] })
    for (const path of [
      ".env",
      ".ENV",
      "./src/../.env",
      "deploy/keys/a.pem",
      "deploy/Keys/new.pem",
      "sub/.env",
    ]) {
      expect(await bench.call(name, argumentsFor(path))).toMatchObject({
        ok: false,
        error: expect.stringContaining("refusing to touch a sensitive path"),
      })
    }
    expect((await bench.call(name, argumentsFor(".git/config"))).ok).toBe(false)
  })
})

describe("reading", () => {
  it("follows a link within the root", async () => {
    const root = await folderWith({ "real/a.txt": "hello" })
    await symlink("real", join(root, "link"))
    expect(await benchIn(root).call("read_file", { path: "link/a.txt" })).toMatchObject({
      ok: true,
      output: "hello",
    })
  })

  it("takes an absolute path within the root, also by a link to the root", async () => {
    const house = await folderWith({ "root/a.txt": "hello" })
    await symlink("root", join(house, "alias"))
    const bench = benchIn(join(house, "alias"))
    for (const path of [join(house, "alias/a.txt"), join(house, "root/a.txt"), "./a.txt", "x/../a.txt"]) {
      expect(await bench.call("read_file", { path })).toMatchObject({ ok: true, output: "hello" })
    }
  })

  it("does not hang on a pipe and refuses what is not a file", async () => {
    const root = await folderWith()
    execFileSync("sh", ["-c", `mkfifo pipe`], { cwd: root })
    expect(await benchIn(root).call("read_file", { path: "pipe" })).toMatchObject({
      ok: false,
      error: "pipe is not a regular file",
    })
  })

  it("names a loop of links and a link to nothing", async () => {
    const root = await folderWith()
    await symlink("b", join(root, "a"))
    await symlink("a", join(root, "b"))
    await symlink("nothing", join(root, "c"))
    const bench = benchIn(root)
    expect((await bench.call("read_file", { path: "a" })).error).toBe("a: too many symbolic links")
    expect((await bench.call("read_file", { path: "c" })).error).toBe("c is a symbolic link to nothing")
    expect((await bench.call("write_file", { path: "c", content: "x" })).ok).toBe(false)
    await expect(access(join(root, "nothing"))).rejects.toThrow("ENOENT")
  })
})

describe("writing", () => {
  it("names the path a link leads to", async () => {
    const root = await folderWith({ "real/a.txt": "hello" })
    await symlink("real", join(root, "link"))
    expect((await benchIn(root).call("write_file", { path: "link/a.txt", content: "x" })).error).toContain(
      "use the path it leads to: real/a.txt",
    )
    expect(await readFile(join(root, "real/a.txt"), "utf8")).toBe("hello")
  })

  it.each(["docs/", "a/b/c/", "./src/tests/", "dir/.", ".", "src"])(
    "refuses the folder %s and creates nothing",
    async (path) => {
      const root = await folderWith({ "src/a.txt": "" })
      const result = await benchIn(root).call("write_file", { path, content: "x" })
      expect(result).toMatchObject({ ok: false, error: expect.stringContaining("folder") })
      expect(execFileSync("ls", [root], { encoding: "utf8" })).toBe("src\n")
    },
  )

  it("refuses a file as folder", async () => {
    const root = await folderWith({ "a.txt": "hello" })
    const result = await benchIn(root).call("write_file", { path: "a.txt/b.txt", content: "x" })
    expect(result.error).toBe("a.txt/b.txt: a.txt is a file, not a folder")
  })
})

describe("while folders and links are swapped", () => {
  it("nothing outside is read or written", async () => {
    const { root, outside, secret } = await houses()
    await mkdir(join(root, "real"))
    const bench = benchIn(root)
    await bench.call("write_file", { path: "real/secret.txt", content: "mine" })
    await symlink(outside, join(root, "spare"))
    let is_done = false
    const swapping = (async () => {
      while (!is_done) {
        await rename(join(root, "real"), join(root, "kept")).catch(() => {})
        await rename(join(root, "spare"), join(root, "real")).catch(() => {})
        await rename(join(root, "real"), join(root, "spare")).catch(() => {})
        await rename(join(root, "kept"), join(root, "real")).catch(() => {})
      }
    })()
    const outcomes = { read: 0, refused: 0 }
    for (let round = 0; round < 150; round++) {
      const read = await bench.call("read_file", { path: "real/secret.txt" })
      if (read.ok) outcomes.read++
      else outcomes.refused++
      expect(read.output ?? "mine").toMatch(/^mine/)
      await bench.call("write_file", { path: "real/secret.txt", content: `mine ${round}` })
      await bench.call("write_file", { path: `real/new-${round}.txt`, content: "mine" })
      await bench.call("write_file", { path: `real/folder-${round}/new.txt`, content: "mine" })
      await bench.call("delete_file", { path: `real/secret.txt` })
      await bench.call("write_file", { path: "real/secret.txt", content: "mine" })
    }
    is_done = true
    await swapping
    expect(await readFile(secret, "utf8")).toBe("secret")
    expect(execFileSync("ls", ["-A", outside], { encoding: "utf8" })).toBe("secret.txt\n")
    expect(outcomes.refused).toBeGreaterThan(0)
    await rm(join(root, "spare"), { force: true })
  })
})
