import type { Pair, Read } from "./judge.ts"
import { normalisedLines } from "./reading.ts"

const MAX_LINES = 12
const MAX_TEXT = 1200

/** The wrong pairs of a measurement, one of each tool and change, with the normalised lines that only one side has. */
export function showPairs(pairs: readonly Pair[], broken: readonly Read[]): string {
  const wrong = pairs.filter(({ is_right }) => !is_right)
  const seen = new Set<string>()
  const shown = wrong.filter((pair) => {
    const key = [
      pair.tool,
      pair.must_be,
      pair.change,
      pair.must_be === "same" ? "" : pair.right.telling.variant,
    ].join("\0")
    return seen.has(key) ? false : seen.add(key).has(key)
  })
  return [...shown.map(showPair), ...broken.map(showBroken)].join("\n\n")
}

function showPair({ tool, must_be, left, right }: Pair): string {
  const head = `${must_be.toUpperCase()} ${tool}: ${nameOf(left)} and ${nameOf(right)}`
  return [head, ...onlyIn(left, right, "-"), ...onlyIn(right, left, "+")].join("\n")
}

function onlyIn(one: Read, other: Read, sign: string): readonly string[] {
  const known = new Set(normalisedLines(other.telling.output))
  return normalisedLines(one.telling.output)
    .filter((line) => !known.has(line))
    .slice(0, MAX_LINES)
    .map((line) => `${sign} ${line}`)
}

function showBroken(read: Read): string {
  const { output } = read.telling
  return `LEFT OUT ${read.telling.command}: ${nameOf(read)}, exit code ${output.exit_code}\n${output.text.slice(0, MAX_TEXT)}`
}

function nameOf({ telling }: Read): string {
  return `${telling.variant} (${telling.change})`
}
