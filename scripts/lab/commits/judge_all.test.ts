import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { expect, it, onTestFinished } from "vitest"
import type { Judge } from "./judge.ts"
import { judgeAll } from "./judge_all.ts"
import { type Judged, writeTables } from "./report.ts"
import { sampleCommits } from "./sample.ts"

async function openHistory() {
  const root = mkdtempSync(join(tmpdir(), "commits "))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  await initRepository(root)
  for (const text of ["one", "two", "three", "four"]) {
    writeFileSync(join(root, "a.txt"), `${text}\n`)
    await commitPaths(root, ["a.txt"], text)
  }
  return { root, commits: await sampleCommits(root, 3, 1) }
}

const CLEAN = { files: 1, findings: [], unable: [] }
const TOLD = {
  ...CLEAN,
  findings: [{ critic: "G7", path: "a.txt", rule: "removed", message: "a is gone" }],
}
const LATE = { ...CLEAN, unable: [{ critic: "G2", reason: "not in time" }] }

it("keeps what is done after each commit, and takes it up again", async () => {
  const { root, commits } = await openHistory()
  const kept: Judged[] = []
  let asked: string[] = []
  const judge: Judge = async (_root, { subject }) => {
    asked.push(subject)
    if (asked.length === 3) throw new Error("interrupted")
    return subject === "two" ? LATE : TOLD
  }
  const keep = async (report: Judged) => void kept.push(report)
  const task = { root, name: "history", commits, judge, keep }
  await expect(judgeAll({ ...task, before: undefined })).rejects.toThrow("interrupted")
  expect(kept.map((report) => report.commits.length)).toEqual([1, 2])
  const [first] = asked
  asked = []
  const { commits: done } = await judgeAll({ ...task, judge: async () => CLEAN, before: kept.at(-1) })
  expect(done.map(({ subject }) => subject)).toEqual(["two", "three", "four"])
  expect(done.filter(({ findings }) => findings.length > 0).map(({ subject }) => subject)).toEqual(["three"])
  expect(first).toBe("two")
})

it("counts a commit that a critic could not judge neither as clean nor as flagged", () => {
  const commits = [CLEAN, TOLD, LATE].map((judgement, index) => ({
    ...judgement,
    id: String(index),
    subject: "",
    ms: 1,
    findings: judgement.findings.map((finding) => ({ ...finding, hunk: "" })),
  }))
  const tables = writeTables([{ repository: "history", commits }], {})
  expect(tables).toContain(
    "2 commits, 1 flagged: 50.0 per 100; 1 of them failing: 50.0 per 100; 1 not judged",
  )
  expect(tables).toContain("| history | 2 | 1 | 50.0 | 1 | 1 |")
})

it("counts commits by the best that was said of them, and those apart that only warn", () => {
  const told = (id: string, critic: string, severity: "error" | "warning") => ({
    ...CLEAN,
    id,
    subject: "",
    ms: 1,
    findings: [{ critic, path: "a.txt", rule: "r", message: "m", severity, hunk: "" }],
  })
  const commits = [told("one", "G7", "error"), told("two", "G13", "warning"), told("three", "G7", "warning")]
  const said = { "history one G7": "false", "history two G13": "true" }
  const tables = writeTables([{ repository: "history", commits }], said)
  expect(tables).toContain("3 flagged: 100.0 per 100; 1 of them failing: 33.3 per 100")
  expect(tables).toContain("| all | 3 | 1 | 0 | 1 | 1 |")
  expect(tables).toContain("| failing | 1 | 0 | 0 | 1 | 0 |")
})
