import { choice, configured, count, flag, value, values } from "../arguments/option.ts"
import type { OptionSpec, Verb } from "../arguments/verb.ts"
import type * as FeedbackActions from "../feedback/actions.ts"
import { MODEL_OPTIONS, PUBLISHING_OPTIONS, ROOM_OPTIONS } from "../jobs/options.ts"
import { REQUIRE_OPTION } from "../verdicts/judged_change_options.ts"

const STORE_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  repo: value("DIR", "The repository; default the current folder"),
  store: configured(
    value("FILE", "The database, or postgres://...; default .proofloop/feedback.db in the repository"),
    "feedback.store",
  ),
}

const WORK_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  ...STORE_OPTIONS,
  base: value("BRANCH", "Branch for pull requests, never the default branch; default next"),
  ...PUBLISHING_OPTIONS,
  forge: value("NAME", "github:OWNER/NAME, or local:PATH of a bare repository; default .proofloop/forge.git"),
}

const TEST_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  "test-timeout": count("SECONDS", "Time limit for one run of a test file; default 120"),
  ...ROOM_OPTIONS,
}

const ASKED_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  ...MODEL_OPTIONS,
  "verifier-model": value(
    "NAME",
    "Model of the independent verifiers; default the same model, with a caveat",
  ),
}

/** When a plan waits for a person. */
const LARGE_JOB_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  "large-job-lines": count("N", "A plan of more lines waits for a person; default 200", { least: 0 }),
  "large-job-component-lines": count("N", "The same for a plan that changes several components; default 50", {
    least: 0,
  }),
  "large-job-depth": count("N", "How many folders of a path name a component; 0: all is one; default 4", {
    least: 0,
  }),
  "large-job-always": values("CLASS,...", "Classes that always wait, beside architectural and state-machine"),
}

function action(name: string, run: keyof typeof FeedbackActions, verb: Omit<Verb, "name" | "run">): Verb {
  return {
    name: `feedback ${name}`,
    ...verb,
    run: async (input, io) => (await import("../feedback/actions.ts"))[run](input, io),
  }
}

const actions: readonly Verb[] = [
  action("add", "addFeedback", {
    summary: "Say what went wrong",
    positionals: ["TEXT"],
    options: {
      severity: choice("LEVEL", ["low", "med", "high", "critical"], "Required: low, med, high or critical"),
      on: value("URL", "The pull request or issue it is about: answers go there"),
      from: value("HANDLE", "Who says so; default the user's name"),
      criterion: value("TEXT", "When it counts as done"),
      id: value("ID", "Default fb- and 12 digits"),
      ...STORE_OPTIONS,
    },
    notes: `example\n  npx proofloop feedback add "discount(10) gives 90.00000000000001" --severity high\n`,
  }),
  action("list", "listFeedback", {
    summary: "List feedback with its state",
    positionals: [],
    options: {
      state: value("STATE", "Only these: pending, awaiting-approval, failed, ..."),
      severity: choice("LEVEL", ["low", "med", "high", "critical"], "Only these"),
      limit: count("N", "At most this many; default all"),
      after: value("ID", "Only those added after this one"),
      ...STORE_OPTIONS,
    },
    notes: "",
  }),
  action("inbox", "showInbox", {
    summary: "What waits for a person, and what to do about each",
    positionals: [],
    options: STORE_OPTIONS,
    notes: "exit codes\n  0 nothing waits   3 something does\n",
  }),
  action("show", "showFeedback", {
    summary: "Show one in full: plan, approval message, history",
    positionals: ["ID"],
    options: STORE_OPTIONS,
    notes: "The history is a chain of hashes: one that was changed by hand is refused, with exit code 1.\n",
  }),
  action("approve", "approveFeedback", {
    summary: "Let a large job go on, or send its plan back",
    positionals: ["ID"],
    options: {
      refine: value("TEXT", "What to change in the plan; at most three times"),
      by: value("HANDLE", "Default the user's name"),
      ...STORE_OPTIONS,
    },
    notes: "",
  }),
  action("reject", "rejectFeedback", {
    summary: "Reject a plan, or give up failed work",
    positionals: ["ID"],
    options: {
      reason: value("TEXT", "Why (required); the sender of the feedback is told"),
      by: value("HANDLE", "Default the user's name"),
      ...WORK_OPTIONS,
    },
    notes: "A pull request that is open is closed on its forge. An alarm, whose fix is merged, is closed.\n",
  }),
  action("process", "processFeedback", {
    summary: "Advance all feedback that can go on: triage, plan, fix, draft pull request",
    positionals: ["[ID]"],
    options: {
      limit: count("N", "At most this many; default all"),
      retry: flag("With ID: resume it where it failed"),
      "retry-all": flag("Resume all failed ones where they failed"),
      where: value("TEXT", "With --retry-all: those whose error has this text"),
      contract: values("GLOB,...", "Contract files for the verifiers"),
      ...REQUIRE_OPTION,
      "no-verifiers": flag("Critics alone review a fix"),
      "test-command": value("COMMAND", "Runs one test file; {path} stands for it"),
      ...TEST_OPTIONS,
      ...LARGE_JOB_OPTIONS,
      ...ASKED_OPTIONS,
      ...WORK_OPTIONS,
    },
    notes: `Fixes are made on branches auto/proofloop/ID in separate trees; the work tree stays as it is. A pull request is a
draft with a test that fails by assertion on the base and passes on the fix. A person merges it.

exit codes
  0 nothing failed   1 something failed or is alarmed   2 misuse   3 something waits for a person or a missing service
  130 stopped
`,
  }),
  action("verify", "verifyFeedback", {
    summary: "Run the regression tests of merged pull requests",
    positionals: ["[ID]"],
    options: { ...TEST_OPTIONS, ...WORK_OPTIONS },
    notes: `exit codes
  0 verified, or nothing is merged yet   1 a regression test is red on the merge   2 misuse   130 stopped
`,
  }),
  action("revert", "revertFeedback", {
    summary: "Open a draft pull request that reverts a merged fix",
    positionals: ["ID"],
    options: {
      reason: value("TEXT", "Reason for the pull request; default the reason of the alarm"),
      ...WORK_OPTIONS,
    },
    notes: `exit codes
  0 it is open, or there is nothing to revert   2 misuse   3 later work is in the way   130 stopped
`,
  }),
]

export const feedback: Verb = {
  name: "feedback",
  summary: "Turn feedback into a tested draft pull request, and check the merge",
  positionals: ["ACTION"],
  options: {},
  actions,
  notes: `A queue in a database, one row each: pending, triaged, awaiting-approval, in-fix, fix-pr-open, verified, closed; also
rejected, failed and regression-alarm. A killed process loses nothing: process goes on where it was.

example
  npx proofloop feedback add "discount(10) gives 90.00000000000001" --severity high
  npx proofloop feedback process --base next --model qwen3-coder --base-url http://127.0.0.1:11434/v1
`,
  async run() {
    throw new Error("feedback has actions")
  },
}
