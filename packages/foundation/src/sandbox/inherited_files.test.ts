import { spawnSync } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { HAS_SANDBOX } from "./rooms.fixture.ts"

/** As high as a shell opens them for `<(...)`; Node closes those at its start. */
const [FOLDER, FILE] = [62, 63]

/** What a command in a room sees of a folder and a file that its parent process inherited. */
async function whatIsOpen(runner: "bubblewrap" | "hostRunner"): Promise<string> {
  const outside = await folderWith({ "secret.txt": "the secret\n" })
  const tree = await folderWith({ "a.txt": "a" })
  const module = runner === "bubblewrap" ? "bubblewrap.ts" : "host_runner.ts"
  const source = `
    import { ${runner} } from ${JSON.stringify(join(import.meta.dirname, module))}
    const room = await ${runner}().open(${JSON.stringify(tree)})
    const command = "cat /proc/self/fd/${FOLDER}/secret.txt; cat /proc/self/fd/${FILE}; echo looked"
    console.log((await room.run({ command })).output)
    await room.close()
  `
  const open = [openSync(outside, "r"), openSync(join(outside, "secret.txt"), "r")]
  const gap = Array.from({ length: FOLDER - 3 }, () => "ignore" as const)
  try {
    const args = ["--import", "tsx", "--input-type=module", "-e", source]
    return spawnSync(process.execPath, args, {
      stdio: ["ignore", "pipe", "inherit", ...gap, ...open],
      encoding: "utf8",
    }).stdout
  } finally {
    open.forEach(closeSync)
  }
}

describe.runIf(process.platform === "linux")("what the process of a room was started with", () => {
  it.skipIf(!HAS_SANDBOX)("is not open in a sandbox (needs bubblewrap)", async () => {
    const found = await whatIsOpen("bubblewrap")
    expect(found).toContain("looked")
    expect(found).not.toContain("the secret")
  })

  it("is not open without one", async () => {
    const found = await whatIsOpen("hostRunner")
    expect(found).toContain("looked")
    expect(found).not.toContain("the secret")
  })
})
