import { mkdirSync, writeFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { readPlainFile } from "../../files/plain_file.ts"
import { processFolder } from "../../files/temporary_folder.ts"
import { git, GitError, initRepository } from "../git.ts"

/** Rules of `.gitignore` files at one time, by their path below the top of the repository. */
export type RuleFiles = Readonly<Record<string, string>>
/** Whether paths are ignored; the path of a folder ends in "/". */
export type RuleAnswers = ReadonlyArray<readonly [path: string, is_ignored: boolean]>

/** The `.gitignore` rules of a repository at one time. Git is asked in a copy that holds only these. */
export interface FrozenRules {
  /** Takes a folder's rules in, by its path below the root ("" is the root), until they are frozen. */
  takeIn(folder: string): void
  freeze(): void
  files(): RuleFiles
  /** What was ignored, and which folders were not: another process need not ask for them. */
  answers(): RuleAnswers
  /** The given paths that git ignores; the path of a folder ends in "/". Rejects with GitError. */
  ignored(paths: readonly string[]): Promise<ReadonlySet<string>>
  remove(): Promise<void>
}

/** A larger file of rules is skipped, so the files it ignores count. */
const LARGEST_RULES = 1024 * 1024
const MOST_ANSWERS = 200_000

/** Rules for what lies in `root`, `prefix` ("a/b/") below the top of its repository. `given`: rules of an earlier time. */
export function freezeRules(
  root: string,
  prefix: string,
  given: RuleFiles | null,
  answered: RuleAnswers = [],
): FrozenRules {
  const files = new Map<string, string>(Object.entries(given ?? {}))
  const answers = new Map<string, boolean>(answered)
  let is_frozen = given !== null
  let copy: Promise<string> | null = null
  const takeIn = (place: string, name: string): void => {
    const text = is_frozen || files.has(name) ? null : readRules(place)
    if (text !== null) files.set(name, text)
  }
  const top = prefix === "" ? root : root.slice(0, -prefix.length)
  for (let at = prefix; at !== "";) {
    at = at.slice(0, at.lastIndexOf("/", at.length - 2) + 1)
    takeIn(join(top, at, ".gitignore"), `${at}.gitignore`)
  }
  const written = new Set<string>()
  return {
    takeIn: (folder) =>
      takeIn(join(root, folder, ".gitignore"), `${prefix}${folder === "" ? "" : `${folder}/`}.gitignore`),
    freeze() {
      is_frozen = true
    },
    files: () => Object.fromEntries(files),
    answers: () => [...answers].filter(([path, is_ignored]) => is_ignored || path.endsWith("/")),
    async ignored(paths) {
      if (files.size === 0) return new Set()
      const unknown = paths.filter((path) => !answers.has(path))
      if (unknown.length > 0) {
        const folder = await (copy ??= makeCopy())
        for (const [name, text] of files) {
          if (written.has(name)) continue
          written.add(name)
          writeRules(join(folder, name), text)
        }
        if (answers.size > MOST_ANSWERS) answers.clear()
        const ignored = await ask(folder, prefix, unknown)
        for (const path of unknown) answers.set(path, ignored.has(path))
      }
      return new Set(paths.filter((path) => answers.get(path) === true))
    },
    async remove() {
      const folder = await copy?.catch(() => undefined)
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Git follows no link to rules either (gitignore(5)). */
function readRules(place: string): string | null {
  try {
    const bytes = readPlainFile(place, { bytes: LARGEST_RULES + 1, way: "read_no_link" })
    return bytes.length > LARGEST_RULES ? null : bytes.toString("latin1")
  } catch {
    return null
  }
}

function writeRules(place: string, text: string): void {
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text, "latin1")
}

async function makeCopy(): Promise<string> {
  const folder = await processFolder("rules")
  await initRepository(folder)
  return folder
}

async function ask(copy: string, prefix: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  // Whether a path is a folder git sees from the copy.
  for (const path of paths) if (path.endsWith("/")) mkdirSync(join(copy, prefix, path), { recursive: true })
  const case_blind = process.platform === "win32" || process.platform === "darwin"
  const args = ["-c", `core.ignoreCase=${case_blind}`, "check-ignore", "--no-index", "--stdin", "-z"]
  const names = new Map(paths.map((path) => [`./${prefix}${path.replace(/\/$/, "")}`, path]))
  // This command knows no literal paths; "./" keeps it from reading a leading ":" as magic.
  const env = { GIT_LITERAL_PATHSPECS: "0" }
  const outcome = await git(copy, args, { env, input: `${[...names.keys()].join("\0")}\0` })
  if (outcome.exit_code !== 0 && outcome.exit_code !== 1) throw new GitError(["check-ignore"], outcome)
  return new Set(outcome.stdout.split("\0").flatMap((name) => names.get(name) ?? []))
}
