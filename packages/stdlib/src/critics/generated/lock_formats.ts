import { posix } from "node:path"
import { parsedJson } from "@proofloop/foundation/text"
import { loadParsers } from "../../parsers/load_parsers.ts"
import { readComposerJson, readGemfile } from "../../repository/declared_dependencies.ts"
import { optionalText, tableOf, textsOf, valueAt } from "../../repository/manifests/manifest.ts"
import { readPipfile } from "../../repository/manifests/pyproject.ts"
import { loadToml } from "../../repository/manifests/toml.ts"
import { plainName, poetryDifferences, uvDifferences } from "./python_locks.ts"

/** What a lock records of a manifest. */
export interface LockFormat {
  readonly manifest: string
  readonly locks: readonly string[]
  /**
   * The packages of which they say different things; null: unknown. `place` is the folder of the manifest seen from the lock, ""
   * for the same one.
   */
  readonly differences: (manifest: string, lock: string, place: string) => Promise<readonly string[] | null>
}

export const lockFormats: readonly LockFormat[] = [
  {
    manifest: "package.json",
    locks: ["package-lock.json", "npm-shrinkwrap.json"],
    differences: npmDifferences,
  },
  { manifest: "package.json", locks: ["pnpm-lock.yaml"], differences: pnpmDifferences },
  { manifest: "package.json", locks: ["yarn.lock"], differences: yarnDifferences },
  { manifest: "package.json", locks: ["bun.lock"], differences: bunDifferences },
  { manifest: "Cargo.toml", locks: ["Cargo.lock"], differences: cargoDifferences },
  { manifest: "pyproject.toml", locks: ["uv.lock"], differences: uvDifferences },
  { manifest: "pyproject.toml", locks: ["poetry.lock", "pdm.lock"], differences: poetryDifferences },
  { manifest: "Pipfile", locks: ["Pipfile.lock"], differences: pipfileDifferences },
  { manifest: "go.mod", locks: ["go.sum"], differences: goDifferences },
  { manifest: "Gemfile", locks: ["Gemfile.lock"], differences: gemDifferences },
  { manifest: "composer.json", locks: ["composer.lock"], differences: composerDifferences },
]

export function isLock(path: string): boolean {
  const name = posix.basename(path)
  return lockFormats.some(({ locks }) => locks.includes(name))
}

type Versions = ReadonlyMap<string, unknown>

/** Names with another version on the other side, or with none. */
function unlike(declared: Versions, recorded: Versions): readonly string[] {
  const names = new Set([...declared.keys(), ...recorded.keys()])
  return [...names].filter((name) => declared.get(name) !== recorded.get(name))
}

const INSTALLED = ["dependencies", "devDependencies", "optionalDependencies"]

function versionsIn(holder: unknown, keys: readonly string[]): Versions {
  return new Map(keys.flatMap((key) => [...tableOf(valueAt(holder, key))]))
}

function npmDifferences(manifest: string, lock: string, place: string) {
  return Promise.resolve(workspaceDifferences(manifest, valueAt(parsedJson(lock), "packages", place)))
}

function bunDifferences(manifest: string, lock: string, place: string) {
  const plain = lock.replaceAll(/,(?=\s{0,999}[}\]])/g, "")
  return Promise.resolve(workspaceDifferences(manifest, valueAt(parsedJson(plain), "workspaces", place)))
}

function workspaceDifferences(manifest: string, record: unknown): readonly string[] | null {
  const declared = parsedJson(manifest)
  if (record === undefined || declared === undefined) return null
  const keys = [...INSTALLED, "peerDependencies"]
  return unlike(versionsIn(declared, keys), versionsIn(record, keys))
}

