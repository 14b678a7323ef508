import { existsSync, readFileSync, readdirSync } from "node:fs"
import { dirname, join, relative } from "node:path"

/**
 * The test files below these folders of `root`, relative to it, that start processes or serve. They are found by
 * their imports and those of their fixtures.
 */
export function processTests(root: string, folders: readonly string[]): string[] {
  const known = new Map<string, boolean>()
  return folders
    .flatMap((folder) => testsBelow(join(root, folder)))
    .filter((file) => startsProcesses(file, known))
    .map((file) => relative(root, file))
}

function testsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|fixtures)$/.test(entry.name) ? [] : testsBelow(path)
    return entry.name.endsWith(".test.ts") ? [path] : []
  })
}

function startsProcesses(file: string, known: Map<string, boolean>): boolean {
  const answer = known.get(file)
  if (answer !== undefined) return answer
  known.set(file, false)
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  const starts =
    STARTER.test(text) || fixturesIn(text, file).some((fixture) => startsProcesses(fixture, known))
  known.set(file, starts)
  return starts
}

/** Modules whose users start processes, git among them, or serve. */
const STARTER =
  /"(?:node:child_process|node:http|node:net|execa|@proofloop\/foundation\/(?:git|process|sandbox|trees))"|\/(?:git|command|verify_command|model_server|server|bubblewrap|host_runner|open_runner)\.ts"|\bprocess\.execPath\b|\b\w*[mM]odelServer\b/

function fixturesIn(text: string, file: string): readonly string[] {
  return [...text.matchAll(/from "(\.[^"]+\.fixture\.ts)"/g)].map(([, path = ""]) =>
    join(dirname(file), path),
  )
}
