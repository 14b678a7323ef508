import { sha256Hex } from "@proofloop/foundation/text"
import { type Random, randomOf } from "./random.ts"

/** What outlives a process: files, and everything that was ever done to anything. */
export interface World {
  readonly files: Map<string, string>
  readonly effects: Effect[]
  /** The content each file must have for the checks to pass. */
  readonly wanted: Readonly<Record<FileName, string>>
}

export const FILE_NAMES = ["a.ts", "b.ts", "c.ts"] as const
export type FileName = (typeof FILE_NAMES)[number]

export type EffectKind = "model" | "judge" | "verifier" | "callback" | "tool"

/** One call that reached the world, as the world saw it. */
export interface Effect {
  readonly index: number
  readonly life: number
  readonly kind: EffectKind
  readonly name: string
  /** What is asked: equal for the same question in another life. */
  readonly identity: string
  readonly at_ms: number
  /** In flight together with others: how many, this one included. */
  readonly beside: number
  /** Returned or thrown, as far as the world knows. */
  is_over: boolean
  /** A model call whose outcome no record kept: the provider will be asked the same again. */
  is_lost: boolean
  /** Changed a file. */
  wrote: boolean
  /** What the caller got. */
  readonly facts: Record<string, unknown>
}

export function createWorld(seed: number): World {
  const random = randomOf(seed, "world")
  const wanted = Object.fromEntries(FILE_NAMES.map((name) => [name, contentOf(random)]))
  return {
    files: new Map(FILE_NAMES.map((name) => [name, contentOf(random)])),
    effects: [],
    wanted: wanted as World["wanted"],
  }
}

/** Contents are few, so that a model that guesses gets it right now and then. */
export function contentOf(random: Random): string {
  return `export const value = ${random.int(1, 3)}`
}

export type CheckName = "unit" | "lint"

const CHECKED: Readonly<Record<CheckName, readonly FileName[]>> = { unit: ["a.ts", "b.ts"], lint: ["c.ts"] }

/** The files that fail a check now. */
export function wrongFiles(world: World, check: CheckName): readonly FileName[] {
  return CHECKED[check].filter((name) => world.files.get(name) !== world.wanted[name])
}

/** What a failing check prints: the failure means the same at each run, durations and line numbers do not. */
export function failureText(world: World, check: CheckName, noise: Random): string {
  const lines = wrongFiles(world, check).map((name) => {
    const [got, wanted] = [valueIn(world.files.get(name)), valueIn(world.wanted[name])]
    return `src/${name}:${noise.int(1, 90)}: AssertionError: expected ${wanted}, got ${got} (0.${noise.int(10, 99)}s)`
  })
  return lines.join("\n")
}

function valueIn(content: string | undefined): string {
  return content?.split(" ").at(-1) ?? "nothing"
}

export function write(world: World, effect: Effect, name: string, content: string): void {
  if (world.files.get(name) === content) return
  world.files.set(name, content)
  effect.wrote = true
}

export function worldDigest(world: World): string {
  return sha256Hex(JSON.stringify([...world.files].toSorted(([one], [other]) => (one < other ? -1 : 1))))
}
