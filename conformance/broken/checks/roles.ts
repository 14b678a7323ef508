import type { BrokenImplementation } from "../broken_implementation.ts"
import { detector, optioned } from "../parts/define.ts"
import { folded, judging, slotted } from "../parts/define_folds.ts"
import { proposals, results } from "../parts/define_readings.ts"
import { isFail, slotOf, withSlots } from "../parts/failure_model.ts"
import { inState, mapTexts } from "../parts/state_change.ts"

export const roles: readonly BrokenImplementation[] = [
  judging("What no list names is never a check.", ["repair.guess"], (evidence) =>
    evidence.guessed ? undefined : evidence,
  ),
  judging("Whatever fails is a check at once.", ["repair.guess"], (evidence, state) =>
    evidence.guessed && isFail(evidence) && slotOf(state, evidence.check_id) === undefined
      ? { ...evidence, guessed: false }
      : evidence,
  ),
  slotted("A guess counts with or without an edit between.", ["repair.guess"], (slot) =>
    slot.class === "suspect" ? { ...slot, edit_since_failure: true } : slot,
  ),
  folded("What was guessed to be a check stays one after a proof.", ["repair.guess.proof"], (state) =>
    withSlots(state, (slot) => (slot.class === "fail" ? { ...slot, guessed: false } : slot)),
  ),
  optioned("The list of commands that verify means nothing.", ["repair.role.infer-command"], (options) => ({
    ...options,
    checks: [],
  })),
  detector("A command that contains one of the checks is that check.", ["repair.role.infer-command"], {
    steps:
      (_real, { checks = [] }) =>
      (request, play) =>
        inState(play(request), (state) =>
          request.kind === "propose"
            ? {
                ...state,
                proposal: state.proposal.map((call) => ({
                  ...call,
                  command: checks.find((check) => call.command.includes(check)) ?? call.command,
                })),
              }
            : state,
        ),
  }),
  proposals("No kind of tool is a checking one.", ["repair.role.infer-kind"], (call) => ({
    ...call,
    kind: call.kind.replace(/^(?:test|check|verify|verification)$/, "other"),
  })),
  proposals(
    "With undeclared_role infer an ok edit is a verification.",
    ["repair.role.infer-kind"],
    (call, infers) => (infers && call.kind === "edit" ? { ...call, evidence_role: "verification" } : call),
  ),
  proposals(
    "What a shell command runs does not matter to its role.",
    ["repair.role.infer-command", "repair.role.infer-runner", "repair.role.infer-pipe"],
    (call) => ({ ...call, command: "" }),
  ),
  proposals(
    "No command is known to run tests.",
    ["repair.role.infer-runner", "repair.role.infer-pipe"],
    (call) => ({ ...call, command: call.command === "" ? "" : `inv for all ${call.command}` }),
  ),
  proposals("A check whose exit code a pipe hides is believed.", ["repair.role.infer-pipe"], (call) => ({
    ...call,
    command: call.command.split("|")[0] ?? "",
  })),
  proposals("A declared check is known by its very words alone.", ["repair.role.declared-check"], (call) => ({
    ...call,
    command: call.command.replace(/^cd \. && npm run test$|^npm t$/, "true"),
  })),
  proposals(
    "A variable before a declared check does not matter.",
    ["repair.role.declared-check"],
    (call) => ({
      ...call,
      command: call.command.replace(/^NODE_OPTIONS=\S{1,99} /, ""),
    }),
  ),
  proposals("A shell command is never an edit.", ["repair.role.infer-write"], (call) => ({
    ...call,
    command: call.command.replace(/^(?:sed -i|echo) [^&]{0,99}/, "true "),
  })),
  proposals(
    "With undeclared_role infer every ok shell command is an edit.",
    ["repair.role.infer-write"],
    (call, infers) =>
      infers && call.command !== "" ? { ...call, command: `${call.command}; touch a` } : call,
  ),
  results(
    "No output is known as that of a test runner.",
    ["repair.role.infer-output", "repair.weak-pass.failing-test"],
    (result) =>
      mapTexts(result, (text) =>
        text.replaceAll("=====", "-----").replaceAll("✖", "x").replaceAll(/^# /gm, "~ "),
      ),
  ),
  proposals(
    "With undeclared_role infer any output of a tool without a kind is a verification.",
    ["repair.role.infer-output"],
    (call, infers) =>
      infers && call.kind === "" && call.evidence_role === ""
        ? { ...call, evidence_role: "verification" }
        : call,
  ),
]
