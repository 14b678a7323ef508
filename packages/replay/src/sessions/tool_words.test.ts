import { describe, expect, test } from "vitest"
import { annotationsByName } from "./tool_words.ts"

describe("what a tool's name says", () => {
  test.each([
    ["apply_patch", { patch: "..." }, { kind: "edit" }],
    ["writeFile", { path: "a", content: "b" }, { kind: "edit" }],
    ["str_replace_editor", { command: "str_replace", path: "a" }, { kind: "edit" }],
    ["str_replace_editor", { command: "str_replace_editor create /a --file_text x" }, { kind: "edit" }],
    ["edit", { command: "edit 10:12\nx\nend_of_edit" }, { kind: "edit" }],
    ["delete_file", { file_name: "a" }, { kind: "edit" }],
  ])("%s edits", (tool, call_arguments, annotations) => {
    expect(annotationsByName(tool, call_arguments)).toEqual(annotations)
  })

  test.each([
    ["str_replace_editor", { command: "view", path: "a" }, "read"],
    ["read_range", { path: "a" }, "read"],
    ["search_code_base", { key_words: ["a"] }, "read"],
    ["extract_test_code", { path: "a" }, "read"],
    ["getUserDetails", { user_id: "1" }, "read"],
    ["express_hypothesis", { hypothesis: "x" }, "think"],
  ])("%s %o only looks", (tool, call_arguments, kind) => {
    expect(annotationsByName(tool, call_arguments)).toEqual({ kind, evidence_role: "observation" })
  })

  test.each([
    ["run_tests"],
    ["runTests"],
    ["test"],
    ["mvn_compile"],
    ["lint_file"],
    ["verify"],
    ["check_types"],
  ])("%s checks, under its own name", (tool) => {
    expect(annotationsByName(tool, {})).toEqual({ evidence_role: "verification", check_id: tool })
  })

  test("of a check with a command the command is the name", () => {
    expect(annotationsByName("run_tests", { command: "pytest" })).toEqual({ evidence_role: "verification" })
  })

  test.each([["submitPatchAndTest"], ["plan_edit"], ["fix_and_run"], ["propose_fix"]])("%s edits", (tool) => {
    expect(annotationsByName(tool, { file_path: "a" })).toEqual({ kind: "edit" })
  })

  test.each([
    // A shell: its command tells.
    ["execute_bash", { command: "pytest" }],
    ["grep", { command: "grep -r x ." }],
    ["cd", { command: "cd a && npm test" }],
    // Not every check is of code.
    ["check_availability", { date: "2026-01-01" }],
    ["validate_address", { zip: "1" }],
    // A reservation is not a file.
    ["update_reservation", { reservation_id: "X" }],
    ["transfer_to_human_agents", {}],
    ["", {}],
    ["frobnicate", null],
  ])("%s says nothing", (tool, call_arguments) => {
    expect(annotationsByName(tool, call_arguments)).toEqual({})
  })
})
