import { type ChildProcess, spawn } from "node:child_process"
import { buildProgram } from "../../../../foundation/src/process/built_program.fixture.ts"
import { linkDatabase } from "../../store/linked_database.fixture.ts"

export interface Job {
  readonly path: string
  readonly name: string
  readonly mode: "share" | "endless"
  readonly rows: number
}

/** Builds the program of `processes.fixture.ts` in this folder, to be started quickly. */
export async function buildStoreProgram(folder: string): Promise<string> {
  await linkDatabase(folder)
  return buildProgram(new URL("processes.fixture.ts", import.meta.url), folder)
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
