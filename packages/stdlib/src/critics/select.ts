import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import { catalogue } from "./catalogue.ts"
import { type Critic, parseInput } from "./critic.ts"
import { placeCritics, type PlacedCritic } from "./placement.ts"
import { readSwitch } from "./switches.ts"

/** Switches and options by id; case of the id is ignored. */
export type CriticSwitches = Readonly<Record<string, boolean | JsonObject>>

export interface CriticSelection {
  /** `false` turns a critic off, `true` on, options turn it on as well. Wins over the environment. */
  readonly critics?: CriticSwitches | undefined
  /** `PROOFLOOP_G13=off`, `PROOFLOOP_G16=on`, and each critic's own variables. Bad values are ignored. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Exactly these, whatever other switches say. */
  readonly only?: readonly string[] | undefined
  readonly phase: "gate" | "check"
  /** Who wrote the change. Default: a model in the gate, else a person. */
  readonly author?: "model" | "person" | undefined
  /** Critics of the host, each at its place in the order; without a place, at the end. */
  readonly custom?: readonly PlacedCritic[] | undefined
  /** Ids that come first, in this order; the others follow in the order of the catalogue. */
  readonly order?: readonly string[] | undefined
}

export interface SelectedCritic {
  readonly critic: Critic
  /** Its options, every key with its value. */
  readonly options: JsonObject
}

/** The critics that take part, in order. Throws InvalidOptionError for an unknown id or bad options. @requirement critics.selection */
export function resolveCritics(
  selection: CriticSelection,
  known: readonly Critic[] = catalogue,
): readonly SelectedCritic[] {
  const { env = {}, only, phase } = selection
  const available = placeCritics(known, selection.custom ?? [], selection.order ?? [])
  const switches = new Map(
    Object.entries(selection.critics ?? {}).map(([id, value]) => [
      findCritic(available, "critics", id).id,
      value,
    ]),
  )
  const wanted = only && new Set(only.map((id) => findCritic(available, "only", id).id))
  const isOn = (critic: Critic) =>
    wanted?.has(critic.id) ??
    Boolean(switches.get(critic.id) ?? readSwitch(critic.id, env) ?? critic.default_in[phase])
  const chosen = available.filter(isOn)
  return chosen
    .filter(({ id }) => wanted !== undefined || !isSuperseded(id, chosen))
    .map((critic) => ({ critic, options: optionsOf(critic, switches.get(critic.id), selection) }))
}

/** The critic of a list with an id, case ignored. Throws InvalidOptionError with a "did you mean". */
function findCritic(known: readonly Critic[], option: string, id: string): Critic {
  const found = known.find((critic) => critic.id.toLowerCase() === id.toLowerCase())
  if (found !== undefined) return found
  const ids = known.map((critic) => critic.id)
  const near = nearestName(
    id.toLowerCase(),
    ids.map((name) => name.toLowerCase()),
  )
  throw new InvalidOptionError({
    option,
    expected: `an id out of ${ids.join(", ")}`,
    got: id,
    did_you_mean: ids.find((name) => name.toLowerCase() === near) ?? null,
  })
}

/** When both Ψ gates are on, the full one wins. */
function isSuperseded(id: string, chosen: readonly Critic[]): boolean {
  return id === "psi-lite" && chosen.some((critic) => critic.id === "psi-full")
}

function optionsOf(
  critic: Critic,
  value: boolean | JsonObject | undefined,
  { env = {}, phase, author = phase === "gate" ? "model" : "person" }: CriticSelection,
): JsonObject {
  const first = {
    ...(author === "model" ? critic.model_input : {}),
    ...(phase === "gate" ? critic.gate_input : {}),
  }
  const options = { ...first, ...critic.environment(env), ...(typeof value === "object" ? value : {}) }
  parseInput(critic, options)
  return options
}
