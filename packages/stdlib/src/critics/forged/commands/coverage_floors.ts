import { posix } from "node:path"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Violation } from "../../verdict.ts"

interface Floor {
  readonly name: string
  readonly value: number
  readonly path: string
  readonly line: number
}

/** Longer configuration is not read. UTF-16 code units. */
const MAX_TEXT = 256 * 1024

/**
 * Coverage floors that a change lowers or removes. The floors of all its files are compared together, so a floor that
 * moves to another tool's configuration is not lost. A removed package takes its own floor with it.
 */
export function loweredCoverage(change: ChangeSet): readonly Violation[] {
  const gone = new Set(
    change.files.flatMap(({ path, after }) =>
      after === null && MANIFEST.test(path) ? [posix.dirname(path)] : [],
    ),
  )
  const counted = change.files.filter(({ path, after }) => after !== null || !gone.has(posix.dirname(path)))
  const before = byName(counted.flatMap(({ path, before: bytes }) => floorsIn(path, strictText(bytes))))
  const after = byName(counted.flatMap(({ path, after: bytes }) => floorsIn(path, strictText(bytes))))
  return [...before].flatMap(([name, floors]) => {
    const now = after.get(name) ?? []
    return floors.flatMap((floor, index): readonly Violation[] => {
      const left = now[index]
      if (left !== undefined && left.value >= floor.value) return []
      const { path, line } = left ?? floor
      const is_gone = left === undefined
      return [
        {
          path,
          line,
          ...(is_gone ? { side: "before" as const } : {}),
          rule: "lowered",
          message: is_gone
            ? `no coverage is asked for any more where it was: ${name} ${floor.value}`
            : `less coverage is asked for: ${name} ${left.value}, and it was ${floor.value}`,
          evidence: `${name} ${floor.value}`,
        },
      ]
    })
  })
}

const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.py|pom\.xml|build\.gradle(?:\.kts)?)$/

function byName(floors: readonly Floor[]): ReadonlyMap<string, readonly Floor[]> {
  const found = new Map<string, Floor[]>()
  for (const floor of floors) found.set(floor.name, [...(found.get(floor.name) ?? []), floor])
  for (const list of found.values()) list.sort((one, other) => other.value - one.value)
  return found
}

function floorsIn(path: string, text: string | null): readonly Floor[] {
  if (text === null || text.length > MAX_TEXT) return []
  const settings = SETTINGS.filter(({ files }) => files.test(path)).flatMap((kind) => kind.settings)
  if (settings.length === 0) return []
  return text.split("\n").flatMap((whole, index) => {
    const line = whole.slice(0, 1000)
    if (/^\s{0,80}(?:#|\/\/|<!--|\*)/.test(line)) return []
    return settings.flatMap(({ name, pattern }) =>
      [...line.matchAll(pattern)].flatMap((match) => {
        const value = match[2] === "true" ? 100 : Number(match[2])
        const known = name ?? match[1] ?? ""
        return Number.isFinite(value) ? [{ name: known, value, path, line: index + 1 }] : []
      }),
    )
  })
}

interface Setting {
  /** Default: the first group. */
  readonly name?: string
  /** Its second group is the number. */
  readonly pattern: RegExp
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d{1,6})?)`
const pattern = (source: string): RegExp => new RegExp(source, "g")

/** On a command line. */
const FLAGS: readonly Setting[] = [
  { pattern: pattern(String.raw`--(lines|branches|functions|statements)[= ]${NUMBER}`) },
  {
    pattern: pattern(String.raw`--coverage\.thresholds\.(lines|branches|functions|statements)[= ]${NUMBER}`),
  },
  { name: "fail_under", pattern: pattern(String.raw`--(cov-fail-under|fail-under)[= ]${NUMBER}`) },
]

/** Where floors stand, by path. */
const SETTINGS: ReadonlyArray<{ readonly files: RegExp; readonly settings: readonly Setting[] }> = [
  {
    files:
      /(?:^|\/)(?:(?:vite|vitest|jest|nyc|karma)[\w.-]{0,40}\.(?:[cm]?[jt]s|json)|\.(?:nyc|c8)rc(?:\.\w{1,5})?|package\.json)$/,
    settings: [
      { pattern: pattern(String.raw`\b(lines|branches|functions|statements)["']?\s{0,8}:\s{0,8}${NUMBER}`) },
      { name: "all", pattern: /(["']?\b100["']?)\s{0,8}:\s{0,8}(true)\b/g },
      { name: "check-coverage", pattern: /["'](check-?coverage)["']\s{0,8}:\s{0,8}(true)\b/gi },
    ],
  },
  {
    files: /(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini|\.coveragerc(?:\.toml)?)$/,
    settings: [
      { name: "fail_under", pattern: pattern(String.raw`^\s{0,8}(fail_under)\s{0,8}=\s{0,8}${NUMBER}`) },
    ],
  },
  {
    files: /(?:^|\/)pom\.xml$/,
    settings: [{ name: "minimum", pattern: pattern(String.raw`<(minimum)>\s{0,8}${NUMBER}`) }],
  },
  {
    files: /\.gradle(?:\.kts)?$/,
    settings: [{ name: "minimum", pattern: pattern(String.raw`\b(minimum)\s{0,8}=?\s{0,8}["']?${NUMBER}`) }],
  },
  {
    files: /(?:^|\/)\.?codecov\.ya?ml$/,
    settings: [
      { name: "target", pattern: pattern(String.raw`^\s{0,40}(target)\s{0,4}:\s{0,4}["']?${NUMBER}`) },
    ],
  },
  {
    files:
      /(?:^|\/)(?:package\.json|Makefile|[jJ]ustfile|tox\.ini|noxfile\.py|pytest\.ini|setup\.cfg|pyproject\.toml|\.gitlab-ci\.yml)$|(?:^|\/)\.github\/workflows\/.{1,200}\.ya?ml$|\.sh$/,
    settings: FLAGS,
  },
]
