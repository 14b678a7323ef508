/** What a check's id says: "jest src/a.test.ts -t 'adds up' (in app)". */
interface CheckParts {
  readonly runner: string
  readonly place: string
  /** Values by the flag that takes them; targets are under "". */
  readonly chosen: ReadonlyMap<string, readonly string[]>
}

/** Flags that say where, not what. */
const PLACES: ReadonlySet<string> = new Set(
  "-C --cwd --dir --directory --manifest-path --prefix --test-dir -w".split(" "),
)
/** Flags that leave out what they name. */
const EXCLUDES = /^(?:-x|-LE|--?[\w-]{0,32}(?:ignore|exclude|deselect|skip)[\w-]{0,32})$/i
/** Flags whose value is a pattern that may match anywhere: a longer one matches less. */
const PATTERNS =
  /^(?:-run|-t|-k|-g|-bench|--grep|--filter|--testNamePattern|--test-name-pattern|--testPathPatterns?)$/
const WORDS = /'[^']{0,200}'|\S{1,200}/g
/** What may follow a target in the name of a part of it: a path below it, a test or a line in it. */
const PARTS = ["/", ":", "#", "["]

/**
 * Whether one check runs a part of what another runs, as far as their ids tell. Both need the same runner and folder.
 * Each target of the narrower one must lie within a target of the wider one; a wider check without targets runs
 * everything.
 */
export function isNarrowerCheck(check_id: string, wider_id: string): boolean {
  if (check_id === wider_id) return false
  const check = partsOf(check_id)
  const wider = partsOf(wider_id)
  if (check === null || wider === null) return false
  if (check.runner !== wider.runner || check.place !== wider.place) return false
  for (const [name, whole] of wider.chosen) {
    const chosen = check.chosen.get(name) ?? []
    if (EXCLUDES.test(name)) {
      const targets = check.chosen.get("") ?? []
      if (targets.length === 0 || targets.some((value) => whole.some((other) => isWithin(value, other))))
        return false
      continue
    }
    if (
      chosen.length === 0 ||
      !chosen.every((value) =>
        whole.some((other) => isWithin(value, other) || (PATTERNS.test(name) && value.includes(other))),
      )
    )
      return false
  }
  return true
}

/** Null for a chain of checks. */
function partsOf(check_id: string): CheckParts | null {
  if (check_id.includes(" && ")) return null
  const end = check_id.endsWith(")") ? check_id.lastIndexOf(" (in ") : -1
  const [runner = "", ...words] = (end === -1 ? check_id : check_id.slice(0, end)).match(WORDS) ?? []
  const places = [end === -1 ? "" : check_id.slice(end)]
  const chosen = new Map<string, string[]>()
  for (let at = 0; at < words.length; at += 1) {
    const [name, value, took_next] = readWord(words[at] ?? "", words[at + 1])
    if (took_next) at += 1
    if (PLACES.has(name)) places.push(`${name} ${value}`)
    else chosen.set(name, [...(chosen.get(name) ?? []), value])
  }
  return { runner, place: places.join("\n"), chosen }
}

/** Targets come before flags, because a word after a flag is its value. */
function readWord(word: string, next: string | undefined): readonly [string, string, boolean] {
  if (!word.startsWith("-") || word === "-") return ["", word, false]
  const equals = word.indexOf("=")
  if (equals !== -1) return [word.slice(0, equals), word.slice(equals + 1), false]
  return next === undefined || next.startsWith("-") ? [word, "", false] : [word, next, true]
}

function isWithin(target: string, whole: string): boolean {
  if (target === whole) return true
  const takes_all = whole.endsWith("/...")
  if (target.endsWith("/...") && !takes_all) return false
  const folder = takes_all ? whole.slice(0, -4) : whole
  if (folder === ".") return !target.startsWith("/") && !target.startsWith("..")
  return target === folder || PARTS.some((part) => target.startsWith(folder + part))
}
