import type { Analyser } from "../../packages/jobs/src/pipeline/analyse/analyser.ts"
import { analysers } from "../../packages/jobs/src/pipeline/analyse/analysers.ts"
import { generated, table } from "./markdown.ts"

/** `docs/analysers.md`: what each analyser of the pipeline looks at, and how its score is made. */
export function analyserPage(): string {
  return `${generated("# Analysers", "`analysers` of `@proofloop/jobs/pipeline`")}
An analyser looks at one side of a repository in JavaScript, TypeScript, Python, Go, Rust or Java. It reads files; it runs no code of the
repository and uses no network. A finding names a file and a line, or the file that is missing, and proposes the subtask that would mend it.

\`\`\`sh
npx proofloop pipeline analyse .
npx proofloop pipeline analyse . --format html --out report.html
\`\`\`

The exit code is 1 when a metric fails. \`--format json\` is one line; \`--commit REV\` reads from git. [A run](pipeline.md) keeps its own
report: \`npx proofloop pipeline report ID\`.

\`\`\`ts
import { analyse, reportPage, reportText } from "@proofloop/jobs/pipeline"

const report = await analyse("/path/to/repository", { commit: "HEAD" })
console.log(reportText(report))
\`\`\`

With \`commit\` the files come from git, else from the folder as it is. With a \`runner\` (a room) the folder's own build and tests run
as well: \`build\` says whether it compiles, \`test_results\` whether the tests pass. A planner ([planning](any-model.md#planning)) takes the
report as it is.

## Scores

A check earns some of its points, or does not apply. A metric's score is the share of points earned, of the checks that apply: 0 to 1.
It passes from 0.8 and warns from 0.5. Below that it fails. A **decisive** check that earns nothing caps the score at 0.4. When no check
applies, the metric is \`unable\` and has no score. \`build\` fails only when it was built and does not compile. A planner then lets no
subtask touch a manifest. The score of the repository is the mean of the metrics, by weight.

Some files may not be touched by a [patch](any-model.md#patching), such as a workflow. A suggestion that needs one says that a person has to do it.

${analysers.map(section).join("\n\n")}

## Bounds

| | |
|---|---|
| files | the first 20,000 by name; of code 2000 sources and 2000 tests |
| size | 512 KiB a file; larger and binary ones are not read |
| parsed | 60,000 characters of a source for syntax and Python, 200,000 for the length of functions in other languages |
| left out as sources | tests, fixtures, examples, documentation, benchmarks, generated and copied code |
| links | a symbolic link is never followed out of the tree |

## Decisions

- \`tests\` says what is there, \`test_results\` what a run says: the filters of a plan take a failing \`test_results\` for failing tests.
- \`build\` fails only by a compiler: the filters of a plan take a failing \`build\` for code that does not compile, and then refuse manifests.
- What may come from elsewhere does not count as missing: tools of a Maven parent, tests of a workflow that another repository holds.
- A secret counts when it has the shape of a vendor's token or is a whole private key, outside of tests and documents. A wrong alarm costs more here than a missed one, which a scanner finds.
- G11 (frameworks that documentation claims) judges changes, not whole repositories: there the frameworks are those of users, sponsors and rivals.
`
}

function section({ name, title, weight, checks }: Analyser): string {
  const rows = checks.map(({ looks_at, points, decisive }) => [
    looks_at,
    String(points),
    decisive ? "yes" : "",
  ])
  return `## ${title}

Metric \`${name}\`, weight ${weight}.

${table(["looks at", "points", "decisive"], rows)}`
}
