import { InvalidOptionError } from "../errors/invalid_option.ts"

/**
 * The value of a switch in an environment variable: 1, true, on or 0, false, off. Case and blanks around are ignored;
 * undefined if it is not set. Throws InvalidOptionError naming the variable on anything else, "" too.
 */
export function readSwitch(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean | undefined {
  const text = Object.hasOwn(env, name) ? env[name] : undefined
  if (text === undefined) return undefined
  const on = WORDS.get(text.trim().toLowerCase())
  if (on !== undefined) return on
  const expected = "1, true, on, 0, false or off, or the variable not set"
  throw new InvalidOptionError({ option: `environment variable ${name}`, expected, got: text })
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ["1", true],
  ["true", true],
  ["on", true],
  ["0", false],
  ["false", false],
  ["off", false],
])
