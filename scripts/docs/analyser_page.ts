import { analysers, type Analyser } from "../../packages/pipeline/src/index.ts"
import { generated, table } from "./markdown.ts"

/** `docs/analysers.md`: what each analyser of the pipeline looks at, and how its score is made. */
export function analyserPage(): string {
  return `${generated("# Analysers", "`analysers` of `@proofloop/pipeline`")}
An analyser looks at one side of a repository in JavaScript, TypeScript, Python, Go, Rust or Java. It reads, and runs nothing of
the repository; no network. What it says it shows with a file and a line, or names the file that is missing, and proposes
the subtask that would mend it.

\`\`\`sh
npx proofloop pipeline analyse .
npx proofloop pipeline analyse . --format html --out report.html
\`\`\`

The exit code is 1 when a metric fails. \`--format json\` is one line; \`--commit REV\` reads from git. [A run](pipeline.md) keeps its own
report: \`npx proofloop pipeline report ID\`.

\`\`\`ts
import { analyse, reportPage, reportText } from "@proofloop/pipeline"

const report = await analyse("/path/to/repository", { commit: "HEAD" })
console.log(reportText(report))
\`\`\`

With \`commit\` the files come from git, else from the folder as it lies. With a \`runner\` (a room) the folder's own build and tests run
as well: \`build\` then says whether it compiles, \`test_results\` whether the tests pass. A planner
([planning](planning.md)) takes the report as it is.

## Scores

A check earns a part of its points, or does not apply. The score of a metric is what is earned of the points that apply, from 0 to
1. It passes from 0.8, warns from 0.5, and fails below. A **decisive** check that earns nothing caps the score at 0.4. Without a check that
applies, the metric is \`unable\` and has no score. \`build\` fails only when it was built and does not compile: a planner then lets no
subtask touch a manifest. The score of the repository is the mean of the metrics, by weight.

A suggestion that needs a file which no [patch](patching.md) may touch, such as a workflow, says that a person has to do it.

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
- What may come from elsewhere is not missing: tools of a Maven parent, tests of a workflow that another repository holds.
- Secrets count only with the shape of a vendor's token or a whole private key, outside of tests and documents: a wrong alarm costs more here than a missed one, which a scanner finds.
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
