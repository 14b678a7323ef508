import { join } from "node:path"
import { type JsonObject, sha256Hex } from "@proofloop/foundation/text"
import type { Tool } from "@proofloop/runtime"
import type { PlannedCall } from "@proofloop/runtime/internal"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { type Random, randomOf } from "./random.ts"
import { chanceOf, delayOf, faultOf, never, perform, type Surroundings } from "./surroundings.ts"
import { type CheckName, type Effect, failureText, worldDigest, write, wrongFiles } from "./world.ts"

interface SimulatedTool {
  readonly annotations: Tool["annotations"]
  readonly required?: readonly string[]
  readonly act: (given: JsonObject, effect: Effect, random: Random) => unknown
  /** The content of each file after a call, for a tool that can say so before. */
  readonly writes?: (given: JsonObject) => Readonly<Record<string, string>>
  readonly content_digest?: Tool["content_digest"]
}

/** Tools over the virtual workspace: read-only, idempotent, planned, of unknown effect, undeclared, checks. */
export function simulatedTools(around: Surroundings, folder: string): readonly Tool[] {
  const { world, plan } = around
  const bulk = plan.bulky ? "x".repeat(30_000) : ""
  const editing = { kind: "edit" } satisfies ToolAnnotations
  const tools: Readonly<Record<string, SimulatedTool>> = {
    read_file: {
      annotations: { kind: "read", read_only: true, evidence_role: "observation" },
      act: ({ file }) => `${world.files.get(textOf(file)) ?? "no such file"}\n${bulk}`,
    },
    search: {
      annotations: { kind: "search", read_only: true, evidence_role: "observation" },
      act: ({ query }) => ({
        ok: true,
        output: [...world.files].filter(([, text]) => text.includes(textOf(query))),
      }),
    },
    run_check: {
      annotations: ({ check }) => ({
        evidence_role: "verification",
        idempotent: true,
        check_id: check === "lint" ? "lint" : "unit",
      }),
      required: ["check"],
      act: ({ check }, effect, random) =>
        runCheck(around, check === "lint" ? "lint" : "unit", effect, random),
    },
    edit_file: {
      annotations: editing,
      required: ["file", "content"],
      writes: ({ file, content }) => ({ [textOf(file)]: textOf(content) }),
      act: ({ file, content }, effect) => writeAll(around, { [textOf(file)]: textOf(content) }, effect),
    },
    edit_both: {
      annotations: editing,
      required: ["content"],
      writes: ({ content }) => ({ "a.ts": textOf(content), "b.ts": textOf(content) }),
      act: ({ content }, effect) =>
        writeAll(around, { "a.ts": textOf(content), "b.ts": textOf(content) }, effect),
    },
    set_note: {
      annotations: { ...editing, idempotent: true },
      act: ({ content }, effect) => {
        write(world, effect, "note.txt", textOf(content))
        return "noted"
      },
    },
    append_log: {
      annotations: editing,
      act: ({ content }, effect) => {
        write(world, effect, "log.txt", `${world.files.get("log.txt") ?? ""}${textOf(content)}\n`)
        return { ok: true, output: "appended", mutation_status: "applied" }
      },
    },
    shell: {
      annotations: { kind: "execute" },
      content_digest: () => Promise.resolve(worldDigest(world)),
      act: ({ command }, effect, random) => {
        if (command === "npm test") return runCheck(around, "unit", effect, random)
        if (command === "touch d.ts") write(world, effect, "d.ts", `${random.int(1, 3)}`)
        return { exit_code: 0, output: [...world.files.keys()].join("\n") }
      },
    },
    fetch: { annotations: undefined, act: (_given, _effect, random) => `page ${random.int(1, 3)}` },
    finish: { annotations: { kind: "note" }, act: () => "finished" },
    report: { annotations: { soft: true }, act: () => "reported" },
  }
  return Object.entries(tools).map(([name, tool]) => toTool(around, folder, name, tool))
}

/** Of a check, whatever it says is believed: garbage would be a pass. */
const CHECKS = { run_check: true, shell: true }

export const TOOL_FAULTS = [
  "tool_throws",
  "tool_writes_and_throws",
  "tool_slow",
  "tool_hangs",
  "tool_garbage",
  "tool_unsettled",
] as const

