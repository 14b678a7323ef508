import { InvalidOptionError } from "@proofloop/foundation/errors"
import { readField } from "../evidence/read_field.ts"
import { memories } from "./patterns.ts"
import type { Shape } from "./shape.ts"
import { type DetectorState, stateShape } from "./state.ts"

/** The state if a detector made it; throws InvalidOptionError naming the first wrong field. */
export function checkedState(state: unknown): DetectorState {
  const is_record = typeof state === "object" && state !== null
  for (const [name, shape] of Object.entries(stateShape.fields)) {
    const value = readField(state, name)
    if (holds(name === "memory" ? isMemory : shape, value)) continue
    throw new InvalidOptionError({
      option: is_record ? `state.${name}` : "state",
      expected: "a state of this detector, first its initial_state",
      got: is_record ? value : state,
    })
  }
  return state as DetectorState
}

/** Reads own fields alone, and in the memory only those of patterns. */
function isMemory(value: unknown): value is DetectorState["memory"] {
  return (
    stateShape.fields.memory(value) &&
    Object.entries(value).every(([name, kept]) => shapes.get(name)?.(kept) === true)
  )
}

const shapes: ReadonlyMap<string, Shape<unknown>> = new Map(memories.map(({ name, shape }) => [name, shape]))

/** A value that throws when read is not part of a state. */
function holds(shape: Shape<unknown>, value: unknown): boolean {
  try {
    return shape(value)
  } catch {
    return false
  }
}
