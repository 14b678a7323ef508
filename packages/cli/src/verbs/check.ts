import type { Verb } from "../arguments/verb.ts"

export const check: Verb = {
  name: "check",
  summary: "Let the critics judge what changed in a repository",
  positionals: ["[PATH...]"],
  options: {
    repo: { type: "string", value: "DIR", doc: "The repository; default the current folder" },
    base: { type: "string", value: "REF", doc: "What the change started from; default HEAD" },
    head: { type: "string", value: "REF", doc: "Judge this commit instead of the work tree" },
    only: { type: "string", value: "ID,...", multiple: true, doc: "These critics and no others" },
    off: { type: "string", value: "ID,...", multiple: true, doc: "Leave these critics out" },
    "task-files": {
      type: "string",
      value: "PATH,...",
      multiple: true,
      doc: "What the task was about: G1 finds any other build manifest that changed",
    },
    "schema-dir": { type: "string", value: "DIR", doc: "JSON Schemas of your own for G10" },
    set: {
      type: "string",
      value: "ID.OPTION=VALUE",
      multiple: true,
      doc: "An option of a critic, as in G13.shrink_floor=0.5",
    },
    format: {
      type: "string",
      value: "NAME",
      choices: ["human", "json", "sarif", "github"],
      doc: "human (default), json, sarif or github",
    },
    list: { type: "boolean", doc: "List the critics and say which are on" },
  },
  notes: `The change is what differs between the work tree, untracked files included, and the commit that base and HEAD have in
common. A PATH leaves out findings about other files. Without --only, every critic takes part that needs no model, no
network, no scanner and no run of the code. PROOFLOOP_G13=off leaves one out as --off does.

exit codes
  0 clean   1 findings   2 misuse   130 stopped
A critic that could not look is said, and is no finding.

examples
  npx proofloop check
  npx proofloop check --base origin/main --format github
  npx proofloop check --only G8 --base HEAD~1 --head HEAD
`,
  async run(input, io) {
    const { checkRepository } = await import("../check/check.ts")
    return checkRepository(input, io)
  },
}