async function pnpmDifferences(manifest: string, lock: string, place: string) {
  const declared = parsedJson(manifest)
  // A hook may give the manifest other versions.
  if (declared === undefined || /^pnpmfileChecksum:/m.test(lock)) return null
  const overridden = sectionOf("overrides:", lock)
  const section = `importers:\n${sectionOf("importers:", lock)}`
  const { parseYamlDocument } = await loadParsers()
  const data = (await parseYamlDocument(section, "1.2"))?.data
  const record = valueAt(data, "importers", place === "" ? "." : place)
  if (record === undefined) return null
  const specifiers = [...versionsIn(record, INSTALLED)].map(
    ([name, entry]) => [name, valueAt(entry, "specifier")] as const,
  )
  const peers = tableOf(valueAt(declared, "peerDependencies"))
  const own = versionsIn(declared, INSTALLED)
  const differing = unlike(own, new Map(specifiers.filter(([name]) => own.has(name) || !peers.has(name))))
  return differing.filter((name) => !overridden.includes(name))
}

/** The lines below a heading, up to the next line that is not indented. */
function sectionOf(heading: string, text: string): string {
  const lines = text.split("\n")
  const start = lines.indexOf(heading)
  const rest = start < 0 ? [] : lines.slice(start + 1)
  const end = rest.findIndex((line) => /^\S/.test(line))
  return rest.slice(0, end < 0 ? undefined : end).join("\n")
}