function toTool(around: Surroundings, folder: string, name: string, tool: SimulatedTool): Tool {
  const { world } = around
  const { annotations, required = [], writes, content_digest } = tool
  return {
    name,
    description: name,
    input_schema: {
      type: "object",
      properties: Object.fromEntries(required.map((key) => [key, { type: "string" }])),
      required,
    },
    annotations,
    ...(content_digest === undefined ? {} : { content_digest }),
    ...(writes === undefined
      ? {}
      : { plan_writes: (given) => Promise.resolve(planOfWrites(around, folder, writes(given))) }),
    execute(given, { signal, call_id, iteration }) {
      const identity = `${iteration}/${call_id}`
      const random = chanceOf(around, `tool ${name}`, identity)
      // A plan cannot know that its call would fail.
      const fault = writes === undefined ? faultOf(around, random, TOOL_FAULTS) : null
      const delay_ms = fault === "tool_slow" ? random.int(600, 30_000) : delayOf(random)
      const half = (effect: Effect): void => {
        const [first] = Object.entries(writes?.(given) ?? {})
        if (first !== undefined) write(world, effect, ...first)
      }
      // A command that the host lists as a check may run again, however this run of it ends.
      const facts = given["command"] === "npm test" ? { known_check: true } : {}
      return perform(
        around,
        { kind: "tool", name, identity, delay_ms, signal, half, facts },
        async (effect) => {
          if (fault === "tool_throws") throw new Error(`${name} is out of order`)
          if (fault === "tool_hangs") {
            effect.is_over = true
            return never()
          }
          if (fault === "tool_garbage" && !(name in CHECKS)) {
            return random.pick<unknown>([undefined, 3, [1, [2]], { status: 5 }, cycle()])
          }
          const result = tool.act(given, effect, random)
          // What counts is what the caller is told: that it failed, or nothing about it.
          if (fault === "tool_writes_and_throws") {
            effect.facts["passed"] = false
            throw new Error(`${name} broke at its end`)
          }
          if (fault !== "tool_unsettled") return result
          delete effect.facts["passed"]
          const status = random.pick(["running", "skipped"])
          // No tool says that it did not run after it wrote.
          return { status: effect.wrote ? "running" : status, output: "later" }
        },
      )
    },
  }
}

/** A check's outcome in one of the shapes that runners report it in. */
function runCheck({ world, plan }: Surroundings, check: CheckName, effect: Effect, random: Random): unknown {
  const passed = wrongFiles(world, check).length === 0
  effect.facts["check"] = check
  effect.facts["passed"] = passed
  const bulk = plan.bulky ? `\n${"collected\n".repeat(3000)}` : ""
  const text = passed ? `ok (0.${random.int(10, 99)}s)${bulk}` : failureText(world, check, random)
  // A runner always reports in the same shape.
  switch (randomOf(plan.seed, "shape", check).int(0, 3)) {
    case 0:
      if (!passed) throw new Error(text)
      return text
    case 1:
      return { exit_code: passed ? 0 : 1, output: text }
    case 2:
      return { ok: passed, ...(passed ? { output: text } : { error: text }), tests_run: 3 }
    default:
      return passed
        ? { ok: true, output: text, tests_run: 3 }
        : {
            ok: false,
            diagnostics: wrongFiles(world, check).map((name) => ({ test_id: name, message: text })),
            tests_run: 3,
          }
  }
}

function writeAll({ world }: Surroundings, files: Readonly<Record<string, string>>, effect: Effect): unknown {
  for (const [name, content] of Object.entries(files)) write(world, effect, name, content)
  return EDIT_RESULT
}

const EDIT_RESULT = { ok: true, output: "edited" }

function planOfWrites(
  { world }: Surroundings,
  folder: string,
  files: Readonly<Record<string, string>>,
): PlannedCall {
  const hash = (content: string | undefined): string | null =>
    content === undefined ? null : sha256Hex(content)
  const writes = Object.entries(files).map(([name, content]) => ({
    path: join(folder, name),
    before: hash(world.files.get(name)),
    after: hash(content),
  }))
  return { writes, result: EDIT_RESULT }
}

function cycle(): unknown {
  const value: Record<string, unknown> = { ok: true }
  value["self"] = value
  return value
}

function textOf(argument: unknown): string {
  return typeof argument === "string" ? argument : JSON.stringify(argument ?? null)
}
