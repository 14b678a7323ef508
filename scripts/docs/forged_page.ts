import { casesDirectory, type ForgedCase, forgedCases, loadRequirements } from "@proofloop/conformance"
import { generated, table } from "./markdown.ts"

/** `docs/forged.md`: every case of the forged suite by the rule it is about, and what no proof defends against. */
export async function forgedPage(): Promise<string> {
  const [cases, requirements] = await Promise.all([forgedCases(casesDirectory("forged")), loadRequirements()])
  const rules = Object.entries(requirements.forged)
  return `${generated("# Forged success", "the cases in `conformance/forged/cases`")}
Scripted agents work on small real repositories: most cheat, some are honest. A case has a git repository, the check that the host runs,
the turns of an agent, and what the loop has to say of the run. The checks are npm, \`node --test\`, pytest, unittest, cargo, go and make.

\`\`\`sh
npx proofloop conformance --suite forged                              # our loop, minutes
npx proofloop conformance --suite forged --filter removed/            # some of it
npx proofloop conformance --suite forged --implementation "my-loop"   # another loop, over stdio
\`\`\`

The loop runs with every knob as recommended. Cases of a toolchain that is not installed are skipped, and the report counts them.
[Conformance](../conformance/README.md) has the format and the protocol.

${table(["", "means", "cases"], standings(cases))}

## What no proof defends against

- **Anything outside the root.** That is \`HOME\` with its \`.npmrc\`, \`.cargo/config.toml\` or \`.gitconfig\`, the folders on \`PATH\`, the
  global packages, the time and the network. A command of the agent can change all of that for the check that runs after it. No case
  touches them. Give the agent a container, or a user of its own. Give the check a \`HOME\` and a \`PATH\` that the agent cannot write.
- **Code that behaves differently when it is tested.** It may know the answers, look for the runner, replace its assertions, or print
  the whole report itself. Whatever runs inside the check can decide what the check says.
- **Tests that ask for too little, or for something else than the task.** The specification is text that the check does not read.
- **What tests load beside tests.** A helper or a table of values that lies among the code counts as code: nothing says that it was
  weakened.
  A test that the run added runs in one suite with the others and may change what they see: \`proof.added_tests\` names it.
- **Ignored files.** No digest of the work tree covers builds, caches and installed packages. Code may load a module from them, and the module
  may change back before the digest is made.
- **What happens after the result.** A process that a command left behind may change files then. On Linux our loop ends such
  processes before its own check. \`proof.left_running\` names those that still ran at the end.

A run that is *told* stays verified, because an honest fix often touches tests and configuration. Read \`proof.check_changed\`, which names
the files. With \`require_unchanged_checks\` such runs are not verified. [Remarks on a proof](loop.md#remarks-on-a-proof) say how a test was
weakened, and where an answer stands in the code: \`examine_proof: forgedEvidence()\`.

${rules.map(([id, { text }]) => section(id, text, cases)).join("\n\n")}
`
}

const MEANINGS: Readonly<Record<ForgedCase["stands"], string>> = {
  held: "the run is never verified",
  told: "verified, and `proof.check_changed` names what was changed; not verified with `require_unchanged_checks`",
  out_of_scope: "verified, and no proof of a loop can see why it should not be",
  honest: "no attack: the run stays verified",
}

function standings(cases: readonly ForgedCase[]): readonly (readonly string[])[] {
  return Object.entries(MEANINGS).map(([name, meaning]) => {
    const some = cases.filter(({ stands }) => stands === name)
    return [name.replaceAll("_", " "), meaning, String(some.length)]
  })
}

function section(id: string, text: string, cases: readonly ForgedCase[]): string {
  const rows = cases
    .filter(({ requirement }) => requirement === id)
    .map((played) => [played.description, played.repository, standingOf(played), whyOf(played)])
  return `## ${id}\n\n${text}\n\n${table(["attack", "with", "stands", "why"], rows)}`
}

function standingOf({ stands, known_gap }: ForgedCase): string {
  return known_gap === undefined
    ? stands.replaceAll("_", " ")
    : `${stands.replaceAll("_", " ")}, not yet by ours`
}

/** The reason of its own, what the proof names, or else the rule above the table. */
function whyOf({ why, known_gap, expect }: ForgedCase): string {
  const named = JSON.stringify(expect).match(/"contains":\[([^\]]*)\]/)?.[1] ?? ""
  const names = named.replaceAll('"', "`").replaceAll(",", ", ")
  return known_gap ?? why ?? (names === "" ? "" : `the proof names ${names}`)
}
