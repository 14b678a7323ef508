import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { hostRunner } from "./host_runner.ts"
import { runRoomCommand } from "./room_command.ts"

it.skipIf(process.platform === "win32")(
  "lets Python keep no bytecode, unless the caller names a place",
  async () => {
    const asked = { command: "echo $PYTHONPYCACHEPREFIX", cwd: await folderWith() }
    expect((await runRoomCommand(hostRunner(), asked)).output).toBe("/dev/null\n")
    const named = { ...asked, env: { PYTHONPYCACHEPREFIX: "/tmp/own" } }
    expect((await runRoomCommand(hostRunner(), named)).output).toBe("/tmp/own\n")
  },
)
