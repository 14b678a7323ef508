import { choice, configured, count, flag, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const check: Verb = {
  name: "check",
  summary: "Let the critics judge what changed in a repository",
  positionals: ["[PATH...]"],
  options: {
    repo: value("DIR", "The repository; default the current folder"),
    base: configured(value("REF", "Base of the change; default HEAD"), "check.base"),
    head: value("REF", "Judge this commit instead of the work tree"),
    staged: flag("Judge what is staged, byte for byte, instead of the work tree"),
    only: values("ID,...", "These critics and no others"),
    off: values("ID,...", "Leave these critics out"),
    "task-files": values("PATH,...", "Files the task is about; G1 reports any other changed build manifest"),
    "schema-dir": configured(value("DIR", "JSON Schemas of your own for G10"), "check.schema_dir"),
    set: values("ID.OPTION=VALUE", "An option of a critic, as in G13.shrink_floor=0.5"),
    severity: values(
      "ID=LEVEL,...",
      "Severity of a critic: error, warning or off, as in G13=warning; --list says the defaults",
    ),
    "max-warnings": configured(
      count("N", "Exit code 1 also for more warnings than this", { least: 0 }),
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
    fix: flag("Apply certain repairs to the work tree, then judge it again"),
    sandbox: configured(
      flag("Run builds and tests in bubblewrap: no network, no files but the repository"),
      "sandbox",
    ),
    format: choice(
      "NAME",
      ["text", "json", "sarif", "github", "markdown", "unix"],
      "text (default), json, sarif, github, markdown or unix",
    ),
    report: values("FORMAT=FILE", "Also write the report in this format to a file"),
    watch: flag("Judge again whenever files change, or with --staged the index, until Ctrl-C"),
    serve: flag("Stay, and answer the checks of this work tree, until nobody asks for a while"),
    list: flag("List the critics with what their findings count as, and those that are off"),
  },
  reads_config: true,
  notes: `The change is the difference between the work tree, untracked files included, and the common ancestor of base and HEAD.
With --staged it is the content of the next commit. A PATH leaves out findings about other files. Without --only, every
critic runs that needs no model, network, scanner or run of the code. --sandbox isolates builds and tests from the
machine, for changes by people you do not trust. PROOFLOOP_G13=off leaves a critic out, as --off does. A comment
"proofloop-ignore G13: REASON" accepts findings on the next line. With --suppressions before, a change cannot accept its
own findings.

exit codes
  0 clean, or warnings alone   1 findings   2 misuse   3 not judged   130 stopped
A critic that could not look is reported. The exit code is 3 where it threw, or where --severity makes it an error.

examples
  npx proofloop check
  npx proofloop check --base origin/main --format github
  npx proofloop check --staged
  npx proofloop check --only G8 --base HEAD~1 --head HEAD
`,
  async run(input, io, command) {
    if (!input.flag("serve")) return (await import("../check/check.ts")).checkRepository(input, io)
    const { serveChecks } = await import("../resident/serve_checks.ts")
    return serveChecks(input, check, io, { command })
  },
}
