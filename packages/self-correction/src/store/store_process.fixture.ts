import { type ChildProcess, spawn } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { linkDatabase } from "../../../jobs/src/store/linked_database.fixture.ts"

export interface Job {
  readonly path: string
  readonly name: string
  readonly mode: "share" | "endless"
  readonly rows: number
}

/** Builds the program of `processes.fixture.ts` beside the store, to be started quickly. */
export async function buildProgram(store_path: string): Promise<string> {
  const folder = dirname(dirname(store_path))
  const program = join(folder, "program.mjs")
  await linkDatabase(folder)
  await build({
    entryPoints: [fileURLToPath(new URL("processes.fixture.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
  })
  return program
}

export function start(program: string, job: Job): ChildProcess {
  return spawn(process.execPath, [program, JSON.stringify(job)], { stdio: ["pipe", "pipe", "inherit"] })
}

/** The first line it prints. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    child.stdout?.on("data", (data: Buffer) => {
      text += data.toString()
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")))
    })
    child.once("error", reject)
    child.once("close", (code) => reject(new Error(`ended with ${code} before it said anything`)))
  })
}

export function ended(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve(signal ?? code))
  })
}
