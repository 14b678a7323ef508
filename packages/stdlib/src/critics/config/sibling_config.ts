import { type ChangeSet, replacedText } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { defineCritic } from "../critic.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import {
  folderOf,
  isQualityConfig,
  type QualityConfig,
  type QualityTool,
  readQualityConfig,
  type Setting,
} from "./quality_config.ts"

/** Most files that are read beside the touched ones. */
const MAX_SIBLINGS = 50

const SKIPPED_FOLDERS = new Set(
  `venv env __pycache__ node_modules dist build target site-packages vendor`.split(" "),
)

interface Relation {
  readonly name: string
  readonly left: readonly [tool: QualityTool, key: string]
  readonly right: readonly [tool: QualityTool, key: string]
  readonly conflicts: (left: unknown, right: unknown) => boolean
}

/** Settings that two tools share. */
const relations: readonly Relation[] = [
  {
    name: "indent_size↔tabWidth",
    left: ["editorconfig", "indent_size"],
    right: ["prettier", "tabWidth"],
    conflicts: (size, width) =>
      /^\d{1,4}$/.test(String(size)) && Number.isInteger(width) && Number(size) !== width,
  },
  {
    name: "end_of_line↔endOfLine",
    left: ["editorconfig", "end_of_line"],
    right: ["prettier", "endOfLine"],
    conflicts: (left, right) => isLineEnd(left) && isLineEnd(right) && left !== right,
  },
  {
    name: "semi",
    left: ["eslint", "semi"],
    right: ["prettier", "semi"],
    conflicts: (rule, semi) => (rule === "always" && semi === false) || (rule === "never" && semi === true),
  },
  {
    name: "quotes↔singleQuote",
    left: ["eslint", "quotes"],
    right: ["prettier", "singleQuote"],
    conflicts: (rule, single) => typeof single === "boolean" && single !== (rule === "single"),
  },
]

/** Stops an .editorconfig, a Prettier and an ESLint configuration that contradict each other. @requirement critics.G15 */
export const siblingConfig = defineCritic({
  id: "G15",
  title: "Sibling config check",
  description:
    "Finds contradictions between .editorconfig, Prettier and ESLint configuration that a change brings in.",
  scope: "repository",
  default_in: { gate: true, check: true },
  event: {
    type: "critic_sibling_config.fail",
    fields: ({ violations }) => ({
      conflict_count: violations.length,
      files: [...new Set(violations.map(({ path }) => path))].sort(),
    }),
  },
  check_name: "Sibling config check",
  advice: "Make both files say the same, or leave the setting to one of them.",
  async check(change, facts) {
    const touched = change.files.filter(({ path }) => isQualityConfig(path))
    if (touched.length === 0) return { status: "pass" }
    const siblings = await readSiblings(change, facts)
    const after = await readAll(touched.map(({ path, after: bytes }) => ({ path, bytes })))
    const before = await readAll(touched.map(({ path, before: bytes }) => ({ path, bytes })))
    const old = new Set(conflictsOf(before, siblings).map(({ identity }) => identity))
    const fresh = conflictsOf(after, siblings).filter(({ identity }) => !old.has(identity))
    return verdictOf(fresh.map(({ violation }) => violation))
  },
})

async function readSiblings(change: ChangeSet, facts: RepositoryFacts): Promise<readonly QualityConfig[]> {
  const touched = change.files.map(({ path }) => path).filter(isQualityConfig)
  const folders = [...new Set(touched.map(folderOf))]
  const paths = (await facts.paths()).filter(
    (path) =>
      isQualityConfig(path) &&
      !touched.includes(path) &&
      !isSkipped(path) &&
      folders.some((folder) => isInside(folder, folderOf(path)) || isInside(folderOf(path), folder)),
  )
  // Most package.json files say nothing about style.
  const [manifests, others] = [true, false].map((wanted) =>
    paths.filter((path) => path.endsWith("package.json") === wanted),
  )
  const wanted = [...(others ?? []), ...(manifests ?? [])].slice(0, MAX_SIBLINGS)
  return readAll(await Promise.all(wanted.map(async (path) => ({ path, bytes: await facts.read(path) }))))
}

