import { flag, value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import type * as PipelineActions from "../pipeline/actions.ts"
import {
  FIX_CI_OPTIONS,
  REPORT_OPTIONS,
  RESUME_OPTIONS,
  RUN_OPTIONS,
  STATE_OPTION,
} from "../pipeline/options.ts"

const ENDINGS = `exit codes
  0 the run is done   1 it failed   2 misuse   130 stopped
  3 it is not over: it waits for a person, or for a model, forge or money that is away, its time limit is over, or
    another process is at work on it
`

function action(name: string, run: keyof typeof PipelineActions, verb: Omit<Verb, "name" | "run">): Verb {
  return {
    name: `pipeline ${name}`,
    ...verb,
    run: async (input, io) => (await import("../pipeline/actions.ts"))[run](input, io),
  }
}

const BY = value("NAME", "Default the user's name")

const actions: readonly Verb[] = [
  action("run", "runPipeline", {
    summary: "Begin a run and take it as far as it goes: analyse, plan, work, pull request, CI",
    positionals: ["REPO"],
    options: RUN_OPTIONS,
    notes: `REPO is a checkout, a bare repository, or https://github.com/OWNER/NAME. The work is done in a clone of its own, never
in a checkout, and by a process of its own, which the time limit ends: SIGTERM, five seconds later SIGKILL. Waits for
CI are slept through. With --json every event is a line, and the last one the result.

${ENDINGS}`,
  }),
  action("analyse", "analyseRepository", {
    summary:
      "What is wrong with a repository, with file and line: no model, and nothing of it runs or is written",
    positionals: ["[REPO]"],
    options: { commit: value("REV", "Of git, instead of the files as they lie"), ...REPORT_OPTIONS },
    reads_config: true,
    notes: `REPO is a checkout or another folder; default the current one. A report is made of the whole checkout.

exit codes
  0 no metric fails   1 one does   2 misuse   130 stopped

example
  npx proofloop pipeline analyse . --format html --out report.html
`,
  }),
  action("status", "showStatus", {
    summary: "Where all runs stand and who waits for whom, or one run whole",
    positionals: ["[ID]"],
    options: {
      repo: value("REPO", "Only runs of this repository"),
      html: value("FILE", "Write the same as a page"),
      ...STATE_OPTION,
    },
    notes: "A file `stop` in the state folder holds all runs still; this says so when it is there.\n",
  }),
  action("report", "showReport", {
    summary: "What the analysers found when a run began",
    positionals: ["ID"],
    options: {
      after: flag("What they found with its work done"),
      ...REPORT_OPTIONS,
      ...STATE_OPTION,
    },
    notes: "",
  }),
  action("resume", "resumePipeline", {
    summary: "Go on with a run: look at what waits, try again what failed",
    positionals: ["ID"],
    options: RESUME_OPTIONS,
    notes: `Flags are those of the run, unless they are given again. A run that is over is not resumed: run REPO --reset begins
anew.

${ENDINGS}`,
  }),
  action("approve", "approvePlan", {
    summary: "Let a plan go on, or send it back",
    positionals: ["ID"],
    options: {
      refine: value("TEXT", "What to change in the plan; at most three times"),
      by: BY,
      ...STATE_OPTION,
    },
    notes: "",
  }),
  action("reject", "rejectPlan", {
    summary: "Turn a plan down",
    positionals: ["ID"],
    options: { reason: value("TEXT", "Required"), by: BY, ...STATE_OPTION },
    notes: "",
  }),
  action("review", "reviewPipeline", {
    summary: "What people ask for in the pull request of a run, and work it in",
    positionals: ["ID"],
    options: { integrate: flag("Work it in, push, and answer in the threads"), ...RESUME_OPTIONS },
    notes: `Only members, and whom --trust-author names, may instruct; what others say is listed apart.

exit codes
  0 nobody asks for anything   3 somebody does   with --integrate those of resume
`,
  }),
  action("fix-ci", "fixCiOfBranch", {
    summary: "Repair what CI found on a branch, beside all runs",
    positionals: ["REPO"],
    options: FIX_CI_OPTIONS,
    notes: `One model proposes, another judges (--fixer-model, --critic-model); the change goes through the gate. A branch below
auto/proofloop/ gets the commit, any other one a draft pull request. It is done by a process of its own, as run does.

exit codes
  0 repaired, or CI is not red   1 refused by the forge   2 misuse   130 stopped
  3 a person has to do it, the reason is told; what it needs is away; or its time limit is over
`,
  }),
  action("cancel", "cancelPipeline", {
    summary: "Give a run up, or close its alarm",
    positionals: ["ID"],
    options: { reason: value("TEXT", "Required"), ...STATE_OPTION },
    notes: "Its branch and pull request stay as they are.\n",
  }),
  action("reset", "resetPipeline", {
    summary: "Give up what is open, so that a new run may begin",
    positionals: ["REPO|ID"],
    options: STATE_OPTION,
    notes: "Branches and pull requests stay as they are, and are named.\n",
  }),
]

export const pipeline: Verb = {
  name: "pipeline",
  summary: "From what is wrong with a repository to a merged pull request",
  positionals: ["ACTION"],
  options: {},
  actions,
  notes: `A run is a row: queued, analysing, planning, awaiting-approval, working, publishing, pr-open, verifying, done; beside
that alarm, failed and cancelled. A killed process loses nothing: resume goes on where it was.

example
  npx proofloop pipeline run . --model qwen3-coder --base-url http://127.0.0.1:11434/v1 --approve
`,
  async run() {
    throw new Error("pipeline has actions")
  },
}
