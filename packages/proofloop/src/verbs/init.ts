import { flag, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const init: Verb = {
  name: "init",
  summary: "Set a repository up: configuration, pre-commit hook, workflow, MCP entry",
  positionals: [],
  options: {
    repo: value("DIR", "The repository; default the current folder"),
    only: values("PART,...", "Only these of config, pre-commit, workflow and mcp"),
    "no-run": flag("Do not run the test command that was found"),
    "dry-run": flag("Show what would be written, and write nothing"),
    yes: flag("Write without asking", "y"),
  },
  notes: `Finds the test command and runs it once, the package manager, CI and the agents in use. Shows every file before it is
written, and keeps what else is in it. A second run changes nothing.

exit codes
  0 written, or all of it was there   1 not written   2 misuse   130 stopped

examples
  npx proofloop init
  npx proofloop init --dry-run --no-run
`,
  run: async (input, io) => (await import("../init/init.ts")).initProject(input, io),
}
