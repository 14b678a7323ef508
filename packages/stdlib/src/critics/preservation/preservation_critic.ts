import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { z } from "zod"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { type Language, languageOf } from "../../code/language.ts"
import { symbolIndex } from "../../code/symbol_index.ts"
import { isUnable } from "../../parsers/unable_error.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type Critic, defineCritic } from "../critic.ts"
import { partialVerdict, type Violation } from "../verdict.ts"
import type { Rewrite, LostName } from "./rewrite.ts"

/** null: the text after does not parse, so that nothing can be said. */
export type FindLost = (
  rewrite: Rewrite,
  change: ChangeSet,
  facts: RepositoryFacts,
) => Promise<readonly LostName[] | null>

interface Family {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly languages: readonly Language[]
  /** Names of the text before that the text after no longer has. */
  readonly lost: FindLost
  /** Every name of the text before, for an unparsable text after. */
  readonly all: (rewrite: Rewrite) => Promise<readonly LostName[]>
}

/** A critic that compares the names of each touched file before and after; new and deleted files pass. */
export function preservationCritic(family: Family): Critic {
  return defineCritic({
    id: family.id,
    title: family.title,
    description: family.description,
    scope: "change",
    default_in: { gate: true, check: true },
    input: z.object({
      flag_unparsable: z.boolean().default(false),
      allow_renames: z.boolean().default(false),
    }),
    event: {
      type: "critic_ast_diff.fail",
      fields: ({ violations }) => {
        const path = violations[0]?.path ?? ""
        const missing = violations.filter((found) => found.path === path).map(({ evidence }) => evidence)
        return { path, missing: missing.sort() }
      },
    },
    check_name: "Definition check",
    advice:
      "Write the whole file again with every definition it had, and copy those you do not change word for word. A definition that has moved stays reachable under its old name: import or re-export it.",
    async check(change, facts, { flag_unparsable, allow_renames }) {
      const violations: Violation[] = []
      const reasons = new Set<string>()
      for (const rewrite of rewritesOf(change, family.languages)) {
        try {
          const lost = await family.lost(rewrite, change, facts)
          const names = lost ?? (flag_unparsable ? await family.all(rewrite) : [])
          const left = allow_renames ? await withoutRenamed(names, rewrite, facts) : names
          violations.push(...left.map((name) => violationOf(rewrite.path, name)))
        } catch (error) {
          if (!isUnable(error)) throw error
          reasons.add(`${rewrite.path}: ${error.message}`)
        }
      }
      return partialVerdict(violations, reasons)
    },
  })
}

function violationOf(path: string, { name, line, what }: LostName): Violation {
  const message = `the ${what} ${name} was defined here and is gone`
  return { path, line, side: "before", rule: "missing_definition", message, evidence: name }
}

function rewritesOf(change: ChangeSet, languages: readonly Language[]): readonly Rewrite[] {
  return change.files.flatMap(({ path, before: old, after: now }) => {
    const language = languageOf(path)
    if (language === null || !languages.includes(language)) return []
    const [before, after] = [strictText(old), strictText(now)]
    return before === null || after === null || before === after ? [] : [{ path, before, after }]
  })
}

/** Lost names without those renamed throughout: the definition has a new name, and nothing in the repository has the old one. */
async function withoutRenamed(
  lost: readonly LostName[],
  { path, before, after }: Rewrite,
  facts: RepositoryFacts,
): Promise<readonly LostName[]> {
  if (lost.length === 0) return lost
  const [old, now] = [(await definitions(path, before)) ?? [], (await definitions(path, after)) ?? []]
  const known = new Set(old.map(({ qualified_name }) => qualified_name))
  const created = now.filter(({ qualified_name }) => !known.has(qualified_name))
  const left: LostName[] = []
  for (const found of lost) {
    const definition = old.find(({ qualified_name }) => qualified_name === found.name)
    const same = (other: Definition) =>
      definition !== undefined &&
      other.kind === definition.kind &&
      shape(after, other) === shape(before, definition)
    const renamed =
      definition !== undefined && created.some(same) && (await isForgotten(definition.name, facts))
    if (!renamed) left.push(found)
  }
  return left
}

/** The text of a definition with its own name blanked. */
function shape(text: string, { range, name }: Definition): string {
  return text
    .slice(range.start, range.end)
    .split(/([\p{L}\p{N}_$]+)/u)
    .map((word) => (word === name ? "\0" : word))
    .join("")
}

async function isForgotten(name: string, facts: RepositoryFacts): Promise<boolean> {
  const { files, unparsed, definitions: defined, truncated } = await symbolIndex(facts, new Set([name]))
  const references = [...files.values()].flatMap((file) => file.references)
  return !truncated && references.length === 0 && !unparsed.has(name) && !defined.has(name)
}
