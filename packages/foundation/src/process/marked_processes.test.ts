import { randomUUID } from "node:crypto"
import { describe, expect, it, onTestFinished } from "vitest"
import { runCommand } from "./command.ts"
import { endMarkedProcesses, markedEnvironment, markedProcesses } from "./marked_processes.ts"
import { inOwnSession } from "./own_session.fixture.ts"

/** Starts a process that outlives its command; returns its mark. */
async function leftBehind(command: string): Promise<string> {
  const mark = randomUUID()
  onTestFinished(async () => void (await endMarkedProcesses(mark, { kill_after_ms: 0 })))
  await runCommand({ command, env: markedEnvironment(mark) })
  return mark
}

const commandsOf = (mark: string) => markedProcesses(mark)?.map(({ command }) => command)

describe.runIf(process.platform === "linux")("processes that a command left behind", () => {
  it.each([
    ["in its group", "sleep 100 >/dev/null 2>&1 &"],
    ["in a session of their own", `${inOwnSession("exec sleep 100")} >/dev/null 2>&1`],
  ])("%s are found by their mark, and ended; others live on", async (_where, command) => {
    const other = await leftBehind(command)
    const mark = await leftBehind(command)
    await expect.poll(() => commandsOf(mark)).toEqual(["sleep 100"])
    expect(await endMarkedProcesses(mark)).toEqual([])
    expect(commandsOf(other)).toEqual(["sleep 100"])
  })

  it("are killed when they do not end", async () => {
    const stubborn = `trap "" TERM; echo > /dev/null; while :; do sleep 0.1; done`
    const mark = await leftBehind(`sh -c '${stubborn}' >/dev/null 2>&1 &`)
    await expect.poll(() => commandsOf(mark)?.length).toBeGreaterThan(0)
    expect(await endMarkedProcesses(mark, { kill_after_ms: 100 })).toEqual([])
  })

  it("carry the marks of all who started them", async () => {
    const inner = randomUUID()
    const mark = await leftBehind(`PROOFLOOP_RUN="$PROOFLOOP_RUN ${inner}" sleep 100 >/dev/null 2>&1 &`)
    await expect.poll(() => commandsOf(inner)).toEqual(["sleep 100"])
    expect(commandsOf(mark)).toEqual(["sleep 100"])
    expect(commandsOf(mark.slice(1))).toEqual([])
  })
})
