import { Misuse } from "../console/misuse.ts"
import type { Input } from "./verb.ts"

/** The value of an option that takes a whole number of at least `least`. Default 1. Throws Misuse. */
export function readCount(input: Input, name: string, least = 1): number | undefined {
  const text = input.text(name)
  if (text === undefined) return undefined
  const count = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count >= least) return count
  throw new Misuse(`--${name}: expected a whole number of at least ${least}, got "${text}"`)
}

/** The value of --port; undefined without it. Throws Misuse. */
export function readPort(input: Input): number | undefined {
  const text = input.text("port")
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new Misuse(`--port: expected a number from 0 to 65535, got "${text}"`)
}

/** The value in milliseconds of an option that takes a whole number of `unit_ms`, at least one; default seconds. Throws Misuse. */
export function readMilliseconds(input: Input, name: string, unit_ms = 1000): number | undefined {
  const count = readCount(input, name)
  return count === undefined ? undefined : count * unit_ms
}

/** The value of an option that takes an amount, such as 2.50. Throws Misuse. */
export function readAmount(input: Input, name: string): number | undefined {
  const text = input.text(name)
  if (text === undefined || /^\d{1,9}(?:\.\d{1,6})?$/.test(text))
    return text === undefined ? text : Number(text)
  throw new Misuse(`--${name}: expected an amount such as 2.50, got "${text}"`)
}
