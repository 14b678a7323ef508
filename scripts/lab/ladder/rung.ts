import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Metric } from "@proofloop/stdlib"
import { z } from "zod"

/** What else a file tells, such as the bugs, is for people. */
const goldenSchema = z.object({
  rung: z.int(),
  language: z.enum(["python", "go", "rust", "javascript"]),
  expected_patches_must_touch: z.array(z.string()),
  expected_tests_pass: z.array(z.string()),
  /** Texts that a file has to have after any repair. */
  must_keep: z.record(z.string(), z.array(z.string())).default({}),
})

const workerSchema = z.strictObject({
  plan: z.unknown(),
  /** Replies by the first file hint of a subtask, one an attempt, the last one again and again. */
  replies: z.record(z.string(), z.array(z.object({ patches: z.array(z.unknown()) }))),
})

export type Golden = z.output<typeof goldenSchema>
export type WeakWorkerScript = z.output<typeof workerSchema>

/** A small repository with a known bug, what a repair has to touch, and the mistakes that weak models made on it. */
export interface Rung {
  readonly number: number
  /** Folder whose files are the repository. */
  readonly repository: string
  readonly golden: Golden
  readonly weak_worker: WeakWorkerScript
}

/** Every rung, lowest first. Throws ZodError for a file of another shape. */
export function loadRungs(): readonly Rung[] {
  const folder = fileURLToPath(new URL("fixtures/", import.meta.url))
  return readdirSync(folder)
    .filter((name) => name.startsWith("rung-"))
    .map((name): Rung => {
      const golden = goldenSchema.parse(readJson(`${folder}${name}/golden.json`))
      return {
        number: golden.rung,
        repository: `${folder}${name}/repo`,
        golden,
        weak_worker: workerSchema.parse(readJson(`${folder}${name}/weak_worker.json`)),
      }
    })
    .toSorted((one, other) => one.number - other.number)
}

/** What a rung needs and this machine does not have; null when it can be climbed. */
export function missingToolchain({ golden }: Rung): string | null {
  const [command, ...args] = TOOLCHAINS[golden.language]
  return spawnSync(command, args, { stdio: "ignore" }).status === 0 ? null : [command, ...args].join(" ")
}

/** What an audit says of a rung before it is worked on. */
export function auditOf(failing: ReadonlySet<string> | null): readonly Metric[] {
  const names = [...(failing ?? [])]
  if (names.length === 0) return []
  const details = ["Failing tests:", ...names.map((name) => `  • ${name}`)].join("\n")
  return [{ name: "test_results", status: "fail", details }]
}

const TOOLCHAINS: Readonly<Record<Golden["language"], readonly [string, ...string[]]>> = {
  python: ["python3", "-m", "pytest", "--version"],
  go: ["go", "version"],
  rust: ["cargo", "--version"],
  javascript: ["node", "--version"],
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"))
}
