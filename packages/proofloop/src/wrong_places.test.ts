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
  [["replay", "meter", "file.txt", "--labels", "folder"], "--labels: there is no file"],
  [["resume", "folder"], "is not a file"],
  [["run", "Fix it", "--verify", "true", ...MODEL, "--trace", "folder"], "--trace: "],
  [["run", "Fix it", "--verify", "true", ...MODEL, "--journal", "folder"], "--journal: "],
  [["verify", "verdict", "--file", "folder"], "is a folder, not a file"],
  [["verify", "verdict", "--file", "nowhere"], "no such file or folder"],
  [["verify", "--lens-dir", "nowhere"], "no such file or folder"],
  [["verify", "eval", "--fixtures", "nowhere"], "--fixtures: there is no folder"],
  [["verify", "eval", "--verifiers", "--prompt-dir", "file.txt"], "--prompt-dir: "],
  [["verify", "eval", "--fixtures", "file.txt"], "file.txt is not a folder"],
  [["verify", "eval", "--verifiers", "--builds", "nowhere"], "--builds: there is no folder"],
  [["feedback", "process", "--repo", "nowhere"], "--repo: there is no folder"],
  [["feedback", "process", "--prompt-dir", "nowhere"], "--prompt-dir: there is no folder"],
  [["pipeline", "run", ".", "--prompt-dir", "nowhere"], "--prompt-dir: there is no folder"],
  [["pipeline", "status", "--repo", "nowhere"], "there is no folder"],
  [["fleet", "run", "nowhere"], "nowhere: no such file or folder"],
  [["fleet", "run", "folder"], "folder: is a folder, not a file"],
  [["pipeline", "analyse", "file.txt"], "there is no folder"],
  [["fleet", "run", "folder", ...MODEL], "folder: is a folder, not a file"],
  [["ui", "--token", "folder"], "--token folder: expected a small file"],
  [["fleet", "stop", "--state", "nowhere"], "--state: there is no folder"],
  [["fleet", "drain", "--state", "nowhere"], "--state: there is no folder"],
  [["ui", "--state", "file.txt"], "file.txt is not a folder"],
  [["ui", "--state", "nowhere"], "--state: there is no folder"],
  [["verify", "--prompt-dir", "nowhere"], "--prompt-dir: there is no folder"],
  [["verify", "--contract", "nowhere/*"], "--contract: expected a glob that matches a file of the base"],
  [
    ["verify", "consensus", "--contract", "nowhere/*"],
    "--contract: expected a glob that matches a file of the base",
  ],
  [["run", "Fix it", "--verify", "true", "--preset", "evidnce"], 'Did you mean "evidence"?'],
  [["run", "Fix it", "--verify", "true", "--set", "max_iteration=3"], 'Did you mean "max_iterations"?'],
  [
    ["run", "Fix it", "--verify", "true", "--max-iterations", "0"],
    "--max-iterations: expected a whole number",
  ],
  [["run", "Fix it", "--verify", "true", "--journal", "nowhere/j.jsonl"], "--journal: there is no folder"],
  [["run", "Fix it", "--verify", "true", "--trace", "nowhere/t.jsonl"], "--trace: there is no folder"],
  [
    ["run", "Fix it", "--verify", "true", "--model", "m", "--base-url", "models"],
    "--base-url: expected an http or https URL",
  ],
  [["run", "Fix it", "--verify", "true"], "no model is configured"],
  [["conformance", "--only", "x"], "unknown option --only; proofloop conformance --help lists them"],
  [["hook", "serve", "--port", "70000"], "--port: expected a whole number from 0 to 65535"],
  [["conformance", "--preset", "folder"], "--preset: "],
  [["conformance", "--implementation", "no-such-program"], "no-such-program: no such program"],
])("%j is misuse before anything begins: %s", async (args, said) => {
  const { code, stdout, stderr } = await call(args, { cwd })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(stderr).not.toMatch(/\bE[A-Z]{4,}:|ENOENT|\n {4}at |Invalid input/)
})

const READS_RUNS = [
  ["pipeline", "status"],
  ["pipeline", "status", "run-1"],
  ["pipeline", "report", "run-1"],
  ["pipeline", "resume", "run-1", ...MODEL],
  ["pipeline", "cancel", "run-1", "--reason", "old"],
  ["pipeline", "reset", "."],
  ["fleet", "status"],
]
const READS_A_STORE = [
  ...READS_RUNS,
  ["feedback", "list"],
  ["feedback", "show", "fb-1"],
  ["ui", "--port", "0"],
]

const PLACES = [
  ...READS_RUNS.flatMap((verb) => [
    [[...verb, "--state", "nowhere"], "--state: there is no folder "],
    [[...verb, "--state", "file.txt"], "file.txt is not a folder"],
  ]),
  ...READS_A_STORE.flatMap((verb) => [
    [[...verb, "--store", "nowhere"], "--store: there is no file "],
    [[...verb, "--store", "folder"], "folder: is not a file"],
    [[...verb, "--store", "file.txt"], "file.txt: the file is not a database"],
  ]),
] as const

test.each(PLACES)("%j is misuse: %s", async (args, said) => {
  const { code, stdout, stderr } = await call(args as readonly string[], { cwd, env: { HOME: cwd } })
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(said as string),
  })
})
