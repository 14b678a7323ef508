import type { FileChange } from "@proofloop/foundation/git"
import { isRecord, parsedJson } from "@proofloop/foundation/text"

export interface Sides {
  readonly product: FileChange[]
  readonly others: FileChange[]
}

/** What the npm registry knows of a package: its settings for scripts and runners are none of it. */
const OF_PACKAGE =
  /^(?:name|version|description|keywords|license|author|contributors|type|main|module|browser|types|typings|exports|imports|files|bin|engines|os|cpu|private|publishConfig|workspaces|packageManager|overrides|resolutions|\w*[dD]ependencies(?:Meta)?)$/
const LOCK = /(?:^|\/)(?:npm-shrinkwrap\.json|go\.sum)$|[._-]lock(?:b|\.\w{4})?$/i

/** Whether one file holds both: what the product needs, and how it is checked. A lockfile is the product's. */
export function isMixed({ path }: FileChange): boolean {
  return LOCK.test(path) || /(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path)
}

/** Divides a change of such a file in two: each part alone as it was before. */
export function asBefore({ path, before, after }: FileChange, sides: Sides): void {
  if (LOCK.test(path)) return void sides.product.push({ path, before, after })
  const [settings, packaged] = [mixedText(path, before, after), mixedText(path, after, before)]
  if (settings === null || packaged === null) return void sides.others.push({ path, before, after })
  const whole = mixedText(path, after, after)
  if (!same(settings, whole)) sides.others.push({ path, before: settings, after })
  if (!same(packaged, whole)) sides.product.push({ path, before: packaged, after })
}

/** The settings of one state with the dependencies of another. */
function mixedText(
  path: string,
  settings: Uint8Array | null,
  packaged: Uint8Array | null,
): Uint8Array | null {
  if (settings === null || packaged === null) return null
  const [then, now] = [text(settings), text(packaged)]
  if (path.endsWith(".toml")) return Buffer.from(tables(then, "settings") + tables(now, "package"))
  const [old, fresh] = [parsedJson(then), parsedJson(now)]
  if (!isRecord(old) || !isRecord(fresh)) return null
  const kept = [
    ...Object.entries(old).filter(([name]) => !OF_PACKAGE.test(name)),
    ...Object.entries(fresh).filter(([name]) => OF_PACKAGE.test(name)),
  ]
  return Buffer.from(JSON.stringify(Object.fromEntries(kept), null, 2))
}

/** Tables of TOML: those of tools, but for their dependencies, or all others. */
function tables(toml: string, wanted: "settings" | "package"): string {
  const parts = toml.split(/^(?=\[)/m)
  const isSettings = (part: string): boolean => /^\[+tool\./.test(part) && !/^[^\n]*depend/i.test(part)
  return parts
    .filter((part) => isSettings(part) === (wanted === "settings"))
    .map((part) => (part.endsWith("\n") ? part : `${part}\n`))
    .join("")
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8")
}

function same(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0
}
