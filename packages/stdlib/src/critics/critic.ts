import { expectedBy, InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import type { ChangeSet } from "@proofloop/foundation/git"
import { cutCodePoints, type JsonObject } from "@proofloop/foundation/text"
import * as z from "zod"
import { isUnable } from "../parsers/unable_error.ts"
import type { RepositoryFacts } from "../repository/facts.ts"
import { crashVerdict, type CriticVerdict, type FailVerdict } from "./verdict.ts"

/** The scope of a verdict: one touched file, the whole change, or the repository around it as well. */
export type CriticScope = "file" | "change" | "repository"

/** What it needs beside reading: a network request, a run of the project's code, an installed scanner. */
export type CriticNeeds = "nothing" | "network" | "run" | "scanner"

export interface Critic {
  /** "G7", "G7-TS", "build", "psi-lite". */
  readonly id: string
  /** Its name for people: "Top-level preservation". */
  readonly title: string
  /** What it stops, for the model or person who chooses critics. */
  readonly description: string
  readonly scope: CriticScope
  readonly needs: CriticNeeds
  /** Whether it judges every text, whatever its language. Default: it does not. */
  readonly reads_any_text?: boolean
  /** The readers whose answers it asks for; each touched text is parsed once for all critics. Default: none. */
  readonly reads?: ReadonlyArray<{
    readonly name: string
  }>
  /** Whether it takes part by default in the gate, and in `proofloop check`. */
  readonly default_in: {
    readonly gate: boolean
    /** In `proofloop check`. */
    readonly check: boolean
  }
  /** The severity of its findings in `proofloop check` unless configured: a warning is told. A gate knows failures alone. */
  readonly severity: "error" | "warning"
  /** Findings of it that have the other severity, in words: "nothing but tests changes". Default: none. */
  readonly other_severity_when?: string
  /** Options; every key has a default. */
  readonly input: z.ZodObject
  /** Options that differ in a gate, unless its host sets them. Default: none. */
  readonly gate_input?: JsonObject
  /** Options that differ where a model wrote the change, unless the host sets them. Default: none. */
  readonly model_input?: JsonObject
  /** Options read from environment variables; bad values are ignored. */
  readonly environment: (env: Readonly<Record<string, string | undefined>>) => JsonObject
  /** The event of a failure, and its fields beyond subtask_id, attempt and phase. */
  readonly event: {
    /** Name of the event, such as "critic_stubs.fail". */
    readonly type: string
    readonly fields: (verdict: FailVerdict) => JsonObject
  }
  /** "Syntax check": the beginning of the error that ends a subtask. */
  readonly check_name: string
  /** What to do about it, told to the model below the violations. */
  readonly advice: string
  /** Judges a change; reads, never writes. Throws InvalidOptionError for bad `input`; any other failure is `unable`. */
  check(change: ChangeSet, facts: RepositoryFacts, input?: JsonObject): Promise<CriticVerdict>
}

/** What `defineCritic` takes. */
export interface CriticDefinition<Schema extends z.ZodObject> extends Omit<
  Critic,
  "input" | "check" | "environment" | "event" | "needs" | "severity"
> {
  /** Default "error". */
  readonly severity?: Critic["severity"]
  /** Default "nothing". */
  readonly needs?: CriticNeeds
  /** Default: no options. */
  readonly input?: Schema
  /** Options read from environment variables; bad values are ignored. Default: none. */
  readonly environment?: Critic["environment"]
  /** Default fields: path and message of the first violation. */
  readonly event: Pick<Critic["event"], "type"> & Partial<Critic["event"]>
  /** Judges a change; reads, never writes. Gets options that fit `input`; a throw becomes `unable`. */
  check(
    change: ChangeSet,
    facts: RepositoryFacts,
    input: z.output<Schema>,
  ): CriticVerdict | Promise<CriticVerdict>
}

/** A critic whose options are parsed and whose failures are `unable`. */
export function defineCritic<Schema extends z.ZodObject>(definition: CriticDefinition<Schema>): Critic {
  const { id, input: schema = z.object({}) as Schema, event } = definition
  return {
    needs: "nothing",
    severity: "error",
    ...definition,
    input: schema,
    environment: definition.environment ?? (() => ({})),
    event: { fields: firstViolation, ...event },
    async check(change, facts, input = {}) {
      const options = parseInput({ id, input: schema }, input)
      try {
        return await definition.check(change, facts, options)
      } catch (error) {
        if (isUnable(error)) return { status: "unable", reason: error.message }
        return crashVerdict(error)
      }
    },
  }
}

function firstViolation({ violations: [first] }: FailVerdict): JsonObject {
  return { path: first?.path ?? "", error: cutCodePoints(first?.message ?? "", 300) }
}

/** The options a critic gets. Throws InvalidOptionError for an unknown name and for a value it does not take. */
export function parseInput<Schema extends z.ZodObject>(
  { id, input: schema }: { readonly id: string; readonly input: Schema },
  input: JsonObject,
): z.output<Schema> {
  const known = Object.keys(schema.shape)
  const unknown = Object.keys(input).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    throw new InvalidOptionError({
      option: `${id}.${unknown}`,
      expected: known.length === 0 ? "no options" : `one of ${known.join(", ")}`,
      got: unknown,
      did_you_mean: nearestName(unknown, known),
    })
  }
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new InvalidOptionError({
    option: [id, ...(issue?.path.map(String) ?? [])].join("."),
    expected: expectedBy(issue?.message),
    got: input[String(issue?.path[0])],
  })
}
