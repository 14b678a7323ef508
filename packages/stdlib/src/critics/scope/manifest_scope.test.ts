import { changeSet } from "@proofloop/foundation/git"
import { BUILD_MANIFESTS } from "@proofloop/foundation/paths"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { manifestScope } from "./manifest_scope.ts"

type Files = Parameters<typeof changeSet>[0]

async function rulesOf(files: Files, input = {}) {
  const change = changeSet(files)
  const verdict = await manifestScope.check(change, memoryFacts({}, change), input)
  return verdict.status === "fail" ? verdict.violations.map(({ path, rule }) => [path, rule]) : verdict.status
}

describe("G1", () => {
  it.each([...BUILD_MANIFESTS, "sub/go.mod", "a/b/package.json", "Package.JSON"])(
    "names %s",
    async (path) => {
      expect(await rulesOf([{ path, before: "a", after: "b" }])).toEqual([[path, "manifest_not_in_task"]])
    },
  )

  it.each([
    ["a created one", [{ path: "go.mod", after: "b" }]],
    ["an emptied one", [{ path: "go.mod", before: "b", after: "" }]],
    ["a deleted one", [{ path: "go.mod", before: "b" }]],
  ] satisfies ReadonlyArray<readonly [string, Files]>)("names %s", async (_what, files) => {
    expect(await rulesOf(files)).toEqual([["go.mod", "manifest_not_in_task"]])
    const fix = { compile_fix_mode: true, allowed_manifests: ["go.mod"] }
    expect(await rulesOf(files, fix)).toEqual([["go.mod", "manifest_in_compile_fix_mode"]])
  })

  it.each([
    ["source", [{ path: "src/main.go", after: "b" }]],
    ["a lock file, which is the denylist's", [{ path: "go.sum", after: "b" }]],
    ["a name that only begins like one", [{ path: "package.json.md", after: "b" }]],
    ["a folder named like one", [{ path: "go.mod/a.txt", after: "b" }]],
    ["one that is as it was", [{ path: "go.mod", before: "b", after: "b" }]],
  ] satisfies ReadonlyArray<readonly [string, Files]>)("lets %s pass", async (_what, files) => {
    expect(await rulesOf(files)).toBe("pass")
  })

  it("takes what is allowed as whole paths", async () => {
    const files = [
      { path: "go.mod", before: "a", after: "b" },
      { path: "sub/go.mod", before: "a", after: "b" },
    ]
    const refused = (path: string) => [[path, "manifest_not_in_task"]]
    expect(await rulesOf(files, { allowed_manifests: ["sub/go.mod"] })).toEqual(refused("go.mod"))
    expect(await rulesOf(files, { allowed_manifests: ["./go.mod"] })).toEqual(refused("sub/go.mod"))
    expect(await rulesOf(files, { allowed_manifests: ["go.mod", "sub\\x\\..\\go.mod"] })).toBe("pass")
  })

  it("tells the first in its event, cut to 300 characters", async () => {
    const path = `${"long/".repeat(100)}package.json`
    const change = changeSet([{ path, after: "{}" }])
    const verdict = await manifestScope.check(change, memoryFacts({}, change))
    expect(manifestScope.event.type).toBe("critic_manifest_scope.fail")
    const fields = verdict.status === "fail" ? manifestScope.event.fields(verdict) : {}
    const error = expect.stringMatching(/^refusing to edit build manifest long\/.{262}…$/)
    expect(fields).toEqual({ path, error })
  })
})
