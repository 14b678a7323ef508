import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import * as z from "zod"
import { definitionReader } from "../../code/definition_reader.ts"
import { isGenerated } from "../../code/generated.ts"
import { type Language, languageOf } from "../../code/language.ts"
import { isUnable } from "../../parsers/unable_error.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type Critic, defineCritic } from "../critic.ts"
import { partialVerdict, type Violation } from "../verdict.ts"
import { wentWithItsOnlyUse } from "./only_use.ts"
import type { LostName, Rewrite } from "./rewrite.ts"
import { settledDefinitions } from "./settled_definitions.ts"
import { isTest } from "./settled_tests.ts"

/** null: the text after does not parse, so nothing can be said. */
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
  /** What it asks of syntax trees beside definitions. Default: nothing. */
  readonly reads?: NonNullable<Critic["reads"]>
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
    reads: [definitionReader, ...(family.reads ?? [])],
    default_in: { gate: true, check: true },
    other_severity_when: "a name has changed, or a test goes with code",
    input: z.object({
      flag_unparsable: z.boolean().default(false),
      /** Definitions that nobody uses any more, renamed or dropped with their only use, are told as well. */
      strict: z.boolean().default(false),
    }),
    model_input: { strict: true },
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
    async check(change, facts, { flag_unparsable, strict }) {
      const found: Array<LostName & Pick<Rewrite, "path" | "before">> = []
      const reasons = new Set<string>()
      for (const rewrite of rewritesOf(change, family.languages)) {
        try {
          const lost = await family.lost(rewrite, change, facts)
          const names = lost ?? (flag_unparsable ? await family.all(rewrite) : [])
          const { path, before } = rewrite
          found.push(...names.map((name) => ({ ...name, path, before })))
        } catch (error) {
          if (!isUnable(error)) throw error
          reasons.add(`${rewrite.path}: ${error.message}`)
        }
      }
      const lost = found.flatMap(({ definition, ...place }) => (definition ? [{ ...place, definition }] : []))
      const { settled, renamed, went_with_use, explains_tests } = await settledDefinitions(
        lost,
        change,
        facts,
      )
      const isRenamed = ({ definition, is_renamed }: LostName) =>
        definition === undefined ? is_renamed === true : renamed.has(definition)
      const isSettled = ({ definition }: LostName) => definition !== undefined && settled.has(definition)
      const isUnused = ({ definition, went_with_use: is_unused }: LostName) =>
        definition === undefined
          ? is_unused === true
          : settled.has(definition) && went_with_use.has(definition)
      const missed: typeof found = []
      for (const one of found) {
        const is_told = isUnused(one)
          ? strict && !isRenamed(one) && (await wentWithItsOnlyUse(one, change))
          : !isSettled(one) && (strict || !isRenamed(one))
        if (is_told) missed.push(one)
      }
      const mayBeMeant = (one: (typeof found)[number]) => {
        const { definition, ...place } = one
        return (
          isRenamed(one) ||
          isUnused(one) ||
          (definition !== undefined && explains_tests && isTest({ ...place, definition }))
        )
      }
      return partialVerdict(
        missed.map((one) => ({
          ...violationOf(one),
          ...(mayBeMeant(one) && { severity: "warning" as const }),
        })),
        reasons,
      )
    },
  })
}

function violationOf({ path, name, line, what }: LostName & Pick<Rewrite, "path">): Violation {
  const message = `the ${what} ${name} was defined here and is gone`
  return { path, line, side: "before", rule: "missing_definition", message, evidence: name }
}

function rewritesOf(change: ChangeSet, languages: readonly Language[]): readonly Rewrite[] {
  return change.files.flatMap(({ path, before: old, after: now }) => {
    const language = languageOf(path)
    if (language === null || !languages.includes(language)) return []
    const [before, after] = [strictText(old), strictText(now)]
    if (before === null || after === null || before === after) return []
    // What a program wrote has the names that its source has.
    return isGenerated(before) ? [] : [{ path, before, after }]
  })
}
