/** The constant value of a condition made of literals; null: it depends. Spaces and outer brackets do not count. */
export function constantOf(condition: string): boolean | null {
  if (condition.length > 200) return null
  const text = stripped(condition)
  const known = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined
  if (known !== undefined) return known
  if (/^\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text) !== 0
  const negated = /^(?:!|not(?=[\s(]))(?!=)([^&|=<>]{1,200})$/.exec(text)?.[1]
  if (negated !== undefined) {
    const inner = constantOf(negated)
    return inner === null ? null : !inner
  }
  return compared(text) ?? joined(text)
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  None: false,
  null: false,
  undefined: false,
  nil: false,
  TYPE_CHECKING: false,
  "typing.TYPE_CHECKING": false,
  '""': false,
  "''": false,
}

function stripped(text: string): string {
  let bare = text.trim()
  while (bare.startsWith("(") && bare.endsWith(")") && isBalanced(bare.slice(1, -1)))
    bare = bare.slice(1, -1).trim()
  return bare
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === "(") depth += 1
    if (sign === ")") depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

const COMPARED =
  /^(-?\d{1,15}|"[^"\\]{0,100}"|'[^'\\]{0,100}'|true|false|True|False)\s{0,20}(===?|!==?|<=?|>=?)\s{0,20}(-?\d{1,15}|"[^"\\]{0,100}"|'[^'\\]{0,100}'|true|false|True|False)$/

function compared(text: string): boolean | null {
  const [, left, sign, right] = COMPARED.exec(text) ?? []
  if (left === undefined || right === undefined || sign === undefined) return null
  const is_equal = left.replaceAll("'", '"') === right.replaceAll("'", '"')
  if (sign.startsWith("==")) return is_equal
  if (sign.startsWith("!=")) return !is_equal
  const [low, high] = [Number(left), Number(right)]
  if (Number.isNaN(low) || Number.isNaN(high)) return null
  if (sign === "<") return low < high
  if (sign === ">") return low > high
  return sign === "<=" ? low <= high : low >= high
}

/** `x || true` and `x && false`, in any order. */
function joined(text: string): boolean | null {
  for (const [sign, deciding] of [
    [/\|\||\bor\b/, true],
    [/&&|\band\b/, false],
  ] as const) {
    const parts = text.split(sign)
    if (parts.length > 1 && parts.length < 20 && parts.every(isBalanced)) {
      const known = parts.map((part) => constantOf(part))
      if (known.includes(deciding)) return deciding
      if (known.every((one) => one === !deciding)) return !deciding
    }
  }
  return null
}
