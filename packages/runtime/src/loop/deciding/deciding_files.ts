import { lstat, readFile, realpath } from "node:fs/promises"
import { extname, join, posix, relative } from "node:path"
import { compileGlob } from "@proofloop/foundation/files"
import { isBuildPath, isOwnCheckPath as isCheckPath, isTestFile } from "@proofloop/foundation/paths"
import { IS_SCRIPT } from "../../evidence/command/check_name.ts"
import { readCheckCommand } from "../../evidence/command/read_command.ts"
import { fileParts } from "../file_parts.ts"
import { type ReferenceReader, readReferences, referenceReader } from "./references.ts"

export interface CheckSources {
  readonly root: string
  /** All that the run changed, and what it added of that. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
  /** All files of the work, then and now. */
  readonly paths: readonly string[]
  /** Those that are links. */
  readonly links: readonly string[]
  /** Command lines of the check and of what it starts. */
  readonly lines: readonly string[]
  /** Folders that they may run in, "" for the root. */
  readonly folders: readonly string[]
  /** Files that those lines start. */
  readonly scripts: readonly string[]
  /** Paths that reports of the check name; null where no report counted a test. */
  readonly reported: ReadonlySet<string> | null
  /** The text of a file when the run began, where it is known. */
  readonly textBefore: (path: string) => Promise<string | null>
}

const MOST_TEXTS = 20_000
const LONGEST_TEXT = 128 * 1024
const MOST_WORDS = 2000
const WORD_ENDS = /[\s"'`=,;()]+/
/** Files that scripts lead to; behind more of them it is the whole product. */
const MOST_REACHED = 500
/** With more names every text is read for what it names. */
const MOST_NAMES = 50

/**
 * Which changed files decide what a check means, beyond those whose name says so: learned from its reports, command
 * lines, settings and scripts, and from which file names which. What leads to tests is the check's; what tests lead to
 * is the product, and so is what a manifest publishes.
 * @requirement proof.check-changed
 */
export async function decidingFiles(
  unnamed: readonly string[],
  sources: CheckSources,
): Promise<readonly string[]> {
  const candidates = unnamed.filter((path) => !isCheckPath(path))
  if (candidates.length === 0) return []
  const read = referenceReader(sources.paths)
  const { reached, parts } = await scriptParts(candidates, sources, read)
  const own = new Set([...(await linkTargets(sources)), ...parts])
  for (const path of candidates)
    if (isIgnoreFile(path, sources) || (await hasOtherTests(path, sources))) own.add(path)
  const patterns = await patternsOf(candidates, sources)
  const configured = await namedByConfigurations(sources, read)
  const kinds = new Set(sources.paths.filter(isTestFile).map((path) => extname(path)))
  // Of what nothing names, and of code that no report or pattern names, nothing more can be learned.
  const asked = candidates.filter(
    (path) =>
      sources.reported?.has(path) === true ||
      patterns.some((members) => members.has(path)) ||
      reached.has(path) ||
      configured.has(path) ||
      !(kinds.has(extname(path)) || IS_SCRIPT.test(path)),
  )
  const texts =
    asked.length === 0 ? null : await textsOf(sources, [...asked, ...patterns.flatMap((some) => [...some])])
  if (texts === null) {
    // Too many to read: what a report or the command line names may decide.
    const may_decide = asked.filter(
      (path) => sources.reported?.has(path) || patterns.some((some) => some.has(path)),
    )
    return candidates.filter((path) => own.has(path) || may_decide.includes(path))
  }
  const { from, to, old, beneath } = await namingOf(texts, sources, read)
  const besideOf = (path: string): ReadonlySet<string> => {
    const folder = `${posix.dirname(path)}/`
    return new Set([path, ...sources.paths.filter((other) => other.startsWith(folder))])
  }
  const named = patterns.filter((members) => {
    const [one = ""] = members
    // The settings of a bundler name the entry of the product.
    const is_entry = members.size === 1 && configured.has(one) && isLedTo(besideOf(one), to)
    return !is_entry && areTests(members, { from, to })
  })
  const isTest = (path: string): boolean =>
    isCheckPath(path) || sources.scripts.includes(path) || named.some((members) => members.has(path))
  const code = new Set(
    [...from].filter(([path, names]) => names.size > 0 && !isBuildPath(path)).map(([path]) => extname(path)),
  )
  const isApart = (path: string, naming: readonly string[]): boolean =>
    // The settings of a runner name it, and nobody else names anything beside it.
    (configured.has(path) && naming.every(isBuildPath) && !isLedTo(besideOf(path), to)) ||
    // A script loads it: it leads to the product, and only scripts lead to it and what lies beside it.
    (reached.has(path) && areTests(besideOf(path), { from, to }, sources.scripts))
  return candidates.filter((path) => {
    if (own.has(path) || isTest(path)) return true
    if (!asked.includes(path)) return false
    const naming = [...new Set([...(to.get(path) ?? []), ...(beneath.get(path) ?? [])])]
    if (naming.length === 0) return sources.reported?.has(path) === true
    if (naming.some((manifest) => publishes(manifest, old.get(manifest), path))) return false
    if (code.has(extname(path)) || IS_SCRIPT.test(path)) return isApart(path, naming)
    return naming.every(isTest)
  })
}

/**
 * Which file names which. A file that the run changed names others as it did before: the run may have written a name
 * for nothing else than to be named.
 */
async function namingOf(
  texts: ReadonlyMap<string, string>,
  { changed, added, textBefore }: CheckSources,
  read: ReferenceReader,
): Promise<
  ReturnType<typeof readReferences> & {
    readonly old: ReadonlyMap<string, string>
    /** For each file, those that name a folder which it lies in. */
    readonly beneath: ReadonlyMap<string, ReadonlySet<string>>
  }
> {
  const old = new Map(texts)
  for (const path of changed) {
    const text = added.includes(path) ? "" : await textBefore(path)
    if (text !== null) old.set(path, text)
  }
  const { from: then, to } = readReferences(old, read)
  const from = new Map(then)
  for (const path of changed)
    from.set(path, new Set([...(then.get(path) ?? []), ...read(path, texts.get(path) ?? "")]))
  const beneath = new Map<string, Set<string>>()
  for (const [path, text] of old)
    for (const inside of isBuildPath(path) ? [] : read.beneath(path, text))
      beneath.set(inside, (beneath.get(inside) ?? new Set()).add(path))
  return { old, from, to, beneath }
}

/** Files that a configuration names, as it was; not as a part of a command that it runs. */
async function namedByConfigurations(
  sources: CheckSources,
  read: ReferenceReader,
): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for (const path of configurationsOf(sources)) {
    const was = sources.changed.includes(path) ? await sources.textBefore(path) : null
    for (const one of read(path, was ?? (await textOf(sources.root, path)))) named.add(one)
  }
  for (const one of read("", sources.lines.join("\n"))) named.delete(one)
  return named
}

