import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { callTool } from "../../../runtime/src/tools/call_tool.fixture.ts"
import { workspaceTools, type WorkspaceOptions } from "./workspace_tools.ts"

describe("workspaceTools", () => {
  it("offers seven tools with annotations and a JSON Schema each", async () => {
    const tools = workspaceTools({ root: await folderWith() })
    const table = tools.map(({ name, annotations }) => [
      name,
      typeof annotations === "function" ? "function" : annotations,
    ])
    const look = { read_only: true, idempotent: true }
    expect(Object.fromEntries(table)).toEqual({
      read_file: { kind: "read", ...look },
      list_files: { kind: "list", ...look },
      search: { kind: "search", ...look },
      edit_file: { kind: "edit" },
      write_file: { kind: "edit", idempotent: true },
      delete_file: { kind: "delete" },
      shell: { kind: "execute", evidence_role: "observation" },
    })
    for (const { input_schema } of tools) {
      const schema = input_schema["~standard"] as {
        jsonSchema: { input(options: { target: string }): unknown }
      }
      expect(schema.jsonSchema.input({ target: "draft-2020-12" })).toMatchObject({
        type: "object",
        additionalProperties: false,
      })
    }
  })

  it("offers no shell when told so", async () => {
    const root = await folderWith()
    const names = (shell: WorkspaceOptions["shell"]) =>
      workspaceTools({ root, shell }).map((tool) => tool.name)
    expect(names(false)).not.toContain("shell")
    expect(names(true)).toContain("shell")
    expect(names({})).toContain("shell")
  })

  it("never throws from a tool, whatever the arguments", async () => {
    const tools = workspaceTools({ root: await folderWith() })
    for (const tool of tools) {
      for (const call_arguments of [
        {},
        { path: 1 },
        { path: null, command: [] },
        { path: "x".repeat(100_000) },
      ]) {
        expect(await callTool(tool, call_arguments)).toHaveProperty("ok")
      }
    }
  })

  it.each<[string, string, object, string | null]>([
    ["root", "a folder that does not exist", { root: "/proofloop/nowhere" }, null],
    ["root", "nothing", {}, null],
    ["rooot", "an unknown option", { rooot: "." }, "root"],
    ["max_file_bytes", "no whole number", { max_file_bytes: 1.5 }, null],
    ["shell", "no time", { shell: { timeout_ms: "1s" } }, null],
    ["checks", "no list", { checks: "npm test" }, null],
    ["checks.0", "an empty check", { checks: [""] }, null],
  ])("refuses %s: %s", async (option, _what, options) => {
    const root = await folderWith()
    const given = { ...(option.startsWith("r") ? {} : { root }), ...options } as WorkspaceOptions
    let error: unknown
    try {
      workspaceTools(given)
    } catch (thrown) {
      error = thrown
    }
    expect(isInvalidOptionError(error) && error.option.split(".")[0]).toBe(option.split(".")[0])
  })

  it("suggests the option that was meant", async () => {
    const root = await folderWith()
    expect(() => workspaceTools({ root, denied_path: [] } as WorkspaceOptions)).toThrow(
      /Did you mean "denied_paths"/,
    )
    expect(() => workspaceTools({ root, shell: { timeout: 1 } } as WorkspaceOptions)).toThrow(
      /^shell\.timeout: expected one of timeout_ms, max_output_bytes/,
    )
  })

  it.each([
    [
      undefined,
      'workspaceTools: expected an object of options: workspaceTools({ root: "." }), got undefined.',
    ],
    [
      ".",
      'workspaceTools: expected an object of options: workspaceTools({ root: "." }), got the string ".".',
    ],
    [{}, "root: expected the path of a folder, got undefined."],
    [{ root: 5 }, "root: expected the path of a folder, got the number 5."],
    [{ root: ".", max_file_bytes: "1" }, "max_file_bytes: expected a whole number from 1 to 1073741824, got"],
    [{ root: ".", shell: "yes" }, "shell: expected a boolean, or { timeout_ms, max_output_bytes }, got"],
    [{ root: ".", checks: "npm test" }, "checks: expected a list of commands, got"],
  ])("says what is wrong with %j", (options, message) => {
    expect(() => workspaceTools(options as WorkspaceOptions)).toThrow(message)
  })

  it("refuses a file as root", async () => {
    const root = await folderWith({ file: "" })
    await symlink(join(root, "file"), join(root, "link"))
    for (const name of ["file", "link"]) {
      expect(() => workspaceTools({ root: join(root, name) })).toThrow(/root: expected an existing folder/)
    }
  })
})
