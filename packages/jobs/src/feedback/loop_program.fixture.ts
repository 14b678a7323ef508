import { spawn } from "node:child_process"
import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as z from "zod"
import { buildProgram } from "../../../foundation/src/process/built_program.fixture.ts"
import { linkParsers } from "../../../stdlib/src/parsers/linked_parsers.fixture.ts"
import { linkDatabase } from "../store/linked_database.fixture.ts"

export interface LoopJob {
  readonly folder: string
  /** A file, or the address of a Postgres. */
  readonly store: string
  /** The module of the engine that moves the rows; null: none. */
  readonly engine: string | null
  readonly replies: Readonly<Record<string, string>>
  readonly kill_at?: string
  readonly known?: readonly string[]
  readonly leave_open?: boolean
}

const saidSchema = z.union([
  z.object({ killed_at: z.string() }),
  z.object({ boundaries: z.record(z.string(), z.number()) }),
])

/** How a process ended: where it was killed, or which boundaries it passed and how often. */
export interface Ended {
  readonly how: string | number | null
  readonly killed_at: string | null
  readonly boundaries: Readonly<Record<string, number>>
}

/** Builds the program of `loop_process.fixture.ts` in a place where the parsers and the package with the prompts are installed. */
export async function buildLoopProgram(folder: string): Promise<string> {
  await linkDatabase(folder)
  const scope = join(folder, "node_modules", "@proofloop")
  await linkParsers(folder)
  await symlink(fileURLToPath(new URL("../..", import.meta.url)), join(scope, "jobs"), "dir")
  return buildProgram(new URL("loop_process.fixture.ts", import.meta.url), folder)
}

export function runLoop(program: string, job: LoopJob): Promise<Ended> {
  const child = spawn(process.execPath, [program, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let text = ""
  child.stdout.on("data", (data: Buffer) => {
    text += data.toString()
  })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code, signal) => {
      const line = text.trim().split("\n").at(-1) ?? ""
      const said = line === "" ? { boundaries: {} } : saidSchema.parse(JSON.parse(line))
      resolve({ how: signal ?? code, killed_at: null, boundaries: {}, ...said })
    })
  })
}
