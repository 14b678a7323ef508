import { describe, expect, it } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import { attemptsAt, attemptsFor, hasEdited, noteChange, noteOtherChange } from "./changed.ts"
import { createDetector } from "./detector.ts"
import { failedSlot, failure } from "./evidence_of.fixture.ts"
import { FAILED, INFER, OK, read } from "./read_result.fixture.ts"
import type { SettledResult } from "./settled_result.ts"
import { type Changes, type Draft, NO_CHANGES } from "./state.ts"

function draftWith(...slots: readonly ReturnType<typeof failedSlot>[]): Draft {
  const draft: Draft = structuredClone(createDetector().initial_state)
  draft.slots = [...slots]
  return draft
}

const shell = (command: string, result = OK) => read(result, { kind: "execute" }, { command })
const REJECTS = { ...INFER, failed_edit: "edit_rejected" } as const
const edit = (result: ToolResult = OK) => read(result, { kind: "edit", mutates: true }, { knobs: REJECTS })

function after(...results: readonly SettledResult[]): Draft["changed"] {
  const draft = draftWith()
  for (const result of results) noteChange(draft, result, "/app")
  return draft.changed
}

// @requirement ladder.feedback.content
describe("what a call changed", () => {
  it.each<[string, SettledResult, Partial<Changes>]>([
    ["an edit", edit(), { applied: 1 }],
    ["a rejected edit", edit({ ...FAILED, mutation_status: "not_applied" }), { rejected: 1 }],
    ["an edit that may have gone through", edit({ ...FAILED, mutation_status: "unknown" }), { other: 1 }],
    ["an edit that is still running", edit({ status: "running" }), { other: 1 }],
    ["a command that writes a file", shell("sed -i s/a/b/ src/a.ts"), { applied: 1 }],
    ["a command that takes back", shell("git checkout -- src"), { taken_back: 1 }],
    ["an unknown command", shell("./forge all"), { other: 1 }],
    ["a look", shell("cat src/a.ts"), {}],
    ["a tool that looks", read(OK, { kind: "read" }), {}],
    ["a check", shell("npm test"), {}],
  ])("is counted of %s", (_what, result, changes) => {
    expect(after(result).so_far).toEqual({ ...NO_CHANGES, ...changes })
  })

  it("keeps the files of edits, and why the last one was rejected", () => {
    const rejected = edit({ ok: false, error: "old_str not found", mutation_status: "not_applied" })
    const { files, rejection } = after(shell("./forge all"), shell("echo x > /app/src/a.ts"), rejected)
    expect(files).toEqual([{ path: "src/a.ts", edit: 1 }])
    expect(rejection).toBe("old_str not found")
    expect(after(rejected, edit()).rejection).toBe("old_str not found")
    const hashed = edit({ ok: true, mutation_status: "applied", file_hashes: { "b.ts": "1" } })
    expect(after(hashed).files).toEqual([{ path: "b.ts", edit: 1 }])
  })

  it("is an edit only where files are written, not brought back or generated", () => {
    const edited = (command: string) => hasEdited(shell(command))
    expect(edited("echo x > a.ts")).toBe(true)
    expect(edited("git apply a.patch")).toBe(true)
    expect(edited("git stash pop")).toBe(false)
    expect(edited("cat a.ts")).toBe(false)
    expect(hasEdited(edit())).toBe(true)
  })
})

describe("what was done about a failure", () => {
  const at = (changes: Partial<Changes>): Changes => ({ ...NO_CHANGES, ...changes })
  const slot = failedSlot({ first_seen: at({ applied: 1 }), last_seen: at({ applied: 3 }) })
  const files = [
    { path: "a.ts", edit: 1 },
    { path: "b.ts", edit: 2 },
    { path: "c.ts", edit: 3 },
    { path: "d.ts", edit: 4 },
  ]
  const changed = (so_far: Partial<Changes>, known = files) => ({
    changed: { so_far: at(so_far), files: known, rejection: "no match" },
  })

  it("counts the edits that a later run has seen, with their files", () => {
    expect(attemptsAt(changed({ applied: 4 }), slot)).toMatchObject({
      applied: 2,
      files: ["b.ts", "c.ts"],
      names_all: true,
      rejected: 0,
      is_unedited: false,
      is_unchanged: false,
      is_baseline: false,
    })
  })

  it("says where not all edits have a name", () => {
    const two_of_one = [
      { path: "b.ts", edit: 2 },
      { path: "c.ts", edit: 2 },
    ]
    expect(attemptsAt(changed({ applied: 4 }, two_of_one), slot).names_all).toBe(false)
    expect(attemptsAt(changed({ applied: 4 }, two_of_one), slot).files).toEqual(["b.ts", "c.ts"])
  })

  it("names the last four files alone", () => {
    const of_six = [2, 3, 4, 5, 6, 7].map((edit) => ({ path: `${edit}.ts`, edit }))
    const long = failedSlot({ first_seen: at({ applied: 1 }), last_seen: at({ applied: 7 }) })
    expect(attemptsAt(changed({ applied: 7 }, of_six), long)).toMatchObject({
      files: ["4.ts", "5.ts", "6.ts", "7.ts"],
      names_all: false,
    })
  })

  it("is nothing that a host does not tell, unless it says that something was written", () => {
    const applied = (knobs: object) => {
      const detector = createDetector({ stall_diagnostics: knobs })
      return detector.written(detector.initial_state).changed.so_far.other
    }
    expect([
      applied({ repair_aware: true }),
      applied({}),
      applied({ enabled: false, repair_aware: true }),
    ]).toEqual([1, 0, 0])
  })

  it("counts what was rejected only where nothing was edited", () => {
    const unedited = failedSlot({ first_seen: at({ applied: 1 }), last_seen: at({ applied: 1 }) })
    expect(attemptsAt(changed({ applied: 1, rejected: 2 }), unedited)).toMatchObject({
      applied: 0,
      rejected: 2,
      rejection: "no match",
      is_unedited: true,
      is_unchanged: true,
    })
    expect(attemptsAt(changed({ applied: 2, rejected: 2 }), unedited).rejected).toBe(0)
    expect(attemptsAt(changed({ applied: 1, other: 1 }), unedited).is_unchanged).toBe(false)
  })

  it("claims no edit where some were taken back since", () => {
    expect(attemptsAt(changed({ applied: 4, taken_back: 1 }), slot)).toMatchObject({
      applied: 0,
      is_taken_back: true,
    })
  })

  it("is a baseline before the first change", () => {
    expect(attemptsAt(changed({}, []), failedSlot()).is_baseline).toBe(true)
    const draft = draftWith()
    noteOtherChange(draft)
    expect(draft.changed.so_far).toEqual(at({ other: 1 }))
  })

  it("is known of a live failure by its names alone", () => {
    const state = draftWith(failedSlot())
    expect(attemptsFor(state, { check_id: "unit", signature: failure().signature })).toBeDefined()
    expect(attemptsFor(state, { check_id: "unit", signature: "err:other" })).toBeUndefined()
    expect(attemptsFor(state, { check_id: "lint", signature: failure().signature })).toBeUndefined()
    const settled = draftWith(failedSlot({ class: "pass" }))
    expect(attemptsFor(settled, { check_id: "unit", signature: failure().signature })).toBeUndefined()
  })
})
