import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cleanEnvironment, run } from "../../child.mjs"
import type { Call } from "./changes.ts"
import type { Files } from "./tool.ts"

export interface Output {
  readonly exit_code: number
  readonly text: string
  /** Where the project stood. */
  readonly place: string
}

const LIMIT_MS = 120_000
const LIMIT_OUTPUT = 4_000_000

/** Runs a call in a fresh project below `folder`, or reads what it printed before: outputs are kept by all that makes them. */
export async function outputOf(
  folder: string,
  {
    name,
    files,
    call,
    repeat,
  }: { readonly name: string; readonly files: Files; readonly call: Call; readonly repeat: number },
): Promise<Output> {
  const key = createHash("sha256")
    .update(JSON.stringify([name, files, call, repeat]))
    .digest("hex")
    .slice(0, 24)
  const kept = join(folder, "outputs", `${key}.json`)
  const place = join(folder, "work", key, call.folder)
  if (existsSync(kept)) return { ...(JSON.parse(readFileSync(kept, "utf8")) as Output), place }
  writeFiles(place, files)
  const environment: NodeJS.ProcessEnv = cleanEnvironment()
  const { code, output } = await run("bash", ["-c", `exec 2>&1; ${call.command}`], {
    cwd: place,
    env: {
      ...environment,
      PATH: `${join(folder, "node_modules", ".bin")}:${environment["PATH"] ?? ""}`,
      CARGO_TARGET_DIR: "target",
      ...call.environment,
    },
    timeout: LIMIT_MS,
  })
  const told = { exit_code: code, text: output.slice(0, LIMIT_OUTPUT), place }
  rmSync(join(folder, "work", key), { recursive: true, force: true })
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify(told))
  return told
}

function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
