import { spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { git } from "@proofloop/foundation/git"
import type { RunResult } from "@proofloop/runtime"
import { type JournalRecord, readRecords } from "@proofloop/runtime/internal/journal"
import {
  type LoopbackModelServer,
  type ScriptedStep,
  startLoopbackModelServer,
} from "@proofloop/runtime/testing"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { runCli, startCli } from "../console/process.fixture.ts"
import { createBrokenShop } from "../demo/broken_shop.ts"
import type { Job } from "./job.ts"

let folder = ""
let server: LoopbackModelServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop resume test-"))
  await createBrokenShop(join(folder, "template"))
  server = await startLoopbackModelServer({ script: ({ body }) => stepAfter(body) })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const one = (name: string, given: object): ScriptedStep => ({
  tool_calls: [{ name, arguments: { ...given } }],
})
const delivery = (old_text: string, new_text: string): ScriptedStep =>
  one("edit_file", { path: "src/delivery.js", old_text, new_text })

/** Reads, a wrong edit, a check, a file that it creates and removes, commands of unknown effect, the right edit. */
const repair: readonly ScriptedStep[] = [
  {
    tool_calls: [one("read_file", { path: "src/delivery.js" }), one("list_files", {})].flatMap(
      (step) => step.tool_calls ?? [],
    ),
  },
  one("shell", { command: "npm test" }),
  delivery("const FREE_FROM = 100", "const FREE_FROM = 101"),
  one("write_file", { path: "notes.txt", content: "101 is not it\n" }),
  one("shell", { command: "npm test" }),
  one("shell", { command: 'echo tried >> "$(git rev-parse --git-dir)/effects"' }),
  one("delete_file", { path: "notes.txt" }),
  delivery("const FREE_FROM = 101", "const FREE_FROM = 100"),
  delivery("subtotal > FREE_FROM", "subtotal >= FREE_FROM"),
  { text: "Exactly 100.00 is free now." },
]

/** The model uses the conversation alone, so a resumed run gets the same replies. */
function stepAfter(body: unknown): ScriptedStep {
  const { messages } = body as { readonly messages: readonly { readonly role: string }[] }
  const turn = messages.filter(({ role }) => role === "assistant").length
  return repair[turn] ?? { text: "There is nothing more to do." }
}

interface Place {
  readonly root: string
  readonly journal: string
  readonly job: Job
}

async function place(name: string): Promise<Place> {
  const root = join(folder, name)
  await cp(join(folder, "template"), root, { recursive: true })
  const head = await git(root, ["rev-parse", "HEAD"])
  const job: Job = {
    root,
    task: "Make it green",
    verify: "npm test",
    checks: ["npm test"],
    declared_dependencies: [],
    gate: false,
    allowed_manifests: [],
    loop: {},
    critics: {},
    sandbox: false,
    preset: "evidence",
    set: [],
    max_iterations: null,
    trace: join(folder, `${name}.trace.jsonl`),
    before: { ref: head.stdout.trim(), dirty: 0 },
    model: "m",
    base_url: server.url,
    api_key_env: null,
  }
  return { root, journal: join(folder, `${name}.journal.jsonl`), job }
}

const killedRun = fileURLToPath(new URL("killed_run.fixture.ts", import.meta.url))

/** Resolves to the signal that ended the process. */
async function runKilledAfter(record: number, { job, journal }: Place): Promise<string | null> {
  const given = ["--import", "tsx", killedRun, JSON.stringify(job), journal, String(record)]
  const child = spawn(process.execPath, given, { stdio: ["ignore", "inherit", "inherit"] })
  const [, signal] = (await once(child, "exit")) as [number | null, string | null]
  return signal
}

async function recordsIn(file: string): Promise<readonly JournalRecord[]> {
  return readRecords((await readFile(file, "utf8")).split("\n").slice(0, -1), file)
}

async function treeOf({ root }: Place): Promise<string> {
  await git(root, ["add", "--all"])
  return (await git(root, ["write-tree"])).stdout
}

/** Every effect that has a record, as often as it has one. */
function finished(records: readonly JournalRecord[]): readonly string[] {
  return records.flatMap((record) => (record.type === "finished" ? [record.key] : []))
}

async function resume({ journal }: Place): Promise<RunResult> {
  const { code, stdout } = await runCli(["resume", journal, "--json", "--quiet"])
  expect(code).toBe(0)
  return JSON.parse(stdout) as RunResult
}

describe("a run killed with SIGKILL", () => {
  /** Every boundary with PROOFLOOP_RUNS, else a few all over the run. */
  function boundaries(records: number): readonly number[] {
    const all = Array.from({ length: records - 1 }, (_none, index) => index + 1)
    const step = process.env["PROOFLOOP_RUNS"] === undefined ? Math.ceil(all.length / 2) : 1
    const offset = Math.floor(Math.random() * step)
    return all.filter((_number, index) => index % step === offset)
  }

  test("is resumed to the same work tree, whichever record was its last, and no finished call runs twice", async () => {
    const whole = await place("whole")
    expect(await runKilledAfter(0, whole)).toBe(null)
    const records = await recordsIn(whole.journal)
    const tree = await treeOf(whole)
    expect(records.at(-1)).toMatchObject({ type: "ended", result: { status: "done", verified: true } })
    expect(records.length).toBeGreaterThan(40)

    for (const last of boundaries(records.length)) {
      const killed = await place(`killed-${last}`)
      expect(await runKilledAfter(last, killed)).toBe("SIGKILL")
      const before = await recordsIn(killed.journal)
      expect(before).toHaveLength(last)

      const result = await resume(killed)
      expect(result, `killed after record ${last}`).toMatchObject({ status: "done", verified: true })
      expect(await treeOf(killed), `killed after record ${last}`).toBe(tree)
      const after = await recordsIn(killed.journal)
      expect(after.slice(0, last)).toEqual(before)
      const keys = finished(after)
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
      // The one effect that is always visible: a line a run, or none when it died before the command's start could
      // finish.
      const effects = await readFile(join(killed.root, ".git/effects"), "utf8").catch(() => "")
      expect(effects.split("\n").length - 1).toBeLessThanOrEqual(1)
      // The trace of both processes is one: no number twice, no gap.
      const events = (await readFile(killed.job.trace ?? "", "utf8")).trimEnd().split("\n")
      const seqs = events.flatMap((line) => {
        const { type, seq } = JSON.parse(line) as { type: string; seq: number }
        return type === "run_resumed" ? [] : [seq]
      })
      expect(seqs).toEqual(seqs.map((_seq, index) => index + 1))
    }
  }, 1_800_000)
})

function runArgs({ root, journal }: Place, ...more: readonly string[]): readonly string[] {
  const model = ["--model", "m", "--base-url", server.url]
  return ["run", "--repo", root, "--task", "Make it green", ...model, "--journal", journal, ...more]
}

test("Ctrl-C leaves a journal that says how to go on; resume goes on and a second resume tells the result again", async () => {
  const aborted = await place("aborted")
  const cli = startCli(runArgs(aborted))
  await cli.said("edit_file")
  cli.kill("SIGINT")
  const { code, stdout } = await cli.ended
  expect(code).toBe(130)
  expect(stdout).toContain("npx proofloop resume '")

  const shown = await call(["explain", aborted.journal])
  expect(shown).toMatchObject({ code: 0, stderr: "" })
  expect(shown.stdout).toMatch(/task +Make it green/)
  expect(shown.stdout).toMatch(/edit_file +src\/delivery\.js/)
  expect(shown.stdout).toContain("The run can go on")

  const resumed = await runCli(["resume", aborted.journal])
  expect(resumed.stdout).toMatch(/resumed +after \d+ records/)
  expect(resumed).toMatchObject({ code: 0, stderr: "" })
  expect(resumed.stdout).toMatch(/changed +1 file/)

  const requests = server.requests.length
  const again = await call(["resume", aborted.journal, "--json"])
  expect(again.code).toBe(0)
  expect(JSON.parse(again.stdout)).toMatchObject({ status: "done", verified: true })
  expect(server.requests.length).toBe(requests)
  const { stdout: json } = await call(["explain", aborted.journal, "--json"])
  expect(JSON.parse(json)).toMatchObject({ in_doubt: [], result: { verified: true } })
})

test("a journal is private, holds no key, and is not written over", async () => {
  const kept = await place("private")
  const env = { OPENAI_API_KEY: "sk-secret-1234567890" }
  const { code } = await runCli(runArgs(kept, "--quiet", "--durability", "fsync"), { env })
  expect(code).toBe(0)
  const text = await readFile(kept.journal, "utf8")
  expect(text).not.toContain("sk-secret")
  const { mode } = await stat(kept.journal)
  expect(process.platform === "win32" || (mode & 0o777) === 0o600).toBe(true)
  const again = await call(runArgs(kept))
  expect(again).toMatchObject({ code: 2, stdout: "" })
  expect(again.stderr).toContain("exists already; go on with its run (npx proofloop resume '")
  expect(await readFile(kept.journal, "utf8")).toBe(text)
})

test("a journal that was changed is refused by resume and explain, one that was cut by its head", async () => {
  const kept = await place("changed")
  const { code, stdout } = await runCli(runArgs(kept, "--json", "--quiet"))
  expect(code).toBe(0)
  const { journal_head } = JSON.parse(stdout) as { journal_head: { records: number; head_sha256: string } }
  const text = await readFile(kept.journal, "utf8")
  const lines = text.split("\n").slice(0, -1)
  expect(journal_head).toEqual({ records: lines.length, head_sha256: expect.any(String) as string })
  const head = ["--head", journal_head.head_sha256]
  expect(await call(["resume", kept.journal, ...head, "--quiet"])).toMatchObject({ code: 0 })

  await writeFile(kept.journal, text.replace('"verified":true,"proof"', '"verified":false,"proof"'))
  for (const verb of ["resume", "explain"]) {
    const refusal = await call([verb, kept.journal])
    expect(refusal.code).toBe(2)
    expect(refusal.stderr).toContain(
      `:${lines.length}: record ${lines.length} does not follow the one before it`,
    )
  }
  await writeFile(kept.journal, `${lines.slice(0, -4).join("\n")}\n`)
  const cut = await call(["resume", kept.journal, ...head])
  expect(cut).toMatchObject({ code: 2, stdout: "" })
  expect(cut.stderr).toContain(`no record has the hash ${journal_head.head_sha256}`)
  const wrong = await call(["resume", kept.journal, "--head", "abc"])
  expect(wrong.stderr).toContain(
    '--head: expected the journal_head.head_sha256 of an earlier --json, got "abc"',
  )
})

test.each([
  ["missing.jsonl", null, "there is no file missing.jsonl"],
  ["empty.jsonl", "", "no run has begun in empty.jsonl; start it with proofloop run"],
  ["torn.jsonl", '{"type":"begun","jour', "no run has begun in torn.jsonl"],
  ["prose.jsonl", "once upon\n", "prose.jsonl:1: not JSON; resume needs the journal of a run"],
  [
    "other.jsonl",
    '{"type":"begun","journal":1,"run_id":"r","task":"t","configuration":{},"events":0,"seq":0,"at_ms":0}\n',
    "is the journal of another program",
  ],
])("resume %s is misuse", async (name, content, said) => {
  if (content !== null) await writeFile(join(folder, name), content)
  const { code, stdout, stderr } = await call(["resume", name], { cwd: folder })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
})

test.each([
  ["--set", "verify_completion.env.TOKEN=sk-secret"],
  ["--set", 'verify_completion={"env":{"TOKEN":"sk-secret"}}'],
  ["--base-url", "http://me:sk-secret@127.0.0.1:1/v1"],
])("what may be a key is not put into a journal: %s %s", async (option, value) => {
  const kept = await place(`secret-${Math.random()}`)
  const { code, stdout, stderr } = await call(runArgs(kept, option, value))
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(option)
  expect(stderr).not.toContain("sk-secret")
  await expect(stat(kept.journal)).rejects.toThrow("ENOENT")
})

test("a run that another process holds is not resumed beside it", async () => {
  const held = await place("held")
  const cli = startCli(runArgs(held, "--set", "max_iterations=3", "--verify", "sleep 30"))
  await cli.said("edit_file")
  const { code, stderr } = await call(["resume", held.journal])
  expect(code).toBe(2)
  expect(stderr).toMatch(/is in use by process \d+ on /)
  cli.kill("SIGINT")
  await cli.ended
})
