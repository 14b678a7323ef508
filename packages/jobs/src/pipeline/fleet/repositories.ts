import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { type Switch, SWITCHES } from "../run.ts"

export interface FleetRepository {
  readonly url: string
  /** Branch for pull requests. Default: the forge's default branch. */
  readonly base: string | null
  /** Switches of its new runs, such as `dry_run`. */
  readonly switches: readonly Switch[]
  /** The command that judges it. Default: that of the fleet, else by its manifests. */
  readonly check?: string | undefined
}

/** More lines than a fleet can have. */
const MAX_REPOSITORIES = 10_000

/** Reads a list of repositories: JSON, or an address a line; `#` is a comment. Throws InvalidOptionError with the place. */
export function readRepositories(text: string, file: string): readonly FleetRepository[] {
  const found = /^\s*[[{]/.test(text) ? fromJson(text, file) : fromLines(text, file)
  const places = new Map<string, string>()
  for (const { where, repository } of found) {
    const before = places.get(repository.url)
    if (before !== undefined)
      throw bad(where, `each repository once, and ${repository.url} is at ${before} too`, repository.url)
    places.set(repository.url, where)
  }
  if (found.length === 0) throw bad(file, "at least one repository", [])
  if (found.length > MAX_REPOSITORIES)
    throw bad(file, `at most ${MAX_REPOSITORIES} repositories`, found.length)
  return found.map(({ repository }) => repository)
}

interface Found {
  readonly where: string
  readonly repository: FleetRepository
}

function fromLines(text: string, file: string): readonly Found[] {
  return text.split("\n").flatMap((line, index) => {
    const where = `${file}, line ${index + 1}`
    const url = line.replace(/(?:^|\s)#.*/, "").trim()
    return url === "" ? [] : [{ where, repository: plain(url) }]
  })
}

function fromJson(text: string, file: string): readonly Found[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (error) {
    throw bad(file, `JSON (${(error as Error).message})`, text.slice(0, 40))
  }
  const list = isRecord(read) ? read["repositories"] : read
  if (!Array.isArray(list)) throw bad(file, "a list, or an object with `repositories`", list)
  return list.map((entry: unknown, index) => {
    const where = `${file}, repository ${index + 1}`
    return { where, repository: typeof entry === "string" ? plain(entry) : readEntry(entry, where) }
  })
}

function plain(url: string): FleetRepository {
  return { url, base: null, switches: [] }
}

const NAMES = ["url", "base", "switches", "check"]

function readEntry(entry: unknown, where: string): FleetRepository {
  if (!isRecord(entry)) throw bad(where, "an address or an object with `url`", entry)
  const unknown = Object.keys(entry).find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw bad(where, NAMES.join(", "), unknown, nearestName(unknown, NAMES))
  const { url, base = null, switches = [], check } = entry
  if (typeof url !== "string" || url.trim() === "") throw bad(`${where}, url`, "an address", url)
  if (base !== null && typeof base !== "string") throw bad(`${where}, base`, "a branch", base)
  if (check !== undefined && typeof check !== "string") throw bad(`${where}, check`, "a command", check)
  return { url, base, check, switches: readSwitches(switches, where) }
}

function readSwitches(switches: unknown, where: string): readonly Switch[] {
  if (!Array.isArray(switches)) throw bad(`${where}, switches`, "a list", switches)
  return switches.map((given: unknown) => {
    const name = SWITCHES.find((known) => known === given)
    if (name !== undefined) return name
    throw bad(`${where}, switches`, SWITCHES.join(", "), given, nearestName(String(given), SWITCHES))
  })
}

function bad(
  option: string,
  expected: string,
  got: unknown,
  did_you_mean: string | null = null,
): InvalidOptionError {
  return new InvalidOptionError({ option, expected, got, did_you_mean })
}
