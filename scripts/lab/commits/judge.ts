import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { type Finding, rangeChange, resolveCritics, runCritics, treeFacts } from "@proofloop/stdlib/critics"
import { findingsOf } from "@proofloop/stdlib/internal/critics"
import { runProofloop } from "../command/proofloop_process.ts"
import type { Commit } from "./sample.ts"

type Told = Pick<Finding, "critic" | "path" | "line" | "rule" | "message"> &
  Partial<Pick<Finding, "severity">>

export interface Judgement {
  readonly files: number
  readonly findings: readonly Told[]
  readonly unable: ReadonlyArray<{ readonly critic: string; readonly reason: string }>
}

/** What the critics of a default check say of a commit against its parent. */
export type Judge = (root: string, commit: Commit) => Promise<Judgement>

/** Judges in this process. */
export const judgeHere: Judge = async (root, { id, parent }) => {
  const change = await rangeChange(root, parent, id)
  const critics = resolveCritics({ phase: "check", env: {} })
  const results = await runCritics(critics, change, treeFacts(root, id, change))
  const findings = findingsOf(results).map(({ critic, path, line, rule, message, severity }) => ({
    critic,
    path,
    ...(line === undefined ? {} : { line }),
    rule,
    severity,
    message,
  }))
  const unable = results.flatMap(({ critic, verdict }) =>
    verdict.status === "unable" ? [{ critic: critic.id, reason: verdict.reason }] : [],
  )
  return { files: change.files.length, findings, unable }
}

/** Judges by a process of the command; `files` is not known. */
export const judgeByCommand: Judge = async (root, { id, parent }) => {
  const home = join(root, ".git", "home")
  await mkdir(home, { recursive: true })
  const args = ["check", "--repo", root, "--base", parent, "--head", id, "--json"]
  const { stdout, output } = await runProofloop(args, { env: { HOME: home } })
  try {
    return { files: 0, ...(JSON.parse(stdout) as Omit<Judgement, "files">) }
  } catch (error) {
    throw new Error(`proofloop check of ${id} said: ${output}`, { cause: error })
  }
}
