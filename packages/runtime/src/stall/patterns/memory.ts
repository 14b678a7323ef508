import type { Shape } from "../shape.ts"
import type { Draft } from "../state.ts"

/** What one pattern remembers between turns; the state keeps it under `name`. */
export interface Memory<T> {
  readonly name: string
  readonly shape: Shape<T>
  readonly start: T
  /** When it starts over: the user asked for something new, or a check has fewer failures than ever. */
  readonly over: "new_task" | "progress" | null
}

/** Names what a pattern remembers. */
export function memoryOf<T>(memory: Omit<Memory<T>, "start"> & { readonly start: NoInfer<T> }): Memory<T> {
  return memory
}

export function recall<T>({ memory }: Pick<Draft, "memory">, { name, start }: Memory<T>): T {
  // A state from outside was checked against the shape.
  return Object.hasOwn(memory, name) ? (memory[name] as T) : start
}

export function remember<T>(draft: Draft, { name }: Memory<T>, value: T): void {
  draft.memory = { ...draft.memory, [name]: value }
}
