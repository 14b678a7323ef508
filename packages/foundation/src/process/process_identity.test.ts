import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, onTestFinished, test } from "vitest"
import { isRunning, ownIdentity } from "./process_identity.ts"

const onLinux = process.platform === "linux"

test("this process runs; an earlier one with its number does not", () => {
  const { pid, began } = ownIdentity()
  expect(isRunning({ pid, began })).toBe(true)
  expect(isRunning({ pid, began: null })).toBe(true)
  expect(isRunning({ pid, began: "1" })).toBe(!onLinux)
  expect(began === null).toBe(!onLinux)
})

test("a process of another user runs", () => {
  expect(isRunning({ pid: 1, began: null })).toBe(true)
})

test.skipIf(!onLinux)("a zombie has ended", async () => {
  // `sleep` never reaps the child that it took over.
  const parent = spawn("sh", ["-c", "sh -c 'echo $$' & exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  onTestFinished(() => void parent.kill("SIGKILL"))
  const [pid] = (await once(parent.stdout, "data")) as [Buffer]
  await expect.poll(() => isRunning({ pid: Number(pid.toString()), began: null })).toBe(false)
  expect(() => process.kill(Number(pid.toString()), 0)).not.toThrow()
})
