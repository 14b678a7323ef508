type Method = (this: unknown, ...given: unknown[]) => unknown

interface Patched {
  readonly owner: object
  readonly name: string
  readonly cost: (self: unknown, given: readonly unknown[], result: unknown, from: number) => number
}

const length = (value: unknown): number => (typeof value === "string" ? value.length : 0)
const whole: Patched["cost"] = (self) => length(self)
const one: Patched["cost"] = () => 1
/** The characters a search has looked at: up to its match, or to the end. */
const searched: Patched["cost"] = (self, given, result) => {
  const from = typeof given[1] === "number" ? given[1] : 0
  return 1 + (typeof result === "number" && result >= 0 ? result - from : Math.max(0, length(self) - from))
}
const backwards: Patched["cost"] = (self, given, result) => {
  const from = typeof given[1] === "number" ? given[1] : length(self)
  return 1 + Math.max(0, from - Number(result))
}

const texts: readonly Patched[] = [
  ...["split", "trim", "trimStart", "trimEnd", "toLowerCase", "replaceAll", "repeat", "normalize"].map(
    (name) => ({
      owner: String.prototype,
      name,
      cost: whole,
    }),
  ),
  // A slice is a view, so its length costs nothing.
  ...["charCodeAt", "codePointAt", "at", "startsWith", "endsWith", "slice", "substring"].map((name) => ({
    owner: String.prototype,
    name,
    cost: one,
  })),
  { owner: String.prototype, name: "indexOf", cost: searched },
  { owner: String.prototype, name: "includes", cost: whole },
  { owner: String.prototype, name: "lastIndexOf", cost: backwards },
  {
    // Everything a regular expression does goes through this once it is patched: test, match, replace and the rest.
    owner: RegExp.prototype,
    name: "exec",
    cost: (self, [text], result, from) => {
      const found = result as RegExpExecArray | null
      if (found !== null) return 1 + found.index + (found[0]?.length ?? 0) - from
      return self instanceof RegExp && self.sticky ? 1 : 1 + length(text) - from
    },
  },
]

/** How many characters `run` looks at, by the methods it uses; the inside of a regular expression is not seen. */
export function charactersSeen(run: () => void): number {
  let seen = 0
  const undo = texts.map(({ owner, name, cost }) => {
    const original = Reflect.get(owner, name) as Method
    const patched: Method = function (...given) {
      const sticky = this instanceof RegExp && (this.global || this.sticky) ? this.lastIndex : 0
      const result = original.apply(this, given)
      seen += cost(this, given, result, sticky)
      return result
    }
    Object.defineProperty(owner, name, { value: patched, configurable: true, writable: true })
    return () => Object.defineProperty(owner, name, { value: original, configurable: true, writable: true })
  })
  try {
    run()
  } finally {
    for (const restore of undo) restore()
  }
  return seen
}
