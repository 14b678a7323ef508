import { expect, it } from "vitest"
import { checkTools } from "./annotations.ts"

it.each<[unknown, string, string]>([
  [{ evidenceRole: "verification" }, "tools.a", 'Did you mean "evidence_role"?'],
  [{ verifies: true }, "tools.a", "expected one of the options kind, side_effect_level, mutates"],
  [{ evidence_role: "check" }, "tools.a.evidence_role", 'expected "observation" or "verification"'],
  [{ evidence_role: "verify" }, "tools.a.evidence_role", 'Did you mean "verification"?'],
  [{ kind: "Writes" }, "tools.a.kind", 'Did you mean "write"?'],
  [{ kind: "exec" }, "tools.a.kind", 'Did you mean "execute"?'],
  [{ side_effect_level: "workspace-write" }, "tools.a.side_effect_level", 'Did you mean "workspace_write"?'],
  [{ side_effect_level: "process" }, "tools.a.side_effect_level", 'Did you mean "process_exec"?'],
  [{ kind: 5 }, "tools.a.kind", "expected a string"],
  [{ mutates: "no" }, "tools.a.mutates", "expected a boolean"],
  [{ check_id: null }, "tools.a.check_id", "expected a string"],
  ["read", "tools.a", "expected a record of annotations, or a function of the arguments"],
  [null, "tools.a", "got null"],
  [[], "tools.a", "got a list of 0"],
])("refuses %j: %s, %s", (annotations, option, words) => {
  const check = () => checkTools("tools", { b: { kind: "read" }, a: annotations })
  expect(check).toThrow(expect.objectContaining({ code: "invalid_option", option }))
  expect(check).toThrow(words)
})

it.each([["lint"], ["patch"], ["task"], ["text"], ["update"], ["browse"], ["other"], ["READ"], [""]])(
  "takes the kind %j, whether it is known or the host's own",
  (kind) => {
    expect(() => checkTools("tools", { a: { kind } })).not.toThrow()
  },
)

it("takes the levels of Harn, and any other word", () => {
  const levels = [
    "none",
    "read_only",
    "workspace_write",
    "process_exec",
    "network",
    "desktop_control",
    "cloud",
  ]
  for (const side_effect_level of levels)
    expect(() => checkTools("tools", { a: { side_effect_level } })).not.toThrow()
})

it("leaves alone what is not declared, and functions until they answer", () => {
  const answers = () => ({ kind: "writes" })
  for (const tools of [undefined, {}, { a: undefined, b: {}, c: { kind: undefined }, d: answers }])
    expect(() => checkTools("tools", tools)).not.toThrow()
})
