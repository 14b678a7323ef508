import type { Outcome } from "./try_kind.ts"

/** What a run of all kinds saw. */
export interface Results {
  readonly node: string
  readonly outcomes: readonly Outcome[]
  readonly skipped: readonly { readonly name: string; readonly missing: readonly string[] }[]
}

/** The page, from what was seen. */
export function initPage({ node, outcomes, skipped }: Results): string {
  const rows = outcomes.map(({ name, tests, written, bad_edit, critic, is_stopped, seconds, wrong }) =>
    [
      name,
      testsCell(tests),
      written.map((path) => `\`${path}\``).join(", "),
      `${bad_edit}: ${critic} ${is_stopped ? "stops the commit" : "warns"}`,
      `${seconds.check.toFixed(1)} s`,
      wrong.length === 0 ? "yes" : `**no**: ${wrong.join("; ")}`,
    ].join(" | "),
  )
  const missing = skipped.map(
    ({ name, missing: programs }) => `${name} | not run: no ${programs.join(", ")} | | | | `,
  )
  return `# \`init\` in kinds of repositories

What \`proofloop init\` did in repositories that their own tools made, on Node ${node.slice(1)}. In each,
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
