import { choice, flag, url, value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const resume: Verb = {
  name: "resume",
  summary: "Go on with a run that was interrupted, from its journal",
  positionals: ["JOURNAL"],
  options: {
    model: value("NAME", "Default the one the run began with"),
    "base-url": url(
      "Default the one the run began with, if it is trusted: loopback, or PROOFLOOP_TRUSTED_HOSTS",
    ),
    "api-key-env": value(
      "NAME",
      "The variable with the key, unless it is OPENAI_API_KEY: a journal may not choose it",
    ),
    durability: choice(
      "KIND",
      ["write", "fsync"],
      "write (default) outlives a crash of the process, fsync one of the machine",
    ),
    head: value(
      "SHA256",
      "Refuse the journal unless it holds this journal_head.head_sha256 of an earlier --json",
    ),
    quiet: flag("Only the result", "q"),
  },
  reads_config: true,
  notes: `Recorded work is not done again. An interrupted call runs again if it only reads, is a check, or is declared repeatable.
An edit is recognised by the file's content. For any other call the model is told that its effect is unknown. Task,
checks, preset and knobs are the journal's. A run that has ended keeps its result, unless it was aborted or its model
could not be reached.

exit codes
  as for proofloop run

example
  npx proofloop resume run.journal.jsonl
`,
  run: async (input, io) => (await import("../run/resume.ts")).resumeTask(input, io),
}
