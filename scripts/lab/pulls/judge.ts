import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { type Io, main } from "../../../packages/cli/src/index.ts"
import { faultsOf } from "./faults.ts"
import type { Judged } from "./judged.ts"
import type { PullRequest } from "./pull_requests.ts"

/** Judges a pull request by the command, as the Action does: the merged commit against what it was merged into. */
export async function judgePull(root: string, pull: PullRequest): Promise<Judged> {
  const folder = join(root, ".git", "pulls")
  await mkdir(folder, { recursive: true })
  const report = (format: string) => ["--report", `${format}=${join(folder, format)}`]
  const args = ["check", "--repo", root, "--base", pull.parent, "--head", pull.id, "--format", "github"]
  const { io, stdout, stderr } = keepingIo(root)
  const began = performance.now()
  const ended = await main([...args, ...["sarif", "markdown", "json"].flatMap(report)], io)
  const ms = Math.round(performance.now() - began)
  if (ended > 1) throw new Error(`proofloop check of #${pull.number} ended with ${ended}: ${stderr.join("")}`)
  const github = stdout.join("")
  const [sarif = "", markdown = "", json = ""] = await Promise.all(
    ["sarif", "markdown", "json"].map((format) => readFile(join(folder, format), "utf8")),
  )
  const { findings, unable, changed } = JSON.parse(json) as Pick<Judged, "findings" | "unable"> & {
    readonly changed: number
  }
  const read = (path: string) => requireGit(root, ["show", `${pull.id}:${path}`]).catch(() => null)
  const faults = await faultsOf({ findings, unable, github, sarif, read })
  return { pull, files: changed, ms, ended, findings, unable, github, sarif, markdown, faults }
}

/** What a command is run with in this process: its words are kept. */
function keepingIo(cwd: string) {
  const stdout: string[] = []
  const stderr: string[] = []
  const output = (kept: string[]) => ({
    write: (text: string) => void kept.push(text),
    is_terminal: false,
    columns: undefined,
    isClosed: () => false,
  })
  const io: Io = {
    stdout: output(stdout),
    stderr: output(stderr),
    env: {},
    cwd,
    ask: async () => null,
    readInput: async () => "",
    onStop: () => () => undefined,
  }
  return { io, stdout, stderr }
}
