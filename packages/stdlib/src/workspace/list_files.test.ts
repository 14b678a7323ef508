import { rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { git, initRepository } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

describe("list_files", () => {
  it("lists a repository without what git ignores", async () => {
    const root = await folderWith({
      ".gitignore": "dist/\n*.log\n",
      "src/a.ts": "",
      "src/b.ts": "",
      "dist/a.js": "",
      "x.log": "",
      "node_modules/p/index.js": "",
      "gone.ts": "",
      "new.ts": "",
      "with space/ü\n.ts": "",
    })
    await initRepository(root)
    await git(root, ["add", "src/a.ts", "gone.ts"])
    await rm(join(root, "gone.ts"))
    const bench = benchIn(root)
    expect((await bench.call("list_files", {})).output).toBe(
      '.gitignore\nnew.ts\nsrc/a.ts\nsrc/b.ts\n"with space/ü\\n.ts"',
    )
    expect((await bench.call("list_files", { path: "dist" })).output).toBe("dist/a.js")
    expect((await bench.call("list_files", { path: "node_modules/p" })).output).toBe(
      "node_modules/p/index.js",
    )
  })

  it("lists a folder that is no repository, or ignored by the one around it", async () => {
    const files = {
      ".gitignore": "inner",
      "inner/a.ts": "",
      "inner/sub/b.ts": "",
      "inner/node_modules/x.js": "",
    }
    const root = await folderWith(files)
    const bench = benchIn(join(root, "inner"))
    expect((await bench.call("list_files", {})).output).toBe("a.ts\nsub/b.ts")
    await initRepository(root)
    expect((await bench.call("list_files", {})).output).toBe("a.ts\nsub/b.ts")
  })

  it("sums up what is deeper than asked for", async () => {
    const root = await folderWith({ "a/1": "", "a/b/2": "", "a/b/c/3": "", "a/d/4": "" })
    const bench = benchIn(root)
    expect((await bench.call("list_files", { depth: 1 })).output).toBe("a/ (4 files)")
    expect((await bench.call("list_files", { depth: 2 })).output).toBe("a/1\na/b/ (2 files)\na/d/ (1 file)")
    expect((await bench.call("list_files", { path: "a/b", depth: 1 })).output).toBe("a/b/2\na/b/c/ (1 file)")
  })

  it("stops at the limit and says so", async () => {
    const root = await folderWith(
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, ""])),
    )
    const { output } = await benchIn(root).call("list_files", { limit: 10 })
    expect(String(output).split("\n")).toHaveLength(11)
    expect(output).toContain("[10 of 30 lines shown")
  })

  it("leaves out denied files and does not go into linked folders", async () => {
    const root = await folderWith({ ".env": "", "a.ts": "", ".git/config": "", "real/b.ts": "" })
    await symlink("/", join(root, "link"))
    expect((await benchIn(root, { denied_paths: [".env"] }).call("list_files", {})).output).toBe(
      "a.ts\nlink\nreal/b.ts",
    )
  })

  it("takes names literally that git would read as patterns", async () => {
    const root = await folderWith({ "[id]/a.ts": "", "i/b.ts": "", "*/c.ts": "", ":(top)/d.ts": "" })
    await initRepository(root)
    const bench = benchIn(root)
    expect((await bench.call("list_files", { path: "[id]" })).output).toBe("[id]/a.ts")
    expect((await bench.call("list_files", { path: "*" })).output).toBe("*/c.ts")
    expect((await bench.call("list_files", { path: ":(top)" })).output).toBe(":(top)/d.ts")
  })
})
