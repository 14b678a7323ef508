import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import type { Fingerprint } from "../../repository/fingerprint.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { psiFull } from "./psi_full.ts"

const RUST: Fingerprint = {
  languages: [{ name: "rust", files: 3 }],
  stack: [],
  declared_deps: { npm: [], python: [], rust: ["serde"], go: [], java: [] },
  declared_frameworks: [],
  entrypoints: [],
  manifest_files: ["Cargo.toml"],
}

async function judge(
  files: Record<string, string>,
  after: Record<string, string | null>,
  options: Record<string, number | boolean> = {},
) {
  const change = changeSet(
    Object.entries(after).map(([path, text]) => ({ path, before: files[path], after: text })),
  )
  return psiFull.check(change, memoryFacts(files, change, { fingerprint: RUST }), options)
}

const HUB = { "b.py": `from hub import hub\n${"hub()\n".repeat(99)}`, "hub.py": "def hub(): return 1\n" }

describe("psi-full", () => {
  it("passes a clean change of a body", async () => {
    expect(await judge({ "a.py": "def a(): return 1\n" }, { "a.py": "def a(): return 2\n" })).toEqual({
      status: "pass",
    })
  })

  it("fails a document that claims a framework the repository has not", async () => {
    const verdict = await judge({}, { "docs/a.md": "Built with React.\n" })
    expect(verdict).toMatchObject({
      status: "fail",
      violations: [
        {
          path: "docs/a.md",
          rule: "psi_below_threshold",
          evidence: expect.stringMatching(/^psi=0\.800 gamma=0\.000/) as string,
        },
      ],
    })
    const fields = verdict.status === "fail" ? psiFull.event.fields(verdict) : null
    expect(fields).toMatchObject({
      path: "docs/a.md",
      psi: 0.8,
      components: { gamma: 0, phi: 1, delta_i: 1, omega: 0 },
    })
  })

  it("fails a hub of a hundred callers by the floor of phi alone", async () => {
    const after = { "hub.py": "def hub(): return 2\n" }
    expect(await judge(HUB, after)).toMatchObject({
      status: "fail",
      violations: [{ path: "hub.py", rule: "phi_below_hard_min" }],
    })
    expect(await judge(HUB, after, { phi_hard_min: 0.1 })).toEqual({ status: "pass" })
  })

  it("asks nothing of phi where there are no symbols", async () => {
    expect(await judge({}, { "a.md": "plain\n" }, { phi_hard_min: 1 })).toEqual({ status: "pass" })
  })

  it("counts a deleted file as deleted", async () => {
    const files = { "a.py": "def a(): pass\n" }
    expect(await judge(files, { "a.py": null }, { threshold: 1.6 })).toMatchObject({ status: "fail" })
    expect(await judge(files, { "a.py": null }, { threshold: 1.6, delete_allowed: true })).toEqual({
      status: "pass",
    })
  })

  it("passes when nothing was touched", async () => {
    expect(await judge({}, {})).toEqual({ status: "pass" })
  })

  it("reads weights from the environment, cuts them to their bounds and ignores what is not a number", () => {
    expect(psiFull.environment({})).toEqual({})
    expect(
      psiFull.environment({
        PROOFLOOP_PSI_ALPHA: "2",
        PROOFLOOP_PSI_BETA: "99",
        PROOFLOOP_PSI_GAMMA: "-1",
        PROOFLOOP_PSI_LAMBDA: "many",
        PROOFLOOP_PSI_FULL_THRESHOLD: "7",
        PROOFLOOP_PSI_PHI_HARD_MIN: "0.5",
        PROOFLOOP_PSI_DELETE_ALLOWED: "yes",
      }),
    ).toEqual({ alpha: 2, beta: 10, gamma: 0, threshold: 5, phi_hard_min: 0.5, delete_allowed: true })
  })

  it("has the constants of gitoma", () => {
    expect(psiFull.input.parse({})).toEqual({
      alpha: 1,
      beta: 0.5,
      gamma: 0.3,
      lambda: 1,
      threshold: 1,
      phi_hard_min: 0.2,
      delete_allowed: false,
    })
    expect(psiFull.default_in).toEqual({ gate: false, check: false })
  })
})