/** Each range that is asked for is a key. Packages of the repository itself have none in the first format. */
function yarnDifferences(manifest: string, lock: string, place: string) {
  const declared = parsedJson(manifest)
  const lines = lock.split("\n").filter((line) => /^[^\s#]/.test(line) && line.endsWith(":"))
  const keys = new Set(lines.flatMap((line) => line.slice(0, -1).replaceAll('"', "").split(", ")))
  if (declared === undefined || keys.size === 0) return Promise.resolve(null)
  const names = new Set([...keys].map((key) => key.slice(0, key.indexOf("@", 1))))
  const is_first = !lock.includes("__metadata:")
  const is_alone = place === "" && valueAt(declared, "workspaces") === undefined
  const resolutions = [...tableOf(valueAt(declared, "resolutions")).keys()].join(" ")
  const missing = [...versionsIn(declared, INSTALLED)].filter(
    ([name, range]) =>
      typeof range === "string" &&
      !/^(?:workspace|file|link|portal|patch|catalog):/.test(range) &&
      !keys.has(`${name}@${range}`) &&
      !keys.has(`${name}@npm:${range}`) &&
      ![...keys].some((key) => key.startsWith(`${name}@workspace:`)) &&
      !resolutions.includes(name) &&
      (names.has(name) || !is_first || is_alone),
  )
  return Promise.resolve(missing.map(([name]) => name))
}

/** The lock has the names of everything that a crate of the repository depends on. */
async function cargoDifferences(manifest: string, lock: string) {
  const parse = await loadToml()
  const root = parse(manifest)
  const [name] = optionalText(valueAt(root, "package", "name"))
  const packages = valueAt(parse(lock), "package")
  const all: readonly unknown[] = Array.isArray(packages) ? packages : []
  const own = all.find((one) => valueAt(one, "name") === name && valueAt(one, "source") === undefined)
  if (root === null || name === undefined || own === undefined) return null
  const recorded = new Set(textsOf(valueAt(own, "dependencies")).map((one) => one.split(" ", 1).join("")))
  const holders = [root, ...tableOf(valueAt(root, "target")).values()]
  const tables = holders.flatMap((holder) => CRATE_KEYS.flatMap((key) => [...tableOf(valueAt(holder, key))]))
  // The workspace may know an inherited crate by another name.
  const declared = tables.flatMap(([key, value]) =>
    valueAt(value, "workspace") === true && !recorded.has(key)
      ? []
      : [optionalText(valueAt(value, "package"))[0] ?? key],
  )
  const extra =
    declared.length === tables.length ? [...recorded].filter((one) => !declared.includes(one)) : []
  const unmet = tables.filter(([key, value]) => {
    const name = optionalText(valueAt(value, "package"))[0] ?? key
    const [range] = [...optionalText(value), ...optionalText(valueAt(value, "version"))]
    const versions = all.flatMap((one) =>
      valueAt(one, "name") === name ? optionalText(valueAt(one, "version")) : [],
    )
    return (
      range !== undefined && versions.length > 0 && versions.every((version) => isOutside(version, range))
    )
  })
  return [...declared.filter((one) => !recorded.has(one)), ...unmet.map(([key]) => key), ...extra]
}

/** Whether a version surely does not meet a range of Cargo: exact, or up to the next that may break. */
function isOutside(version: string, range: string): boolean {
  const [, sign, text = ""] = /^\s{0,9}(=|\^|)\s{0,9}(\d{1,9}(?:\.\d{1,9}){0,2})\s{0,9}$/.exec(range) ?? []
  const [asked, has] = [text, version].map((one) => one.split(/[-+]/, 1)[0]?.split(".").map(Number) ?? [])
  if (asked === undefined || has === undefined || text === "" || version.includes("-")) return false
  if (sign === "=") return asked.some((part, index) => part !== has[index])
  const fixed = asked.findIndex((part) => part > 0)
  const first = asked.findIndex((part, index) => part !== has[index])
  return first >= 0 && ((fixed >= 0 && first <= fixed) || (has[first] ?? 0) < (asked[first] ?? 0))
}

const CRATE_KEYS = ["dependencies", "dev-dependencies", "build-dependencies"]

async function pipfileDifferences(manifest: string, lock: string) {
  const [declared, recorded] = [(await loadToml())(manifest), parsedJson(lock)]
  if (declared === null || recorded === undefined) return null
  const tables = ["default", "develop"].flatMap((key) => [...tableOf(valueAt(recorded, key)).keys()])
  const names = new Set(tables.map(plainName))
  return readPipfile(declared).dependencies.filter((name) => !names.has(plainName(name)))
}

/** A sum of the go.mod of each module that is required; a replaced one may have another place. */
function goDifferences(manifest: string, lock: string) {
  const sums = new Set(
    [...lock.matchAll(/^(\S{1,500} \S{1,200})\/go\.mod h1:/gm)].map(([, module]) => module),
  )
  const plain = manifest.replaceAll(/\/\/[^\n]*/g, "")
  const replaced = new Set(
    [...plain.matchAll(/^[ \t]*(?:replace[ \t]+)?(\S{1,500})[^\n]{0,300}=>/gm)].map(([, module]) => module),
  )
  const required = [
    ...plain.matchAll(/^[ \t]*(?:require[ \t]+)?([\w.-]{1,200}\.[^\s]{1,300})[ \t]+(v\d\S{0,200})[ \t]*$/gm),
  ]
  const missing = required.filter(
    ([, module, version]) => !replaced.has(module) && !sums.has(`${module} ${version}`),
  )
  return Promise.resolve(missing.map(([, module = ""]) => module))
}

function gemDifferences(manifest: string, lock: string) {
  const section = sectionOf("DEPENDENCIES", lock)
  if (section === "") return Promise.resolve(null)
  const recorded = new Set(section.split("\n").map((line) => /^ {2}([\w.-]{1,200})/.exec(line)?.[1]))
  return Promise.resolve(readGemfile(manifest).filter((name) => !recorded.has(name)))
}

function composerDifferences(manifest: string, lock: string) {
  const recorded = parsedJson(lock)
  const packages = ["packages", "packages-dev"].flatMap((key) => {
    const list = valueAt(recorded, key)
    return Array.isArray(list) ? list : []
  })
  if (packages.length === 0) return Promise.resolve(null)
  const names = new Set(
    packages.flatMap((one) => [
      ...optionalText(valueAt(one, "name")),
      ...["replace", "provide"].flatMap((key) => [...tableOf(valueAt(one, key)).keys()]),
    ]),
  )
  return Promise.resolve(readComposerJson(manifest).filter((name) => !names.has(name.toLowerCase())))
}
