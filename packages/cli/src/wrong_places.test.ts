import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call } from "./console/io.fixture.ts"

/** A repository with a folder where a file is expected, and a file where a folder is. */
let cwd = ""
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "proofloop-places-"))
  await mkdir(join(cwd, "folder"))
  await writeFile(join(cwd, "file.txt"), "text\n")
  await initRepository(cwd)
  await commitPaths(cwd, ["file.txt"], "first")
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const MODEL = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"]

test.each([
  [["check", "--config", "folder"], "--config: folder is not a file such as proofloop.config.ts"],
  [["check", "--config", "file.txt"], "--config: file.txt is not a file such as proofloop.config.ts"],
  [["check", "--baseline", "folder"], "--baseline: folder is a folder"],
  [["check", "--write-baseline", "folder"], "--write-baseline: folder is a folder"],
  [["check", "--report", "sarif=folder"], "folder: is a folder, not a file"],
  [["check", "--report", "sarif=nowhere/a.sarif"], "nowhere/a.sarif: no such file or folder"],
  [["check", "--repo", "file.txt"], "--repo: file.txt is not a folder"],
  [["doctor", "--repo", "file.txt"], "file.txt is not a folder"],
  [["doctor", "--repo", "nowhere"], "--repo: there is no folder"],
  [["mcp", "--repo", "nowhere"], "--repo: there is no folder"],
  [["mcp", "--port", "4000"], "--port goes with --http"],
  [["mcp", "--only", "G99"], '--only: there is no critic "G99"'],
  [["explain", "folder"], "is a folder"],
  [["meter", "file.txt", "--labels", "folder"], "--labels: there is no file"],
  [["resume", "folder"], "is not a file"],
  [["run", "Fix it", "--verify", "true", ...MODEL, "--trace", "folder"], "--trace: "],
  [["run", "Fix it", "--verify", "true", ...MODEL, "--journal", "folder"], "--journal: "],
  [["verdict", "--file", "folder"], "is a folder, not a file"],
  [["verdict", "--file", "nowhere"], "no such file or folder"],
  [["verify", "--lens-dir", "nowhere"], "no such file or folder"],
  [["eval", "--fixtures", "nowhere"], "expected fixtures"],
  [["feedback", "list", "--store", "folder"], "is not a file"],
  [["pipeline", "status", "--state", "file.txt"], "file.txt is not a folder"],
  [["pipeline", "analyse", "file.txt"], "there is no folder"],
  [["fleet", "run", "folder", ...MODEL], "folder: is a folder, not a file"],
  [["ui", "--store", "nowhere.db"], "--store: there is no file"],
  [["ui", "--token", "folder"], "--token folder: expected a small file"],
  [["ui", "--state", "file.txt"], "file.txt is not a folder"],
  [["hook", "serve", "--port", "70000"], "--port: expected a number from 0 to 65535"],
  [["conformance", "--preset", "folder"], "--preset: "],
  [["conformance", "--implementation", "no-such-program"], "no-such-program: no such program"],
])("%j is misuse before anything begins: %s", async (args, said) => {
  const { code, stdout, stderr } = await call(args, { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(stderr).not.toMatch(/\bE[A-Z]{4,}:|ENOENT|\n {4}at |Invalid input/)
})
