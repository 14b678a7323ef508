export type GlobMatcher = (path: string) => boolean

/** More alternatives than this are not expanded. */
const ALTERNATIVES = 64

/**
 * Matches paths with `/` between folders: `*` and `?` stay within one name, `**` spans folders, `{a,b}` are
 * alternatives. A pattern without `/` matches names at any depth. Time is at most pattern length times path length.
 */
export function compileGlob(
  pattern: string,
  options: {
    /** Whether upper and lower case match each other. Default false. */
    readonly ignore_case?: boolean
  } = {},
): GlobMatcher {
  const fold = (text: string) => (options.ignore_case ? text.normalize("NFC").toLowerCase() : text)
  const alternatives = expandBraces(fold(pattern)).map((alternative) => {
    const trimmed = alternative.replace(/^\.?\//, "").replace(/\/$/, "/**")
    return (trimmed.includes("/") ? trimmed : `**/${trimmed}`).split("/")
  })
  return (path) => {
    const names = fold(path).split("/")
    return alternatives.some((parts) => matchesParts(parts, names))
  }
}

/** Matches wildcards by remembering only the last `**`: an earlier one never has to be tried again. */
function matchesParts(parts: readonly string[], names: readonly string[]): boolean {
  return matchesSequence(parts, names, (part) => part === "**", matchesName)
}

function matchesName(part: string, name: string): boolean {
  return matchesSequence(
    Array.from(part),
    Array.from(name),
    (char) => char === "*",
    (char, other) => char === "?" || char === other,
  )
}

function matchesSequence(
  pattern: readonly string[],
  values: readonly string[],
  isWildcard: (item: string) => boolean,
  matches: (item: string, value: string) => boolean,
): boolean {
  let at = 0
  let star = -1
  let resume = 0
  for (let index = 0; index < values.length;) {
    const item = pattern[at]
    if (item !== undefined && isWildcard(item)) {
      star = at++
      resume = index
    } else if (item !== undefined && matches(item, values[index] ?? "")) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++resume
    } else {
      return false
    }
  }
  return pattern.slice(at).every(isWildcard)
}

function expandBraces(pattern: string): readonly string[] {
  let expanded = [pattern]
  for (;;) {
    const next = expanded.flatMap((text) => {
      const group = /\{([^{},]*,[^{}]*)\}/.exec(text)
      if (group === null) return [text]
      const rest = text.slice(group.index + group[0].length)
      return (group[1] ?? "").split(",").map((choice) => text.slice(0, group.index) + choice + rest)
    })
    if (next.length === expanded.length || next.length > ALTERNATIVES) return expanded
    expanded = next
  }
}
