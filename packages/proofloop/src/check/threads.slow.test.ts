import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { expect, it, onTestFinished } from "vitest"
import { command } from "../console/process.fixture.ts"

const COUNT = 15

/** A test class of some size; `lost` methods at its beginning are gone. */
function testClass(name: string, lost: number): string {
  const methods = Array.from(
    { length: 700 },
    (_, index) => `  @Test void adds${index}() { assertEquals(${index + 1}, Sums.add(${index}, 1)); }\n`,
  )
  return `package a;\nclass ${name} {\n${methods.slice(lost).join("")}}\n`
}

/** Says on stderr how many threads began and how often they answered, on a machine with so many processors. */
function program(processors: number, on_thread: string): string {
  return `data:text/javascript,${encodeURIComponent(`
    import { syncBuiltinESMExports } from "node:module"
    import os from "node:os"
    os.availableParallelism = () => ${processors}
    syncBuiltinESMExports()
    let [threads, answers] = [0, 0]
    process.on("worker", (thread) => {
      threads += 1
      ${on_thread}
      thread.on("message", () => { answers += 1 })
    })
    process.on("exit", () => console.error("threads: " + threads + ", answers: " + answers))
  `)}`
}

it("reads a large change in threads, and finds the same without any and with none that lives", async () => {
  const root = await mkdtemp(join(tmpdir(), "proofloop threads "))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await initRepository(root)
  await mkdir(join(root, "src/test/java/a"), { recursive: true })
  const names = Array.from({ length: COUNT }, (_, index) => `Sums${index}Test`)
  const write = (lost: number) =>
    Promise.all(
      names.map((name) => writeFile(join(root, `src/test/java/a/${name}.java`), testClass(name, lost))),
    )
  await write(0)
  await commitPaths(root, ["src"], "first")
  await write(3)
  await writeFile(join(root, "src/test/java/a/Sums7Test.java"), testClass("Sums7Test", 0).slice(0, -2))

  const check = async (processors: number, on_thread = "") => {
    const args = [
      "--import",
      program(processors, on_thread),
      command,
      "check",
      "--only",
      "G7-JAVA,forged-deleted",
      "--format",
      "json",
    ]
    const run = promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 })
    const { code, stdout, stderr } = await run.then(
      (clean) => ({ ...clean, code: 0 }),
      (error: unknown) => error as Failed,
    )
    return { code, found: JSON.parse(stdout) as { readonly findings: readonly unknown[] }, stderr }
  }
  const [alone, together] = [await check(1), await check(3)]
  expect(alone.stderr).toContain("threads: 0, answers: 0")
  expect(together.stderr).toMatch(/threads: [23], answers: [1-9]/)
  expect(together.found).toEqual(alone.found)
  expect(together.code).toBe(alone.code)
  const killed = await check(3, "thread.terminate()")
  expect(killed.stderr).toMatch(/threads: [23], answers: 0/)
  expect(killed.found).toEqual(alone.found)
  expect(alone.found.findings.length).toBeGreaterThanOrEqual(COUNT - 1)
})

interface Failed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
