import { expect, it } from "vitest"
import { phaseSwitches } from "./environment.ts"

it("reads the names of the code, each also with the prefix of the project, which wins", () => {
  const env = {
    CRITIC_PANEL_MODE: "Advisory",
    PROOFLOOP_CRITIC_PANEL_MODE: "blocking",
    CRITIC_PANEL_PERSONAS: "dev, arch,",
    CRITIC_PANEL_DEVIL: "on",
    CRITIC_QA_ENABLED: "1",
    CRITIC_QA_APPLY: "yes",
  }
  expect(phaseSwitches(env)).toEqual({
    panel_mode: "blocking",
    personas: ["dev", "arch"],
    devil: true,
    qa: true,
    qa_apply: true,
  })
})

it("is silent about what is not said or not known", () => {
  const silent = { panel_mode: undefined, personas: undefined, devil: false, qa: false, qa_apply: false }
  expect(phaseSwitches({})).toEqual(silent)
  expect(
    phaseSwitches({ CRITIC_PANEL_MODE: "loud", CRITIC_PANEL_QA_APPLY: "on", CRITIC_PANEL_PERSONAS: "," }),
  ).toEqual(silent)
})
