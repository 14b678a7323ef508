import { runSetup } from "./setup.ts"

const TRANSITIONS = [
  { guard: "is_handed_back", target: "#run.repair.handed_back" },
  { guard: "is_stuck", target: "#run.repair.stuck" },
  { guard: "is_reverify_owed", target: "#run.repair.failing.reverify_owed" },
  { guard: "is_unedited", target: "#run.repair.failing.unedited" },
  { guard: "is_passing", target: "#run.repair.passing" },
] as const

/** All modes but the given one: every transition is a guard over the detector state, so the region cannot disagree with it. */
function leave(mode: string): { guard: (typeof TRANSITIONS)[number]["guard"]; target: string }[] {
  return TRANSITIONS.filter(({ target }) => target !== `#run.repair.${mode}`).map((entry) => ({ ...entry }))
}

/** The repair model: what the evidence says about the failure, beside what the loop does. */
export const repair = runSetup.createStateConfig({
  initial: "no_evidence",
  states: {
    no_evidence: { always: leave("no_evidence") },
    passing: { always: leave("passing") },
    failing: {
      initial: "unedited",
      states: {
        unedited: { always: leave("failing.unedited") },
        reverify_owed: { always: leave("failing.reverify_owed") },
      },
    },
    stuck: { always: leave("stuck") },
    handed_back: { always: leave("handed_back") },
  },
})
