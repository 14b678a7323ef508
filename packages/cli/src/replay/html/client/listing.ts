export interface Listed {
  readonly row: HTMLTableRowElement
  readonly link: HTMLAnchorElement
  readonly index: number
  readonly source: string
  readonly patterns: readonly string[]
  readonly trips: number
  readonly text: string
}

export interface Filter {
  /** All of them have to be found. */
  readonly words: readonly string[]
  /** "" for any. */
  readonly pattern: string
  readonly source: string
  readonly only_tripped: boolean
}

export function fits(run: Listed, { words, pattern, source, only_tripped }: Filter): boolean {
  return (
    (!only_tripped || run.trips > 0) &&
    (pattern === "" || run.patterns.includes(pattern)) &&
    (source === "" || run.source === source) &&
    words.every((word) => run.text.includes(word))
  )
}

const KEYS: readonly (readonly [key: string, name: string])[] = [
  ["stake", "turns at stake"],
  ["turns", "turns"],
  ["tokens", "tokens"],
  ["edits", "edits"],
  ["checks", "checks"],
  ["first", "turn of the first trip"],
]

/** Turns at stake first, because readers look for them. */
export const FIRST_ORDER = "stake down"

export const orders: readonly { readonly value: string; readonly name: string }[] = [
  { value: "", name: "as read" },
  ...KEYS.flatMap(([key, name]) => [
    { value: `${key} down`, name: `${name}, most first` },
    { value: `${key} up`, name: `${name}, fewest first` },
  ]),
]

/** Runs without the value come last in either direction; equal ones keep the order of reading. */
export function compareBy(key: string, is_down: boolean): (left: Listed, right: Listed) => number {
  if (key === "") return (left, right) => left.index - right.index
  return (left, right) => {
    const [one, other] = [valueOf(left, key), valueOf(right, key)]
    if (one === other) return left.index - right.index
    if (one === undefined) return 1
    if (other === undefined) return -1
    return is_down ? other - one : one - other
  }
}

function valueOf({ row }: Listed, key: string): number | undefined {
  const text = row.dataset[key] ?? ""
  return text === "" ? undefined : Number(text)
}