/** Settings and manifests that are not far below a folder where the check runs. */
function configurationsOf({ paths, folders }: CheckSources): readonly string[] {
  return paths
    .filter((path) => isBuildPath(path) && within(path, folders).some((inner) => inner.split("/").length < 3))
    .slice(0, 64)
}

/** Whether a manifest, as it was, names a file as part of its package, such as a changelog or types. */
function publishes(manifest: string, text: string | undefined, path: string): boolean {
  const named = posix.relative(posix.dirname(manifest), path)
  return fileParts(manifest, text ?? "")?.product.includes(named) === true
}

/** A linter or task runner looks at what its ignore files leave. */
function isIgnoreFile(path: string, { reported }: CheckSources): boolean {
  return reported === null && /(?:^|\/)\.[\w-]{0,40}ignore$/.test(path)
}

/** Tests name other code, and no other code names them, but for the scripts that start them. */
function areTests(
  members: ReadonlySet<string>,
  { from, to }: ReturnType<typeof readReferences>,
  scripts: readonly string[] = [],
): boolean {
  const leads_out = [...members].some((path) => othersIn(from.get(path), members).length > 0)
  return leads_out && !isLedTo(members, to, scripts)
}

/** Whether other code than settings and scripts names one of them. */
function isLedTo(
  members: ReadonlySet<string>,
  to: ReadonlyMap<string, ReadonlySet<string>>,
  scripts: readonly string[] = [],
): boolean {
  return [...members].some((path) =>
    othersIn(to.get(path), members).some((other) => !scripts.includes(other)),
  )
}

function othersIn(names: ReadonlySet<string> | undefined, members: ReadonlySet<string>): readonly string[] {
  return [...(names ?? [])].filter((path) => !members.has(path) && !isBuildPath(path))
}

/**
 * Files that words of the command line, or texts of a runner's configuration, stand for: as path, folder, glob or
 * expression. Only those with a candidate, and with no test that is known by its name: there names tell the tests.
 */
