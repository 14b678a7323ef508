import { KINDS } from "./kinds.ts"
import type { Outcome } from "./try_kind.ts"

export const RESULTS_FILE = "docs/init-world.json"
export const PAGE_FILE = "docs/init-world.md"

/** What a run of all kinds saw. */
export interface Results {
  readonly node: string
  readonly outcomes: readonly Outcome[]
  readonly skipped: readonly { readonly name: string; readonly missing: readonly string[] }[]
}

/** What was seen now, and of kinds that were not tried what was seen before; in the order of the kinds. */
export function withEarlier(now: Results, earlier: Results): Results {
  const tried = new Set([...now.outcomes, ...now.skipped].map(({ name }) => name))
  const placeOf = (name: string): number => KINDS.findIndex((kind) => kind.name === name)
  const merged = <Row extends { readonly name: string }>(
    rows: readonly Row[],
    old: readonly Row[],
  ): readonly Row[] =>
    [...rows, ...old.filter(({ name }) => !tried.has(name) && placeOf(name) >= 0)].toSorted(
      (one, other) => placeOf(one.name) - placeOf(other.name),
    )
  return {
    node: now.node,
    outcomes: merged(now.outcomes, earlier.outcomes),
    skipped: merged(now.skipped, earlier.skipped),
  }
}

/** The page, from what was seen. */
export function initPage({ node, outcomes, skipped }: Results): string {
  const rows = outcomes.map(({ name, tests, written, bad_edit, critic, is_stopped, seconds, wrong }) =>
    [
      name,
      testsCell(tests),
      written.map((path) => `\`${path}\``).join(", "),
      `${bad_edit}: [${critic}](critics/${critic.toLowerCase()}.md) ${is_stopped ? "stops the commit" : "warns"}`,
      `${seconds.check.toFixed(1)} s`,
      wrong.length === 0 ? "yes" : `**no**: ${wrong.join("; ")}`,
    ].join(" | "),
  )
  const missing = skipped.map(
    ({ name, missing: programs }) => `${name} | not run: no ${programs.join(", ")} | | | | `,
  )
  return `# \`init\` in kinds of repositories

<!-- Written by \`npm run init:world\` from init-world.json; do not edit. -->

What [\`proofloop init\`](configuration.md) did in repositories that their own tools made, on Node ${node.slice(1)}. In each,
\`init\` shows what it would write and writes nothing; \`init --yes\` writes it; a second one changes nothing. The new files are
committed through the new hook. Then a bad edit is committed, and a sound one. The packages are packed as a release packs them, and
installed by the package manager of the project, or globally by npm where the project has no \`package.json\`.

| repository | test command, run once | written | bad edit | check took | as it should |
|---|---|---|---|---|---|
${[...rows, ...missing].map((row) => `| ${row} |`).join("\n")}

\`npm run init:world -- --folder DIR\` does it again and keeps a transcript of each in DIR.

## What was said

${outcomes.map(transcriptOf).join("\n\n")}
`
}

function testsCell(tests: string): string {
  const [, command, how] = /^(.*?) \((.*)\)$/.exec(tests) ?? []
  if (command === undefined || how === undefined) return tests
  return command.startsWith("none")
    ? tests
    : `\`${command}\`: ${how.length > 60 ? `${how.slice(0, 60)}...` : how}`
}

function transcriptOf({ name, finding, left_out }: Outcome): string {
  const lines = [...finding, ...left_out.map((reason) => `Left out: ${reason}`)]
  return `### ${name}\n\n\`\`\`text\n${lines.join("\n")}\n\`\`\``
}
