import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { runCheck } from "./run_check.ts"

it("reads what a check printed to its end", async () => {
  const { output, exit_code } = await runCheck(
    `node -e 'process.stdout.write("x".repeat(200000) + "end")'`,
    await folderWith(),
    60,
  )
  expect([output.length, output.endsWith("end"), exit_code]).toEqual([200_003, true, 0])
})

it.skipIf(process.platform === "win32")("waits for no process that holds its output open", async () => {
  const folder = await folderWith({
    "leave.js": `require("node:child_process").spawn("sleep", ["4"], { detached: true, stdio: "inherit" }).unref()`,
  })
  expect(await runCheck("node leave.js; echo ok; exit 3", folder, 15)).toMatchObject({
    output: "ok\n",
    exit_code: 3,
    timed_out: false,
  })
})
