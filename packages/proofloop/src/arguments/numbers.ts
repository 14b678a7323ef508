import type { Input } from "./verb.ts"

/** The value of an option made by `count`; undefined without it. */
export function readCount(input: Input, name: string): number | undefined {
  return numberOf(input.text(name))
}

/** The value in milliseconds of an option made by `count`, in units of `unit_ms`; default seconds. */
export function readMilliseconds(input: Input, name: string, unit_ms = 1000): number | undefined {
  const count = readCount(input, name)
  return count === undefined ? undefined : count * unit_ms
}

/** The value of an option made by `amount`; undefined without it. */
export function readAmount(input: Input, name: string): number | undefined {
  return numberOf(input.text(name))
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
