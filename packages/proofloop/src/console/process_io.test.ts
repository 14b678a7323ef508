import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { expect, test } from "vitest"

/** A process that does nothing but listen, and prints a line for each call of `stop`. */
const listener = `
import { processIo } from ${JSON.stringify(new URL("process_io.ts", import.meta.url).href)}
const io = processIo([])
io.onStop(() => io.stdout.write("stop\\n"))
setInterval(() => undefined, 1000)
io.stdout.write("ready\\n")
`

async function startListener(): Promise<{
  kill: (signal: NodeJS.Signals) => void
  line: () => Promise<string>
  ended: Promise<unknown[]>
}> {
  const child = spawn(process.execPath, ["--import", "tsx/esm", "--input-type=module", "-e", listener])
  const ended = once(child, "close")
  child.stdout.setEncoding("utf8")
  const line = async (): Promise<string> => String((await once(child.stdout, "data"))[0])
  expect(await line()).toBe("ready\n")
  return { kill: (signal) => void child.kill(signal), line, ended }
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "the first %s asks to stop, its echo does nothing, a later one ends with %i",
  async (signal, code) => {
    const { kill, line, ended } = await startListener()
    kill(signal)
    expect(await line()).toBe("stop\n")
    kill(signal)
    expect(await Promise.race([ended, wait(300, "alive")])).toBe("alive")
    kill(signal)
    expect(await ended).toEqual([code, null])
  },
)

test("all of standard input is read, whatever pieces it comes in", async () => {
  const reader = `
import { processIo } from ${JSON.stringify(new URL("process_io.ts", import.meta.url).href)}
const io = processIo([])
io.stdout.write(await io.readInput())
`
  const child = spawn(process.execPath, ["--import", "tsx/esm", "--input-type=module", "-e", reader])
  let stdout = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  const bytes = Buffer.from("häl")
  child.stdin.write(bytes.subarray(0, 2))
  await wait(20)
  child.stdin.end(bytes.subarray(2))
  expect(await once(child, "close")).toEqual([0, null])
  expect(stdout).toBe("häl")
})