async function readAll(
  files: ReadonlyArray<{ readonly path: string; readonly bytes: Uint8Array | null }>,
): Promise<readonly QualityConfig[]> {
  const found: QualityConfig[] = []
  for (const { path, bytes } of files) {
    if (bytes !== null) found.push(await readQualityConfig(path, replacedText(bytes)))
  }
  return found.filter(({ tools }) => tools.size > 0)
}

function isSkipped(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((folder) => folder.startsWith(".") || SKIPPED_FOLDERS.has(folder))
}

interface Conflict {
  readonly violation: Violation
  /** The same conflict before and after a change. */
  readonly identity: string
}

/** The conflicts of touched files with all others; a pair of touched files counts once. */
function conflictsOf(
  touched: readonly QualityConfig[],
  siblings: readonly QualityConfig[],
): readonly Conflict[] {
  const all = [...touched, ...siblings]
  return touched.flatMap((mine, index) =>
    all.slice(index + 1).flatMap((other) =>
      relations.flatMap((relation) => {
        const [left, right] = [relation.left, relation.right]
        return [
          ...conflict(relation, { config: mine, told: left }, { config: other, told: right }, all),
          ...conflict(relation, { config: mine, told: right }, { config: other, told: left }, all),
        ]
      }),
    ),
  )
}

interface Side {
  readonly config: QualityConfig
  readonly told: Relation["left"]
}

function conflict(
  relation: Relation,
  { config: mine, told: my_setting }: Side,
  { config: other, told: other_setting }: Side,
  all: readonly QualityConfig[],
): readonly Conflict[] {
  if (!mine.tools.has(my_setting[0]) || !other.tools.has(other_setting[0])) return []
  const folder = isInside(mine.folder, other.folder) ? mine.folder : other.folder
  if (!isInside(folder, mine.folder) || !isInside(folder, other.folder)) return []
  const here = effective(mine, my_setting, folder, all)
  const there = effective(other, other_setting, folder, all)
  if (here === undefined || there === undefined) return []
  const is_left = my_setting === relation.left
  if (!relation.conflicts(is_left ? here.value : there.value, is_left ? there.value : here.value)) return []
  const { value, line, column } = here
  const message = `${my_setting[1]} is ${shown(value)} here, but ${other_setting[1]} is ${shown(there.value)} in ${other.path}.`
  const sides = [`${mine.path}=${JSON.stringify(value)}`, `${other.path}=${JSON.stringify(there.value)}`]
  return [
    {
      violation: {
        path: mine.path,
        line,
        column,
        rule: "sibling_conflict",
        message,
        evidence: relation.name,
      },
      identity: [relation.name, ...sides.sort()].join("\0"),
    },
  ]
}

/** A setting that takes effect in a folder: no nearer file overrides it, and among Prettier files it is in the nearest. */
function effective(
  config: QualityConfig,
  [tool, key]: Relation["left"],
  folder: string,
  all: readonly QualityConfig[],
): Setting | undefined {
  const nearer = all.some(
    (other) =>
      other.tools.has(tool) &&
      other.folder.length > config.folder.length &&
      isInside(other.folder, config.folder) &&
      isInside(folder, other.folder) &&
      (tool === "prettier" || other.setting(tool, key, folder) !== undefined),
  )
  return nearer ? undefined : config.setting(tool, key, folder)
}

function isInside(folder: string, outer: string): boolean {
  return outer === "" || folder === outer || folder.startsWith(`${outer}/`)
}

/** An .editorconfig holds numbers as texts; they are compared as numbers. */
function shown(value: unknown): string {
  return typeof value === "string" && /^\d{1,4}$/.test(value) ? value : JSON.stringify(value)
}

function isLineEnd(value: unknown): boolean {
  return value === "lf" || value === "crlf" || value === "cr"
}
