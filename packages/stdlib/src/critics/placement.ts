import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { Critic } from "./critic.ts"

/** A critic of the host, and the id it stands before or after; without an id it comes last. */
export type PlacedCritic =
  | Critic
  | {
      readonly critic: Critic
      /** Id of the critic that it comes right before. */
      readonly before: string
    }
  | {
      readonly critic: Critic
      /** Id of the critic that it comes right after. */
      readonly after: string
    }

/** The known critics with the host's among them; those that `order` names come first. */
export function placeCritics(
  known: readonly Critic[],
  custom: readonly PlacedCritic[],
  order: readonly string[],
): readonly Critic[] {
  const critics = [...known]
  for (const placed of custom) {
    const critic = "critic" in placed ? placed.critic : placed
    if (indexOf(critics, critic.id) !== -1) {
      throw new InvalidOptionError({ option: "custom", expected: "an id of its own", got: critic.id })
    }
    critics.splice(positionOf(critics, placed), 0, critic)
  }
  const first = order
    .map((id) => critics[requireIndex(critics, "order", id)])
    .filter((critic) => critic !== undefined)
  return [...new Set([...first, ...critics])]
}

function positionOf(critics: readonly Critic[], placed: PlacedCritic): number {
  if ("before" in placed) return requireIndex(critics, "custom.before", placed.before)
  if ("after" in placed) return requireIndex(critics, "custom.after", placed.after) + 1
  return critics.length
}

function requireIndex(critics: readonly Critic[], option: string, id: string): number {
  const index = indexOf(critics, id)
  if (index !== -1) return index
  const ids = critics.map((critic) => critic.id)
  throw new InvalidOptionError({ option, expected: `an id out of ${ids.join(", ")}`, got: id })
}

function indexOf(critics: readonly Critic[], id: string): number {
  return critics.findIndex((critic) => critic.id.toLowerCase() === id.toLowerCase())
}
