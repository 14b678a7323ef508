import { commitPaths } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { BETTER_ACCOUNT, shopWith } from "./brief.fixture.ts"
import { type BriefManifest, sealManifest } from "./brief.ts"
import { buildBrief } from "./build_brief.ts"
import { checkManifest } from "./check.ts"

const JUDGED_BY = { contract: ["docs/contract.md"], tests: ["tests/test_account.py"] }

async function judged(): Promise<{ readonly root: string; readonly manifest: BriefManifest }> {
  const root = await shopWith({ "src/account.py": BETTER_ACCOUNT })
  return { root, manifest: (await buildBrief({ root, ...JUDGED_BY })).manifest }
}

describe("checkManifest", () => {
  it("finds nothing where a repository makes the same again, whatever was committed since", async () => {
    const { root, manifest } = await judged()
    expect(await checkManifest(root, manifest)).toEqual([])
    await commitPaths(root, ["src/account.py"], "done")
    const committed = (await buildBrief({ root, ...JUDGED_BY, base: "HEAD~1", head: "HEAD" })).manifest
    await addFiles(root, { "src/account.py": "later\n" })
    expect(await checkManifest(root, committed)).toEqual([])
  })

  it("makes manifests again whose subject names no base yet", async () => {
    const { root, manifest } = await judged()
    const { base_commit, head_commit, inputs } = manifest
    expect(manifest.subject.base_commit).toBe(base_commit)
    const old = sealManifest({ base_commit, head_commit, inputs }, false)
    expect(old.subject).not.toHaveProperty("base_commit")
    expect(await checkManifest(root, old)).toEqual([])
    const forged = { ...manifest, subject: { ...manifest.subject, base_commit: "0".repeat(40) } }
    expect(await checkManifest(root, forged)).toEqual([expect.stringMatching(/^subject\.base_commit: /)])
  })

  it("names what differs: a change since, an input that was none, a subject that does not follow", async () => {
    const { root, manifest } = await judged()
    const forged = {
      ...manifest,
      inputs: manifest.inputs.map((input) =>
        input.kind === "conventions" ? { ...input, path: "transcript.md" } : input,
      ),
      subject: { ...manifest.subject, contract_sha256: "0".repeat(64) },
    }
    const told = await checkManifest(root, forged)
    expect(told.map((line) => line.split(":", 1)[0])).toEqual([
      "conventions transcript.md",
      "subject.contract_sha256",
      "brief_sha256",
    ])
    expect(told[0]).toContain("it is not there at the base")
    await addFiles(root, { "src/account.py": `${BETTER_ACCOUNT}# more\n` })
    const later = await checkManifest(root, manifest)
    expect(later.map((line) => line.split(":", 1)[0])).toEqual([
      "diff diff",
      "subject.diff_sha256",
      "brief_sha256",
    ])
  })

  it("refuses what is no manifest, and commits it does not have", async () => {
    const { root, manifest } = await judged()
    const bad = { ...manifest, base_commit: "--output=/tmp/x" }
    await expect(checkManifest(root, bad)).rejects.toThrow(/^manifest: expected a manifest/)
    const unknown = { ...manifest, base_commit: "0".repeat(40) }
    await expect(checkManifest(root, unknown)).rejects.toThrow(/^base: expected a commit/)
  })
})
