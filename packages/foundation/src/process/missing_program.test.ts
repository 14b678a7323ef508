import { chmod, mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { missingProgram } from "./missing_program.ts"

const MISSING = [
  "pytets -q",
  "CI=1 FORCE=yes pytets",
  "  pytets  ",
  "pytets && echo fine",
  "pytets > out.txt",
  ["pytets", "-q"],
] as const

test.each(MISSING)("the program of %j is missing", (command) => {
  expect(missingProgram(command)?.name).toBe("pytets")
})

const NOT_TOLD = [
  ["a program that is there", "node --version"],
  ["a program behind an assignment", "CI=1 node --version"],
  ["a word of the shell", "cd sub && pytets"],
  ["a keyword", "if true"],
  ["a path", "./pytets"],
  ["a path below", "scripts/pytets"],
  ["a path from the root", "/opt/pytets"],
  ["another PATH in the line", "PATH=/opt/bin pytets"],
  ["a line that goes on when it fails", "pytets || node --test"],
  ["a pipe", "pytets | tail"],
  ["a quote", '"pytets" -q'],
  ["a substitution", "$RUNNER -q"],
  ["a function", "pytets() { true; }"],
  ["a list of commands", "pytets; true"],
  ["nothing", ""],
  ["a path without a shell", ["./pytets"]],
] as const

test.each(NOT_TOLD)("%s is not told", (_what, command) => {
  expect(missingProgram(command)).toBeNull()
})

test("PATH is the command's own, relative to its folder, and only what can run counts", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "proofloop-path-"))
  const env = { PATH: "." }
  await writeFile(join(cwd, "pytets"), "#!/bin/sh\n", { mode: 0o600 })
  expect(missingProgram("pytets", { cwd, env })).toEqual({ name: "pytets", known: ["pytets"] })
  await chmod(join(cwd, "pytets"), 0o700)
  expect(missingProgram("pytets", { cwd, env })).toBeNull()
  expect(missingProgram("node", { cwd, env: { PATH: "/no/such/folder" } })).toEqual({
    name: "node",
    known: [],
  })
})
