import type { Input, OptionSpec, Verb } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import type * as FeedbackActions from "../feedback/actions.ts"

const store_options: Readonly<Record<string, OptionSpec>> = {
  repo: { type: "string", value: "DIR", doc: "The repository; default the current folder" },
  store: {
    type: "string",
    value: "FILE",
    doc: "The database; default .proofloop/feedback.db in the repository",
  },
}

const work_options: Readonly<Record<string, OptionSpec>> = {
  ...store_options,
  base: {
    type: "string",
    value: "BRANCH",
    doc: "Where pull requests go, never the default branch; default next",
  },
  forge: {
    type: "string",
    value: "NAME",
    doc: "github:OWNER/NAME, or a bare repository; default .proofloop/forge.git",
  },
  "github-token-env": {
    type: "string",
    value: "NAME",
    doc: "The variable with the token; default GITHUB_TOKEN",
  },
  "github-api": { type: "string", value: "URL", doc: "Default https://api.github.com" },
}

const model_options: Readonly<Record<string, OptionSpec>> = {
  model: { type: "string", value: "NAME", doc: "Default $PROOFLOOP_MODEL" },
  "base-url": { type: "string", value: "URL", doc: "An OpenAI-compatible API; default $PROOFLOOP_BASE_URL" },
  "api-key-env": { type: "string", value: "NAME", doc: "The variable with the key; default OPENAI_API_KEY" },
  "verifier-model": {
    type: "string",
    value: "NAME",
    doc: "Of the independent verifiers; default the same model, which is said",
  },
}

function action(
  name: string,
  verb: Omit<Verb, "name" | "run">,
  run: (actions: typeof FeedbackActions, input: Input, io: Io) => Promise<number>,
): Verb {
  return {
    name: `feedback ${name}`,
    ...verb,
    async run(input, io) {
      return run(await import("../feedback/actions.ts"), input, io)
    },
  }
}

const actions: readonly Verb[] = [
  action(
    "add",
    {
      summary: "Say what went wrong",
      positionals: ["TEXT"],
      options: {
        severity: {
          type: "string",
          value: "LEVEL",
          choices: ["low", "med", "high", "critical"],
          doc: "Required: low, med, high or critical",
        },
        on: { type: "string", value: "URL", doc: "The pull request or issue it is about: answers go there" },
        from: { type: "string", value: "HANDLE", doc: "Who says so; default the user's name" },
        criterion: { type: "string", value: "TEXT", doc: "When it counts as done" },
        id: { type: "string", value: "ID", doc: "Default fb- and 12 digits" },
        ...store_options,
      },
      notes: `example\n  npx proofloop feedback add "discount(10) gives 90.00000000000001" --severity high\n`,
    },
    ({ addFeedback }, input, io) => addFeedback(input, io),
  ),
  action(
    "list",
    {
      summary: "What there is, and where each stands",
      positionals: [],
      options: {
        state: { type: "string", value: "STATE", doc: "Only these: pending, awaiting-approval, failed, ..." },
        severity: {
          type: "string",
          value: "LEVEL",
          choices: ["low", "med", "high", "critical"],
          doc: "Only these",
        },
        ...store_options,
      },
      notes: "",
    },
    ({ listFeedback }, input, io) => listFeedback(input, io),
  ),
  action(
    "show",
    {
      summary: "One of them whole: plan, approval message, history",
      positionals: ["ID"],
      options: store_options,
      notes: "The history is a chain of hashes: one that was changed by hand is refused, with exit code 1.\n",
    },
    ({ showFeedback }, input, io) => showFeedback(input, io),
  ),
  action(
    "approve",
    {
      summary: "Let a large job go on, or send its plan back",
      positionals: ["ID"],
      options: {
        refine: { type: "string", value: "TEXT", doc: "What to change in the plan; at most three times" },
        by: { type: "string", value: "HANDLE", doc: "Default the user's name" },
        ...store_options,
      },
      notes: "",
    },
    ({ approveFeedback }, input, io) => approveFeedback(input, io),
  ),
  action(
    "reject",
    {
      summary: "Turn a plan down, or give up what failed",
      positionals: ["ID"],
      options: {
        reason: { type: "string", value: "TEXT", doc: "Required; whoever gave the feedback is told" },
        by: { type: "string", value: "HANDLE", doc: "Default the user's name" },
        ...work_options,
      },
      notes:
        "A pull request that is open is closed on its forge. An alarm, whose fix is merged, is closed.\n",
    },
    ({ rejectFeedback }, input, io) => rejectFeedback(input, io),
  ),
  action(
    "process",
    {
      summary: "Take up what can go on: triage, plan, fix, draft pull request",
      positionals: ["[ID]"],
      options: {
        limit: { type: "string", value: "N", doc: "At most so many; default all" },
        retry: { type: "boolean", doc: "With ID: take up one that failed, where it failed" },
        contract: {
          type: "string",
          value: "GLOB,...",
          multiple: true,
          doc: "For the verifiers: what is promised",
        },
        "no-verifiers": { type: "boolean", doc: "Critics alone review a fix" },
        "test-command": { type: "string", value: "COMMAND", doc: "Runs one test file; {path} stands for it" },
        "prompt-dir": {
          type: "string",
          value: "DIR",
          doc: "Prompts of your own, Markdown files by the same names",
        },
        ...model_options,
        ...work_options,
      },
      notes: `Fixes are made on branches auto/proofloop/ID in trees of their own; the work tree stays as it is. A pull request is a
draft, needs a test that fails by assertion on the base and passes on the fix, and is merged by a person.

exit codes
  0 nothing failed   1 something failed or is alarmed   2 misuse   3 something waits for a person   130 stopped
`,
    },
    ({ processFeedback }, input, io) => processFeedback(input, io),
  ),
  action(
    "verify",
    {
      summary: "Run the regression tests of merged pull requests",
      positionals: ["[ID]"],
      options: work_options,
      notes: `exit codes
  0 verified, or nothing is merged yet   1 a regression test is red on the merge   2 misuse   130 stopped
`,
    },
    ({ verifyFeedback }, input, io) => verifyFeedback(input, io),
  ),
  action(
    "revert",
    {
      summary: "Open a draft pull request that takes a merged fix back",
      positionals: ["ID"],
      options: {
        reason: {
          type: "string",
          value: "TEXT",
          doc: "Told in the pull request; default why the alarm is on",
        },
        ...work_options,
      },
      notes: `exit codes
  0 it is open, or there is nothing to take back   2 misuse   3 later work is in the way   130 stopped
`,
    },
    ({ revertFeedback }, input, io) => revertFeedback(input, io),
  ),
]

export const feedback: Verb = {
  name: "feedback",
  summary: "From what went wrong to a tested draft pull request, and on until the merge holds",
  positionals: ["ACTION"],
  options: {},
  actions,
  notes: `A queue in a database, one row each: pending, triaged, awaiting-approval, in-fix, fix-pr-open, verified, closed; beside
that rejected, failed and regression-alarm. A killed process loses nothing: process goes on where it was.

example
  npx proofloop feedback add "discount(10) gives 90.00000000000001" --severity high
  npx proofloop feedback process --base next --model qwen3-coder --base-url http://127.0.0.1:11434/v1
`,
  async run() {
    throw new Error("feedback has actions")
  },
}