async function patternsOf(
  candidates: readonly string[],
  sources: CheckSources,
): Promise<readonly ReadonlySet<string>[]> {
  const { root, paths, lines, folders, scripts, reported } = sources
  if (reported === null) return []
  const words = new Set(lines.flatMap((line) => line.split(/[\s"'`=;]+/)))
  for (const path of scripts) for (const word of (await textOf(root, path)).split(WORD_ENDS)) words.add(word)
  for (const path of configurationsOf(sources)) {
    const text = await textOf(root, path)
    for (const word of (fileParts(path, text)?.checks ?? text).split(WORD_ENDS)) words.add(word)
  }
  const tests = paths.filter(isCheckPath)
  const found = new Map<string, ReadonlySet<string>>()
  for (const word of [...words].slice(0, MOST_WORDS)) {
    if (word.length < 2 || /^-|^\d+$/.test(word) || !/[\w]/.test(word)) continue
    const matches = matcherOf(word.replace(/^\.\//, ""))
    if (matches === null) continue
    const isMember = (path: string): boolean => within(path, folders).some(matches)
    if (!candidates.some(isMember) || tests.some(isMember)) continue
    const members = paths.filter(isMember)
    if (members.length < paths.length) found.set(members.join("\0"), new Set(members))
  }
  return [...found.values()]
}

/** A path as commands name it that run in one of the folders. */
function within(path: string, folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    folder === "" ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [],
  )
}

function matcherOf(word: string): ((path: string) => boolean) | null {
  if (/^[\w./@-]+$/.test(word))
    return (path) => path === word || path.startsWith(`${word.replace(/\/$/, "")}/`)
  if (/^[\w./@*?{},[\]-]+$/.test(word)) return compileGlob(word)
  // An expression: its plain pieces in their order.
  const pieces = word.split(/[^\w/-]+/).filter((piece) => /\w{2}/.test(piece))
  if (pieces.length === 0) return null
  return (path) => {
    let at = 0
    return pieces.every((piece) => {
      const found = path.indexOf(piece, at)
      at = found + piece.length
      return found !== -1
    })
  }
}

/** What the scripts of a check lead to, and the changed parts of it that lead to tests: as they are, or as they were. */
async function scriptParts(
  candidates: readonly string[],
  { root, scripts, textBefore }: CheckSources,
  read: ReferenceReader,
): Promise<{ readonly reached: ReadonlySet<string>; readonly parts: readonly string[] }> {
  const reached = new Set(scripts)
  for (const path of reached) {
    if (reached.size > MOST_REACHED) break
    for (const named of read(path, await textOf(root, path))) reached.add(named)
  }
  const parts: string[] = []
  for (const path of candidates) {
    if (!reached.has(path) || scripts.includes(path)) continue
    const texts = [await textOf(root, path), (await textBefore(path)) ?? ""]
    if (texts.some((text) => leadsToTests(path, text, read))) parts.push(path)
  }
  return { reached, parts }
}

function leadsToTests(path: string, text: string, read: ReferenceReader): boolean {
  if ([...read(path, text)].some(isCheckPath)) return true
  const quoted = [...text.matchAll(/(["'`])([^"'`\n]{4,300})\1/g)].map(([, , line = ""]) => line)
  const listed = [...text.matchAll(/\[([^\]\n]{4,300})\]/g)].map(([, list = ""]) =>
    list.replace(/["'`,]+/g, " "),
  )
  return [...quoted, ...listed, ...text.split("\n")].some((line) => readCheckCommand(line.trim()) !== null)
}

/** Whether a source that holds its own tests holds others than before. */
async function hasOtherTests(path: string, { root, textBefore }: CheckSources): Promise<boolean> {
  if (!path.endsWith(".rs")) return false
  const then = await textBefore(path)
  const parts = then === null ? null : fileParts(path, then)
  return parts !== null && parts.checks !== fileParts(path, await textOf(root, path))?.checks
}

/** Files that links of the check lead to. */
async function linkTargets({ root, links, scripts }: CheckSources): Promise<Set<string>> {
  const real = await realpath(root).catch(() => root)
  const targets = new Set<string>()
  for (const path of links) {
    if (!isCheckPath(path) && !scripts.includes(path)) continue
    const target = await realpath(join(root, path)).catch(() => null)
    if (target !== null) targets.add(relative(real, target).replaceAll("\\", "/"))
  }
  return targets
}

/** Texts of the files that are asked about, and of those that may name them; null where there are too many to read. */
async function textsOf(
  { root, paths, scripts }: CheckSources,
  asked: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  if (paths.length > MOST_TEXTS) return null
  const own = new Set([...asked, ...scripts])
  const folders = asked.map((path) => posix.basename(posix.dirname(path))).filter((name) => name.length > 1)
  const names = [...new Set([...asked.map((path) => posix.parse(path).name), ...folders])]
  const texts = new Map<string, string>()
  for (const path of paths) {
    const text = await textOf(root, path)
    if (own.has(path) || names.length > MOST_NAMES || names.some((name) => text.includes(name)))
      texts.set(path, text)
  }
  return texts
}

/** The text of a plain file of moderate length, else "". */
async function textOf(root: string, path: string): Promise<string> {
  const place = join(root, posix.normalize(path))
  const stats = await lstat(place).catch(() => null)
  if (stats?.isFile() !== true || stats.size > LONGEST_TEXT) return ""
  const text = await readFile(place, "utf8").catch(() => "")
  return text.includes("\0") ? "" : text
}
