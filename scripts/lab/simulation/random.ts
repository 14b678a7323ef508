/** Pseudo-random choices that a seed and labels determine, on every machine alike. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
  /** A choice by its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T
  /** A name by its weight. */
  named<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** The choices of `seed` for one purpose: other labels, other choices. */
export function randomOf(seed: number, ...labels: readonly (string | number)[]): Random {
  let state = hashText(labels.join("\u0000"), seed)
  // mulberry32: 32 bits of state are plenty for the few hundred choices of one label.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const weighted: Random["weighted"] = (choices) => {
    let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    throw new Error("nothing to choose from")
  }
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[int(0, choices.length - 1)] ?? choices[0],
    weighted,
    named: <Name extends string>(weights: Readonly<Record<Name, number>>) =>
      weighted((Object.keys(weights) as Name[]).map((name) => [weights[name], name])),
  }
}

/** 32 bits of FNV-1a over the text's code units. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) | 0
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash ^ (hash >>> 15)
}
