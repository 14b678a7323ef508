import { nearestName } from "@proofloop/foundation/errors"
import { isRecord, readMember } from "@proofloop/foundation/text"
import type { KeyPath } from "@proofloop/parsers"
import { defineCritic } from "../critic.ts"
import { renameKey } from "../fixes/rename_key.ts"
import { verdictOf, type Violation } from "../verdict.ts"
import { KNOWN_KEYS, KNOWN_TYPOS, OPEN_SECTIONS } from "./known_pyproject_keys.ts"
import { type PyprojectChange, pyprojectChanges } from "./pyproject.ts"

/** Stops keys that mypy, ruff, pytest and coverage do not know. @requirement critics.G23 */
export const pyprojectKeys = defineCritic({
  id: "G23",
  title: "Keys of pyproject.toml",
  description:
    "Finds keys in [tool.*] of a pyproject.toml that the tool does not know, and slips it would ignore.",
  scope: "file",
  default_in: { gate: false, check: true },
  event: {
    type: "critic_g23_config_keys.fail",
    fields: ({ violations }) => ({
      conflict_count: violations.length,
      files: [...new Set(violations.map(({ path }) => path))].sort(),
      typo_count: violations.filter(({ rule }) => rule === "known_typo").length,
    }),
  },
  check_name: "Config keys check",
  advice: "Use only keys that the tool documents. Rename the key, or leave it out.",
  async check(change) {
    return verdictOf((await pyprojectChanges(change)).flatMap(judge))
  },
})

function judge({ path, text, document, before }: PyprojectChange): readonly Violation[] {
  const old = new Set(leafKeys(readMember(before, "tool")).map(nameOf))
  return leafKeys(readMember(document.data, "tool")).flatMap((key) => {
    const name = nameOf(key)
    if (old.has(name)) return []
    const problem = problemOf(key)
    if (problem === null) return []
    const { near, ...told } = problem
    const position = document.locate(key)
    const is_free = near !== null && readMember(tableAt(document.data, key), near) === undefined
    const fix = is_free ? renameKey(text, position, String(key.at(-1)), near) : undefined
    return [{ path, ...position, ...told, evidence: name, ...(fix === undefined ? {} : { fix }) }]
  })
}

/** The paths of every value below `tool` that is not a table. */
function leafKeys(tool: unknown): readonly KeyPath[] {
  const found: KeyPath[] = []
  const visit = (table: unknown, path: KeyPath) => {
    if (!isTable(table)) found.push(path)
    else for (const [key, value] of Object.entries(table)) visit(value, [...path, key])
  }
  if (isTable(tool)) visit(tool, ["tool"])
  return found
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof Date)
}

function tableAt(data: unknown, key: KeyPath): unknown {
  return key.slice(0, -1).reduce((table, name) => readMember(table, String(name)), data)
}

function nameOf(path: KeyPath): string {
  return path.join(".")
}

function problemOf(
  path: KeyPath,
): (Pick<Violation, "rule" | "message"> & { readonly near: string | null }) | null {
  const section = nameOf(path.slice(0, -1))
  const key = String(path.at(-1))
  const advice = KNOWN_TYPOS.get(nameOf(path))
  if (advice !== undefined) {
    return { rule: "known_typo", message: `[${section}] has no key "${key}": ${advice}.`, near: null }
  }
  const known = KNOWN_KEYS.get(section)
  if (known === undefined || known.has(key) || (section === "tool.mypy" && isInverted(key, known)))
    return null
  const near = nearestName(key, known)
  if (near === null && OPEN_SECTIONS.has(section)) return null
  const hint = near === null ? "" : ` Did you mean "${near}"?`
  return { rule: "unknown_key", message: `[${section}] has no key "${key}".${hint}`, near }
}

/** mypy also accepts the opposite of an option: `allow_untyped_defs`, `no_strict_optional`, `hide_error_context`. */
function isInverted(key: string, known: ReadonlySet<string>): boolean {
  return [
    `no_${key}`,
    key.replace(/^no_/, ""),
    key.replace(/^allow_/, "disallow_"),
    key.replace(/^disallow_/, "allow_"),
    key.replace(/^hide_/, "show_"),
    key.replace(/^show_/, "hide_"),
  ].some((other) => known.has(other))
}
