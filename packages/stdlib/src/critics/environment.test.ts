import { describe, expect, it } from "vitest"
import { createGate } from "../gate/gate.ts"
import { catalogue } from "./catalogue.ts"
import { resolveCritics } from "./select.ts"

type Environment = Readonly<Record<string, string>>

function idsOn(env: Environment): readonly string[] {
  return resolveCritics({ phase: "check", env }).map(({ critic }) => critic.id)
}

function optionsOf(id: string, env: Environment) {
  return resolveCritics({ phase: "check", env, only: [id] })[0]?.options
}

/** The variables of gitoma, with PROOFLOOP_ for GITOMA_. */
describe("the environment", () => {
  it.each(catalogue.map(({ id }) => id))("switches %s off and on by its id", (id) => {
    const name = `PROOFLOOP_${id.toUpperCase().replaceAll("-", "_")}`
    expect(idsOn({ [name]: "off" })).not.toContain(id)
    expect(idsOn({ [name]: "on" })).toContain(id)
  })

  it.each([
    ["PROOFLOOP_TEST_REGRESSION_GATE", "G8"],
    ["PROOFLOOP_G16_DEAD_CODE", "G16"],
    ["PROOFLOOP_G18_ABANDONED", "G18"],
    ["PROOFLOOP_G19_ECHO_CHAMBER", "G19"],
    ["PROOFLOOP_G21_SEMGREP", "G21"],
    ["PROOFLOOP_G22_TRIVY", "G22"],
    ["PROOFLOOP_G23_CONFIG_KEYS", "G23"],
    ["PROOFLOOP_G24_CONFIG_STRUCTURE", "G24"],
  ])("%s switches %s", (name, id) => {
    for (const word of ["0", "off", "FALSE", " no "]) expect(idsOn({ [name]: word })).not.toContain(id)
    for (const word of ["1", "on", "TRUE", " yes "]) expect(idsOn({ [name]: word })).toContain(id)
    expect(idsOn({ [name]: "perhaps" })).toEqual(idsOn({}))
  })

  it.each([
    ["G13", "PROOFLOOP_G13_DOC_SHRINK_FLOOR", "0.5", { shrink_floor: 0.5 }],
    ["G13", "PROOFLOOP_G13_DOC_SHRINK_FLOOR", "1.5", {}],
    ["G13", "PROOFLOOP_G13_BULK_SHRINK", "off", { bulk_shrink: false }],
    ["G14", "PROOFLOOP_URL_GROUNDING_OFFLINE", "yes", { offline: true }],
    ["G21", "PROOFLOOP_G21_SEVERITY", "info", { severity: "info" }],
    ["G21", "PROOFLOOP_G21_SEVERITY", "dreadful", {}],
    ["G21", "SEMGREP_CONFIG", "auto", { config: "auto" }],
    ["G21", "SEMGREP_TIMEOUT_S", "1", { timeout_ms: 5000 }],
    ["G22", "PROOFLOOP_G22_SEVERITY", "warning", { severity: "warning" }],
    ["G22", "PROOFLOOP_G22_TOUCHED_ONLY", "1", { touched_only: true }],
    ["G22", "TRIVY_TIMEOUT_S", "120", { timeout_ms: 120_000 }],
    ["psi-lite", "PROOFLOOP_PSI_ALPHA", "2", { alpha: 2 }],
    ["psi-lite", "PROOFLOOP_PSI_LAMBDA", "99", { lambda: 10 }],
    ["psi-lite", "PROOFLOOP_PSI_LITE_THRESHOLD", "0.9", { threshold: 0.9 }],
    ["psi-lite", "PROOFLOOP_PSI_LITE_THRESHOLD", "much", {}],
    ["psi-full", "PROOFLOOP_PSI_ALPHA", "-1", { alpha: 0 }],
    ["psi-full", "PROOFLOOP_PSI_LAMBDA", "0.5", { lambda: 0.5 }],
    ["psi-full", "PROOFLOOP_PSI_BETA", "1", { beta: 1 }],
    ["psi-full", "PROOFLOOP_PSI_GAMMA", "1", { gamma: 1 }],
    ["psi-full", "PROOFLOOP_PSI_FULL_THRESHOLD", "9", { threshold: 5 }],
    ["psi-full", "PROOFLOOP_PSI_PHI_HARD_MIN", "0.4", { phi_hard_min: 0.4 }],
    ["psi-full", "PROOFLOOP_PSI_DELETE_ALLOWED", "on", { delete_allowed: true }],
  ])("%s takes %s=%s", (id, name, value, options) => {
    expect(optionsOf(id, { [name]: value })).toEqual(options)
  })

  it("says how often a change may be proposed", () => {
    const attempts = (env: Environment) => createGate({ root: ".", env }).attempts
    expect([attempts({}), attempts({ PROOFLOOP_WORKER_BUILD_RETRIES: "3" })]).toEqual([2, 4])
    expect(() => attempts({ PROOFLOOP_WORKER_BUILD_RETRIES: "many" })).toThrow(
      "PROOFLOOP_WORKER_BUILD_RETRIES",
    )
  })
})
