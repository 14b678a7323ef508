export interface DemoEdit {
  readonly old_text: string
  readonly new_text: string
}

export function nextRounding(content: string): DemoEdit | null {
  for (const [index, { find }] of roundings.entries()) {
    const found = find.exec(content)
    const next = roundings[(index + 1) % roundings.length]
    if (found === null || next === undefined) continue
    return { old_text: found[0], new_text: next.write(found[1] ?? "") }
  }
  return null
}

/** Makes a limit in a file inclusive, if the failure is about a value exactly at a limit. */
export function inclusiveBoundary(content: string, evidence: string): DemoEdit | null {
  if (!/\bexactly\b/.test(evidence)) return null
  const found = /\b(\w+) ([<>]) (\w+)/.exec(content)
  if (found === null) return null
  const [old_text, value, comparison, limit] = found
  return { old_text, new_text: `${value} ${comparison}= ${limit}` }
}

interface Rounding {
  readonly find: RegExp
  write(amount: string): string
}

const roundings: readonly Rounding[] = [
  {
    find: /Math\.round\((\w+) \* 100\) \/ 100/,
    write: (amount) => `Math.round(${amount} * 100) / 100`,
  },
  {
    find: /Number\((\w+)\.toFixed\(2\)\)/,
    write: (amount) => `Number(${amount}.toFixed(2))`,
  },
  {
    find: /Math\.round\(\((\w+) \+ Number\.EPSILON\) \* 100\) \/ 100/,
    write: (amount) => `Math.round((${amount} + Number.EPSILON) * 100) / 100`,
  },
  {
    find: /Math\.floor\((\w+) \* 100 \+ 0\.5\) \/ 100/,
    write: (amount) => `Math.floor(${amount} * 100 + 0.5) / 100`,
  },
]
