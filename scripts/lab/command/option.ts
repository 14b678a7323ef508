import { Misuse } from "./misuse.ts"

/** An option of a tool, read from what was written behind it each time. */
export interface Option<Value> {
  /** What stands behind it in the usage; a flag has nothing. */
  readonly value?: string
  readonly about: string
  /** Throws Misuse for a text it does not take; `name` is as people write it. */
  readonly read: (texts: readonly string[], name: string) => Value
}

export type Options = Readonly<Record<string, Option<unknown>>>

export type Values<Known extends Options> = {
  readonly [Name in keyof Known]: Known[Name] extends Option<infer Value> ? Value : never
}

export function flag(about: string): Option<boolean> {
  return { about, read: (texts) => texts.length > 0 }
}

export function text(value: string, about: string): Option<string | undefined> {
  return { value, about, read: (texts) => texts.at(-1) }
}

export function neededText(value: string, about: string): Option<string> {
  return {
    value,
    about,
    read(texts, name) {
      const last = texts.at(-1)
      if (last === undefined) throw new Misuse(`${name} ${value} is missing: ${about}`)
      return last
    },
  }
}

/** Texts with commas between them, or each with the option before it; empty without any. */
export function list(value: string, about: string): Option<readonly string[]> {
  return { value, about, read: (texts) => texts.flatMap((one) => one.split(",")).filter(Boolean) }
}

/** A whole number of at least `least`. */
export function whole<Fallback extends number | undefined>(
  about: string,
  fallback: Fallback,
  least = 1,
): Option<number | Fallback> {
  return {
    value: "N",
    about: fallback === undefined ? about : `${about}; default ${fallback}`,
    read(texts, name) {
      const written = texts.at(-1)
      if (written === undefined) return fallback
      const number = Number(written)
      if (/^\d+$/.test(written) && Number.isSafeInteger(number) && number >= least) return number
      throw new Misuse(`${name}: expected a whole number of at least ${least}, got "${written}"`)
    },
  }
}

export function oneOf<const Name extends string, const Fallback extends Name | undefined>(
  names: readonly Name[],
  about: string,
  fallback: Fallback,
): Option<Name | Fallback> {
  return {
    value: names.join("|"),
    about: fallback === undefined ? about : `${about}; default ${fallback}`,
    read(texts, name) {
      const written = texts.at(-1)
      if (written === undefined) return fallback
      const found = names.find((one) => one === written)
      if (found === undefined) throw new Misuse(`${name}: expected ${names.join(" or ")}, got "${written}"`)
      return found
    },
  }
}
