import type { ChangeSet } from "@proofloop/foundation/git"
import type { JsonObject } from "@proofloop/foundation/text"
import { type Critic, type CriticVerdict, defineCritic } from "@proofloop/stdlib/critics"
import type { RepositoryFacts } from "@proofloop/stdlib/internal/check"
import type { PlacedCritic } from "@proofloop/stdlib/internal/critics"
import * as z from "zod"

/** A critic of a plugin; everything except `id`, `title` and `check` has a default. */
export interface PluginCritic {
  /** Its own, such as "no-console". */
  readonly id: string
  /** "Console output". */
  readonly title: string
  /** What it stops, for the model or person who chooses critics. Default: the title. */
  readonly description?: string
  /** What to do about it, told to the model. Default: nothing. */
  readonly advice?: string
  /** Default "repository": asked once for the whole change, never for an edit alone. */
  readonly scope?: Critic["scope"]
  /** What its findings count as. Default "error". */
  readonly severity?: Critic["severity"]
  /** Default: both. */
  readonly default_in?: Critic["default_in"]
  /** Options, as a zod object in which every key has a default. Default: none. */
  readonly input?: z.ZodObject
  /** The id it stands before or after. Default: it comes last. */
  readonly before?: string
  /** The id it comes after. Default: it comes last. */
  readonly after?: string
  /** Judges a change; reads, never writes. A throw, and an answer of another shape, count as "could not look". */
  check(
    change: ChangeSet,
    facts: RepositoryFacts,
    options: JsonObject,
  ): PluginVerdict | Promise<PluginVerdict>
}

/** Findings, empty for a clean change; or why it could not look. */
export type PluginVerdict =
  | readonly PluginFinding[]
  | {
      /** Why it could not look, in words. */
      readonly unable: string
    }

export interface PluginFinding {
  /** The file, relative to the root. */
  readonly path: string
  /** From 1. */
  readonly line?: number | undefined
  /** Stable within the critic, snake_case. */
  readonly rule: string
  /** One sentence that a model or a person can act on. */
  readonly message: string
  /** What the rule looked at. Default: nothing. */
  readonly evidence?: string | undefined
}

const verdict = z.union([
  z.array(
    z.object({
      path: z.string(),
      line: z.number().int().min(1).optional(),
      rule: z.string(),
      message: z.string(),
      evidence: z.string().default(""),
    }),
  ),
  z.object({ unable: z.string() }),
])

/** The critic with its defaults, at its place; its answers are checked. */
export function placedCritic(given: PluginCritic): PlacedCritic {
  const { id, title, description = title, advice = "", scope = "repository", before, after } = given
  const critic = defineCritic({
    id,
    title,
    description,
    advice,
    scope,
    severity: given.severity ?? "error",
    default_in: given.default_in ?? { gate: true, check: true },
    ...(given.input === undefined ? {} : { input: given.input }),
    event: { type: `critic_${id.toLowerCase().replaceAll(/[^a-z0-9]/g, "_")}.fail` },
    check_name: title,
    check: async (change, facts, options) =>
      readVerdict(await given.check(change, facts, options as JsonObject)),
  })
  if (before !== undefined) return { critic, before }
  return after === undefined ? critic : { critic, after }
}

function readVerdict(answer: unknown): CriticVerdict {
  const read = verdict.safeParse(answer)
  if (!read.success) {
    const [issue] = read.error.issues
    return {
      status: "unable",
      reason: `its answer is not a list of findings: ${issue?.message}`,
      crashed: true,
    }
  }
  if ("unable" in read.data) return { status: "unable", reason: read.data.unable }
  if (read.data.length === 0) return { status: "pass" }
  return {
    status: "fail",
    violations: read.data.map(({ line, ...rest }) => (line === undefined ? rest : { ...rest, line })),
  }
}
