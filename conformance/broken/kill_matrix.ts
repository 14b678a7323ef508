import { type Case, type Implementation, ourImplementation } from "@proofloop/conformance"
import { runCase } from "@proofloop/conformance/internal"
import type { BrokenImplementation } from "./broken_implementation.ts"

/** Which cases catch which broken implementation, and which cases catch nothing. */
export interface KillMatrix {
  /** Cases that fail on ours: while there are any, the rest means nothing. */
  readonly red: readonly string[]
  /** One row for each broken implementation. */
  readonly broken: readonly BrokenRow[]
  /** One row for each case. */
  readonly cases: readonly CaseRow[]
}

export interface BrokenRow {
  /** What the implementation does wrong, by which it is known. */
  readonly wrong: string
  /** Ids of the requirements that it breaks. */
  readonly violates: readonly string[]
  /** Cases that fail on it: of the requirements it violates, or of all with `every_case`. */
  readonly killed_by: readonly string[]
  /** Requirements it violates although every case of them passes. */
  readonly unnoticed: readonly string[]
  /** Cases in which it threw instead of answering wrongly: a defect of the broken implementation itself. */
  readonly crashed: readonly string[]
}

export interface CaseRow {
  /** Id of the case. */
  readonly id: string
  /** Id of the requirement that it shows. */
  readonly requirement: string
  /** Id of the case that this one is a near miss of; absent for none. */
  readonly twin_of?: string
  /** Broken implementations that violate the case's requirement and fail it. */
  readonly kills: readonly string[]
  /** `idle`: kills nothing, and is not the twin of a case that kills. */
  readonly standing: "kills" | "twin" | "idle"
}

/**
 * Plays the cases of the requirements that each broken implementation violates against it, or with `every_case` all that
 * play its broken part. A case counts as a kill only for its own requirement: that it fails is not enough.
 */
export async function killMatrix(
  cases: readonly Case[],
  implementations: readonly BrokenImplementation[],
  {
    every_case = false,
  }: {
    /** Whether cases of other requirements are played too. Default false. */
    readonly every_case?: boolean
  } = {},
): Promise<KillMatrix> {
  const red = (await play(ourImplementation(), cases)).failed
  const broken: BrokenRow[] = []
  const kills = new Map<string, string[]>(cases.map(({ id }) => [id, []]))
  for (const { parts, ...described } of implementations) {
    const { wrong, violates } = described
    const own = cases.filter((played) => violates.includes(played.requirement))
    const chosen = (every_case ? cases : own).filter((played) => playsPart(parts, played))
    const { failed, crashed } = await play(ourImplementation(parts), chosen)
    const killers = own.filter((played) => failed.includes(played.id))
    for (const killer of killers) kills.get(killer.id)?.push(wrong)
    const noticed = new Set(killers.map(({ requirement }) => requirement))
    const unnoticed = violates.filter((requirement) => !noticed.has(requirement))
    broken.push({ ...described, killed_by: failed, unnoticed, crashed })
  }
  return { red, broken, cases: cases.map((played) => caseRow(played, kills)) }
}

/** The first case that catches a broken implementation under a requirement it violates, or null. */
export async function firstKill(
  cases: readonly Case[],
  { parts, violates }: BrokenImplementation,
): Promise<string | null> {
  const implementation = ourImplementation(parts)
  for (const played of cases) {
    if (!violates.includes(played.requirement) || !playsPart(parts, played)) continue
    if ((await runCase(implementation, played)).status === "failed") return played.id
  }
  return null
}

/** Whether nothing speaks against the suite: ours is green, everything broken is caught, and no case is idle. */
export function hasTeeth({ red, broken, cases }: KillMatrix): boolean {
  const caught = broken.every(
    ({ killed_by, unnoticed, crashed }) =>
      killed_by.length > 0 && unnoticed.length === 0 && crashed.length === 0,
  )
  return red.length === 0 && caught && cases.every(({ standing }) => standing !== "idle")
}

function playsPart({ create, createLoop }: BrokenImplementation["parts"], { kind }: Case): boolean {
  return (kind === "loop" ? createLoop : create) !== undefined
}

function caseRow({ id, requirement, twin_of }: Case, kills: ReadonlyMap<string, readonly string[]>): CaseRow {
  const own = kills.get(id) ?? []
  const twin_kills = twin_of !== undefined && (kills.get(twin_of) ?? []).length > 0
  const standing = own.length > 0 ? "kills" : twin_kills ? "twin" : "idle"
  return { id, requirement, ...(twin_of === undefined ? {} : { twin_of }), kills: own, standing }
}

async function play(
  implementation: Implementation,
  cases: readonly Case[],
): Promise<{ readonly failed: readonly string[]; readonly crashed: readonly string[] }> {
  const failed: string[] = []
  const crashed: string[] = []
  let threw = false
  const watched: Implementation = {
    ...implementation,
    async request(message) {
      try {
        return await implementation.request(message)
      } catch (error) {
        threw = true
        throw error
      }
    },
  }
  for (const played of cases) {
    threw = false
    const { status } = await runCase(watched, played)
    if (status === "failed") failed.push(played.id)
    if (threw) crashed.push(played.id)
  }
  return { failed, crashed }
}
