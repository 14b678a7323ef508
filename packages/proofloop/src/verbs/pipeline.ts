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
  3 it is not over: it waits for a person, a missing model, forge or budget, or room on the disk; its time limit is
    over; or another process works on it
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
    summary: "Start a run and drive it as far as it goes: analyse, plan, work, pull request, CI",
    positionals: ["REPO"],
    options: RUN_OPTIONS,
    notes: `REPO is a checkout, a bare repository, or https://github.com/OWNER/NAME. The work happens in a separate clone,
never in a checkout, and in a separate process. The time limit ends it: SIGTERM, five seconds later SIGKILL. It sleeps
through waits for CI. With --json every event is a line, and the last line is the result.

${ENDINGS}`,
  }),
  action("analyse", "analyseRepository", {
    summary: "Find problems of a repository, with file and line; asks no model, runs and writes nothing",
    positionals: ["[REPO]"],
    options: { commit: value("REV", "Analyse this commit instead of the files on disk"), ...REPORT_OPTIONS },
    reads_config: true,
    notes: `REPO is a checkout or another folder; default the current one. A report covers the whole checkout.

exit codes
  0 no metric fails   1 one does   2 misuse   130 stopped

example
  npx proofloop pipeline analyse . --format html --out report.html
`,
  }),
  action("status", "showStatus", {
    summary: "Show the state of the runs and who has to act, or one run in full",
    positionals: ["[ID]"],
    options: {
      repo: value("REPO", "Only runs of this repository"),
      all: flag("Also the ended ones before the newest 20"),
      html: value("FILE", "Also write it as a page"),
      ...STATE_OPTION,
    },
    notes:
      "Shows all open runs, and of the ended ones the newest 20. A file `stop` in the state folder stops all runs; the status shows it.\n",
  }),
  action("report", "showReport", {
    summary: "Show what the analysers found when a run began",
    positionals: ["ID"],
    options: {
      after: flag("Show what they found after its work"),
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
    summary: "Reject a plan",
    positionals: ["ID"],
    options: { reason: value("TEXT", "Required"), by: BY, ...STATE_OPTION },
    notes: "",
  }),
  action("review", "reviewPipeline", {
    summary: "Show reviewers' requests in a run's pull request, or fulfil them",
    positionals: ["ID"],
    options: { integrate: flag("Fulfil them, push, and answer in the threads"), ...RESUME_OPTIONS },
    notes: `Only members, and people named by --trust-author, may instruct; other comments are listed apart.

exit codes
  0 nobody asks for anything   3 somebody does   with --integrate those of resume
`,
  }),
  action("fix-ci", "fixCiOfBranch", {
    summary: "Repair what CI found on a branch, outside of runs",
    positionals: ["REPO"],
    options: FIX_CI_OPTIONS,
    notes: `One model proposes, another judges (--fixer-model, --critic-model); the change goes through the gate. A branch below
auto/proofloop/ gets the commit, any other one a draft pull request. A separate process does the work, as for run.

exit codes
  0 repaired, or CI is not red   1 refused by the forge   2 misuse   130 stopped
  3 a person has to do it, a service is missing, or its time limit is over; the reason is printed
`,
  }),
  action("cancel", "cancelPipeline", {
    summary: "Give a run up, or close its alarm",
    positionals: ["ID"],
    options: { reason: value("TEXT", "Required"), ...STATE_OPTION },
    notes: "Its branch and pull request stay as they are.\n",
  }),
  action("reset", "resetPipeline", {
    summary: "Give up active runs, so that a new one may begin",
    positionals: ["REPO|ID"],
    options: STATE_OPTION,
    notes: "Branches and pull requests stay as they are, and are named.\n",
  }),
]

export const pipeline: Verb = {
  name: "pipeline",
  summary: "Turn problems of a repository into a merged pull request",
  positionals: ["ACTION"],
  options: {},
  actions,
  notes: `A run is a row: queued, analysing, planning, awaiting-approval, working, publishing, pr-open, verifying, done; also
alarm, failed and cancelled. A killed process loses nothing: resume goes on where it was.

example
  npx proofloop pipeline run . --model qwen3-coder --base-url http://127.0.0.1:11434/v1 --approve
`,
  async run() {
    throw new Error("pipeline has actions")
  },
}
