import { commitPaths, git } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { FILES, runIn, write, use, DONE, textOf } from "./loop_gate.fixture.ts"

describe("the gate in the loop", () => {
  it("keeps an edit of a file that was broken before, however far the repair has come", async () => {
    const root = await repositoryWith({ ...FILES, "notes.json": '{"a": 1,, "b": }\n' })
    const { rejected } = await runIn(root, [write("notes.json", '{"a": 1, "b": }\n'), DONE])
    expect(rejected).toEqual([])
    expect(await textOf(root, "notes.json")).toBe('{"a": 1, "b": }\n')
  })

  it("undoes what an edit breaks anew in a file that failed another critic before", async () => {
    const bad_key = "[tool.mypy]\nno_such_key = 1\n"
    const root = await repositoryWith({ ...FILES, "pyproject.toml": bad_key })
    const more = `${bad_key}nor_this = 1\n[project]\ndependencies = { a = "1" }\n`
    const { rejected } = await runIn(root, [write("pyproject.toml", more), DONE], {
      allowed_manifests: ["pyproject.toml"],
      critics: { G23: true, G24: true },
    })
    expect(rejected).toEqual(["G24 pyproject.toml"])
    expect(await textOf(root, "pyproject.toml")).toBe(bad_key)
  })

  it("refuses build manifests the task does not name, and what may never be touched", async () => {
    const root = await repositoryWith(FILES)
    const edits = [write("package.json", '{ "name": "other" }\n'), write(".env", "TOKEN=1\n"), DONE]
    const { rejected } = await runIn(root, edits)
    expect(rejected).toEqual(["build_manifest package.json", "sensitive_path .env"])
    expect(await textOf(root, "package.json")).toBe(FILES["package.json"])
    const allowed = await runIn(root, edits.slice(0, 1).concat(DONE), { allowed_manifests: ["package.json"] })
    expect(allowed.rejected).toEqual([])
  })

  it("judges at the checkpoint what a shell wrote, under the critic's own check_id, and takes nothing back", async () => {
    const root = await repositoryWith({ ...FILES, "a.json": "{}\n" })
    const breaking = use("shell", { command: "echo '{' > a.json" })
    const mending = use("shell", { command: "echo '{}' > a.json" })
    const broken = await runIn(root, [breaking, DONE])
    expect(broken.result).toMatchObject({ verified: false })
    expect(broken.told).toContain("a.json")
    expect(await textOf(root, "a.json")).toBe("{\n")
    await git(root, ["checkout", "--", "a.json"])
    const mended = await runIn(root, [breaking, DONE, mending, DONE])
    expect(mended.result).toMatchObject({ status: "done", verified: true })
  })

  it("does not blame a run for what was uncommitted before it, and sees through its commits", async () => {
    const root = await repositoryWith({ ...FILES, "a.json": "{}\n" })
    await git(root, ["config", "user.name", "x"])
    const dirty = use("shell", { command: "true" })
    await runIn(root, [use("shell", { command: "echo '{' > a.json" }), DONE])
    const next = await runIn(root, [dirty, DONE])
    expect(next.result.verified).toBe(true)
    const hidden = await runIn(root, [
      use("shell", {
        command: "echo '[' > price.json && git add -A && git -c user.email=a@b commit -qm x",
      }),
      DONE,
    ])
    expect(hidden.result.verified).toBe(false)
    expect(await commitPaths(root, ["price.json"], "nothing left")).toBeNull()
  })
})
