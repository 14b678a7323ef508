import { choice, configured, flag, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const check: Verb = {
  name: "check",
  summary: "Let the critics judge what changed in a repository",
  positionals: ["[PATH...]"],
  options: {
    repo: value("DIR", "The repository; default the current folder"),
    base: configured(value("REF", "What the change started from; default HEAD"), "check.base"),
    head: value("REF", "Judge this commit instead of the work tree"),
    staged: flag("Judge what is staged, byte for byte, instead of the work tree"),
    only: values("ID,...", "These critics and no others"),
    off: values("ID,...", "Leave these critics out"),
    "task-files": values(
      "PATH,...",
      "What the task was about: G1 finds any other build manifest that changed",
    ),
    "schema-dir": configured(value("DIR", "JSON Schemas of your own for G10"), "check.schema_dir"),
    set: values("ID.OPTION=VALUE", "An option of a critic, as in G13.shrink_floor=0.5"),
    severity: values("ID=LEVEL,...", "Of a critic: error (default), warning or off, as in G13=warning"),
    "max-warnings": configured(
      value("N", "Exit code 1 also for more warnings than this"),
      "check.max_warnings",
    ),
    suppressions: configured(
      choice(
        "NAME",
        ["all", "before", "none"],
        "Accepted findings that count: all (default), those from before the change, or none",
      ),
      "check.suppressions",
    ),
    baseline: configured(
      value("FILE", "Findings that are accepted, as --write-baseline wrote them"),
      "check.baseline",
    ),
    "write-baseline": value("FILE", "Accept what is found now: write it into this file and exit 0"),
    fix: flag("Repair what is certain in the work tree, then judge it again"),
    sandbox: configured(
      flag("Builds and tests run by bubblewrap: no network, nothing of the disk but the repository"),
      "sandbox",
    ),
    format: choice(
      "NAME",
      ["text", "json", "sarif", "github", "markdown", "unix"],
      "text (default), json, sarif, github, markdown or unix",
    ),
    report: values("FORMAT=FILE", "Also write the report in this format to a file"),
    watch: flag("Judge again whenever files change, or with --staged the index, until Ctrl-C"),
    list: flag("List the critics and say which are on"),
  },
  reads_config: true,
  notes: `The change is what differs between the work tree, untracked files included, and the commit that base and HEAD have in
common. With --staged it is what the next commit would hold, whatever lies in the work tree. A PATH leaves out findings
about other files. Without --only, every critic takes part that needs no model, no network, no scanner and no run of the
code. --sandbox keeps what builds and tests the code from the rest of the machine: for changes of people whom you do not
trust. PROOFLOOP_G13=off leaves one out as --off does. A comment "proofloop-ignore G13: REASON" accepts what is on the
next line; --suppressions before lets no change accept its own findings.

exit codes
  0 clean, or warnings alone   1 findings   2 misuse   130 stopped
A critic that could not look is said, and is no finding.

examples
  npx proofloop check
  npx proofloop check --base origin/main --format github
  npx proofloop check --staged
  npx proofloop check --only G8 --base HEAD~1 --head HEAD
`,
  run: async (input, io) => (await import("../check/check.ts")).checkRepository(input, io),
}
