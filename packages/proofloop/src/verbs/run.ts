import { choice, configured, count, flag, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { ASKED_MODEL_OPTIONS } from "../jobs/options.ts"

export const run: Verb = {
  name: "run",
  summary: "Let a model work on a repository until a command verifies the work",
  positionals: ["[TASK]"],
  options: {
    repo: value("DIR", "The repository; default the current folder"),
    task: value("TEXT", "What is to be done, in place of TASK"),
    verify: configured(
      value("COMMAND", "Passes only when the work is done; default npm test, if there is a test script"),
      "verify",
    ),
    ...ASKED_MODEL_OPTIONS,
    gate: configured(flag("Critics judge each edit, and the whole change at the end"), "run.gate"),
    "allow-manifest": configured(
      values("PATH,...", "Build manifests that may change under --gate"),
      "run.allow_manifest",
    ),
    sandbox: configured(
      flag("Run commands in bubblewrap: no network, no files but the repository"),
      "sandbox",
    ),
    preset: configured(value("NAME", "Default evidence; proofloop config presets list shows all"), "preset"),
    "max-iterations": configured(
      count("N", "Most turns of the model; default the preset's"),
      "run.max_iterations",
    ),
    "counter-check": choice(
      "WHEN",
      ["off", "when_reported", "always"],
      "Run the check again in a copy, with parts of the change taken back",
    ),
    set: values("PATH=VALUE", "Any loop option, as in stall_diagnostics.threshold=4"),
    trace: configured(value("FILE", "Append the events here, without content"), "run.trace"),
    journal: value("FILE", "Keep a record here, with content, so that proofloop resume FILE can go on"),
    durability: choice(
      "KIND",
      ["write", "fsync"],
      "The journal outlives a crash: write (default) of the process, fsync of the machine",
    ),
    quiet: flag("Only the result", "q"),
  },
  notes: `The model can read and edit files below the repository and run shell commands in it, with your rights unless
--sandbox is given. Nothing is committed. Ctrl-C ends the run and still prints its result.

exit codes
  0 verified   1 not verified   2 misuse   3 the model or the verification cannot be reached   130 aborted

example
  npx proofloop run "Make the failing tests pass" --verify "npm test" \\
    --model qwen3-coder --base-url http://127.0.0.1:11434/v1
`,
  run: async (input, io) => (await import("../run/run.ts")).runTask(input, io),
}
