import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { benchIn } from "./tool_bench.fixture.ts"

const numCalls = Number(process.env["PROOFLOOP_RUNS"] ?? 4000)

/** Makes `real` a folder, nothing, a link to the outside and nothing again, as fast as it can. */
const SWAP = `
  const { renameSync } = require("node:fs")
  process.stdout.write("ready")
  for (;;) {
    renameSync("real", "kept")
    renameSync("spare", "real")
    renameSync("real", "spare")
    renameSync("kept", "real")
  }
`

let folder = ""
let root = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop swapped reads-"))
  root = join(folder, "root")
  const outside = join(folder, "outside")
  await mkdir(join(root, "real", "deep"), { recursive: true })
  await mkdir(join(outside, "deep"), { recursive: true })
  await writeFile(join(root, "real", "deep", "a.txt"), "word: mine\n")
  await writeFile(join(outside, "deep", "a.txt"), "word: secret\n")
  await symlink(outside, join(root, "spare"))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.skipIf(process.platform !== "linux")(
  "no read or search returns a file of outside while its folder is exchanged for a link",
  async () => {
    const swapping = spawn(process.execPath, ["-e", SWAP], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    })
    try {
      await once(swapping.stdout, "data")
      const bench = benchIn(root)
      const seen = { mine: 0, secret: 0, refused: 0 }
      for (let call = 0; call < numCalls; call += 1) {
        const path = "real/deep/a.txt"
        const { ok, output } =
          call % 4 === 0
            ? await bench.call("search", { pattern: "word", path: "real" })
            : await bench.call("read_file", { path })
        const text = typeof output === "string" ? output : ""
        seen[text.includes("secret") ? "secret" : ok && text.includes("mine") ? "mine" : "refused"] += 1
      }
      expect(seen).toEqual({
        mine: expect.any(Number) as number,
        secret: 0,
        refused: expect.any(Number) as number,
      })
      // The race has been run: some calls met the folder, some did not.
      expect(Math.min(seen.mine, seen.refused)).toBeGreaterThan(0)
    } finally {
      swapping.kill("SIGKILL")
      await once(swapping, "exit")
    }
  },
  120_000,
)
