import type { ChangeSet } from "@proofloop/foundation/git"
import type { JsonObject } from "@proofloop/foundation/text"
import type { z } from "zod"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type Critic, type CriticScope, defineCritic } from "../critic.ts"
import { partialVerdict, type Violation } from "../verdict.ts"

interface ForgedCritic<Schema extends z.ZodObject> {
  /** "forged-skipped" */
  readonly id: string
  readonly event_type: string
  readonly title: string
  readonly description: string
  readonly advice: string
  readonly default_in: Critic["default_in"]
  /** Where a model wrote the change. Default: as elsewhere. */
  readonly model_input?: JsonObject
  /** Default "error". */
  readonly severity?: Critic["severity"]
  /** As in `Critic`. Default: none. */
  readonly other_severity_when?: string
  /** Default "change". */
  readonly scope?: CriticScope
  /** Default: nothing. */
  readonly reads?: NonNullable<Critic["reads"]>
  /** Default: no options. */
  readonly input?: Schema
  /** Test files that `find` does not read, and why; the critic could not look there. Default none. */
  readonly unread?: (change: ChangeSet) => readonly string[]
  readonly find: (
    change: ChangeSet,
    facts: RepositoryFacts,
    options: z.output<Schema>,
  ) => Promise<readonly Violation[]>
}

/** A critic of one way to pass a check without correct code. */
export function forgedCritic<Schema extends z.ZodObject>({
  find,
  unread = () => [],
  event_type,
  ...details
}: ForgedCritic<Schema>): Critic {
  return defineCritic({
    scope: "change",
    ...details,
    event: {
      type: event_type,
      fields: ({ violations }): JsonObject => ({
        path: violations[0]?.path ?? "",
        rule: violations[0]?.rule ?? "",
        count: violations.length,
      }),
    },
    check_name: `${details.title} check`,
    async check(change, facts, options) {
      return partialVerdict(await find(change, facts, options), new Set(unread(change)))
    },
  })
}
