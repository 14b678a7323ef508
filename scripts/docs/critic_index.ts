import { basename } from "node:path"
import { catalogue, type Critic } from "@proofloop/stdlib/critics"
import { criticPages, firstSentence, pageName, titleOf } from "./critic_pages.ts"
import { generated, table } from "./markdown.ts"
import type { MarkdownPage } from "./markdown_page.ts"

/** `docs/critics/README.md`: every critic in the order of the gate. */
export function criticIndex(): string {
  const ids = new Set(catalogue.map(({ id }) => pageName(id)))
  const others = [...criticPages()].filter(([name]) => !ids.has(name))
  return `${generated("# Critics", "the catalogue in `@proofloop/stdlib/critics` and the pages beside this one")}
A critic judges a change to a repository: every touched file before and after, and what lies around it. It passes, fails with
the places and what to do about them, or is unable and says why. Ask them over a work tree with [\`proofloop check\`](../check.md), or let a model ask them
as [tools](../critics-as-tools.md). [The gate](../gate.md) puts them between a model and the commit, and
[the gate in the loop](../gate.md#the-gate-in-the-loop) into a run.

In the order in which their verdicts count, cheap before dear:

${table(["", "stops", "gate", "check", "needs"], catalogue.map(row))}

"gate" says where it is on unless asked otherwise, "check" also as [what](../check.md#severity) its findings count. \`check --list\` says when the other one does. G1 takes part in a check once \`--task-files\` is given. "run"
is a run of the project's own build or tests, "scanner" a program that has to be installed. One that cannot look is
\`unable\`: no finding, and no approval either.

## On and off

A host says \`critics: { G13: false }\`, the [configuration](../configuration.md#critics) \`"critics": { "G13": "off" }\`, the
[environment](../environment.md) \`PROOFLOOP_G13=off\`, the command line \`--off G13\`. So it is with every id. With \`true\`, \`on\` and \`--only\` a critic is on.
What a failure tells a host is in [the events](../critics-as-tools.md#events-of-the-critics).

Parts of the stack that are no critics:

${table(["", "part", "does"], others.map(part))}

## Parsers

The command brings what critics read code, YAML and JSON with. A host of \`@proofloop/stdlib\` installs it once:
\`npm install @proofloop/parsers\`. Without it a critic that needs a parser is \`unable\`, and says so with this line. A host that is
bundled needs no settings: it installs the package where the bundle runs
([why](../decisions/0023-parsers-are-one-package.md)).

Where a critic differs from [gitoma](../concepts.md#where-the-rules-come-from), whose stack this catalogue re-creates, its page says so below "Decisions".
Each exception has a case in [\`conformance/golden\`](../../conformance/golden); the pages name those that people meet.
`
}

/** "warning", or "warning, or error" where the change decides, "" where it is off. */
function levelOf({ default_in, severity, other_severity_when }: Critic): string {
  if (!default_in.check) return ""
  const other = severity === "error" ? "warning" : "error"
  return other_severity_when === undefined ? severity : `${severity}, or ${other}`
}

function row(critic: Critic): readonly string[] {
  const { id, description, default_in, needs } = critic
  return [
    `[${id}](${pageName(id)})`,
    description.replace(/\.?$/, "."),
    default_in.gate ? "on" : "",
    levelOf(critic),
    needs === "nothing" ? "" : needs,
  ]
}

function part([name, page]: readonly [string, MarkdownPage]): readonly string[] {
  return [`[${shortName(page)}](${name})`, titleOf(page), firstSentence(page)]
}

/** "G7-TS" of a critic's page, the file's name of another. */
function shortName({ path, text }: MarkdownPage): string {
  const name = basename(path, ".md")
  const first = /^# (\S+)/.exec(text)?.[1] ?? name
  return first.toLowerCase() === name ? first : name
}
