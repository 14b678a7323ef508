import { describe, expect, it } from "vitest"
import { catalogue } from "../critics/catalogue.ts"
import { type FailureCause, FAILURE_LABEL_NAMES, failureLabels } from "./failure_labels.ts"

describe("labels of words", () => {
  it.each([
    ["Could not obtain valid JSON from LLM after 3 attempts", ["json_emit"]],
    ["JSON parse failed", ["json_emit"]],
    ["AST-diff check failed", ["ast_diff"]],
    ["top-level definitions missing: a", ["ast_diff"]],
    ["Test regression check failed", ["test_regression"]],
    ["2 tests were passing before", ["test_regression"]],
    ["Syntax check failed after 2 attempt(s) on a.toml. TOMLDecodeError", ["syntax_invalid"]],
    ["config-syntax check failed", ["syntax_invalid"]],
    ["Refusing to touch sensitive path .env", ["denylist"]],
    ["Refusing to edit build manifest go.mod in compile-fix mode", ["manifest_block"]],
    ["Build check failed after 2 attempt(s)", ["build_retry_exhausted"]],
    ["git add failed: ignored", ["git_refused"]],
    ["Build check failed; git add failed; json parse", ["json_emit", "build_retry_exhausted", "git_refused"]],
    ["the moon is full", ["unknown"]],
    ["", ["unknown"]],
    ["top-level names are fine", ["unknown"]],
  ])("%j: %j, as in gitoma", (text, labels) => {
    expect(failureLabels(text)).toEqual(labels)
  })

  it.each([
    ["Refusing to write sensitive file: .env", ["denylist"]],
    ["a/../../b leads out of the root", ["patcher_reject"]],
    ["Definition check failed after 2 attempt(s) on src/db.py", ["ast_diff"]],
    ["Config schema check failed after 2 attempt(s)", ["config_schema"]],
    ["Content grounding failed after 2 attempt(s)", ["content_grounding"]],
    ["Doc preservation failed after 2 attempt(s)", ["doc_preservation"]],
    ["URL grounding failed after 2 attempt(s)", ["url_grounding"]],
    ["Ψ 0.40 is below 0.5", ["psi"]],
    ["the output was truncated", ["truncation"]],
    ["the model answered no patches", ["no_change"]],
    ["npm test timed out", ["timeout"]],
    ["Reply check failed after 2 attempt(s)", ["json_parse_bad"]],
    ["Patch check failed after 2 attempt(s) on a/../../b", ["patcher_reject"]],
  ])("%j: %j, closed holes", (text, labels) => {
    expect(failureLabels(text)).toEqual(labels)
  })

  it("are found beyond the first 200 characters, and a huge text is no trouble", () => {
    expect(failureLabels(`${"x".repeat(500)} build check failed`)).toEqual(["build_retry_exhausted"])
    expect(failureLabels("x".repeat(50_000_000))).toEqual(["unknown"])
  })
})

it.each<[FailureCause, string]>([
  [{ critic: "G2" }, "syntax_invalid"],
  [{ critic: "G7-TS" }, "ast_diff"],
  [{ critic: "g15" }, "sibling_config"],
  [{ critic: "psi-full" }, "psi"],
  [{ critic: "build" }, "build_retry_exhausted"],
  [{ critic: "mine" }, "unknown"],
  [{ critic: "patcher" }, "patcher_reject"],
  [{ critic: "reply" }, "json_parse_bad"],
  [{ patch_error: "sensitive_path" }, "denylist"],
  [{ patch_error: "build_manifest" }, "manifest_block"],
  [{ patch_error: "outside_root" }, "patcher_reject"],
  [{ patch_error: "too_large" }, "patcher_reject"],
])("%j is %s", (cause, label) => {
  expect(failureLabels(cause)).toEqual([label])
})

it.each(catalogue.map((critic) => [critic.id, critic.check_name] as const))(
  "the critic %s has a label, by its id and by the error that ends a subtask: %s failed",
  (id, check_name) => {
    const [label] = failureLabels({ critic: id })
    expect(label).not.toBe("unknown")
    expect(failureLabels(`${check_name} failed after 2 attempt(s) on a.py`)).toEqual([label])
  },
)

it("the list holds each name once", () => {
  expect(new Set(FAILURE_LABEL_NAMES).size).toBe(FAILURE_LABEL_NAMES.length)
})
