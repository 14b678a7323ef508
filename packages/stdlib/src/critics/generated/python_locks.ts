import { optionalText, tableOf, textsOf, valueAt } from "../../repository/manifests/manifest.ts"
import { readPyproject } from "../../repository/manifests/pyproject.ts"
import { requirementName } from "../../repository/manifests/requirements.ts"
import { loadToml } from "../../repository/manifests/toml.ts"

/** The name by which an index of Python knows a package. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]{1,99}/g, "-")
}

/** The lock names every package that is asked for, among others. */
export async function poetryDifferences(manifest: string, lock: string): Promise<readonly string[] | null> {
  const parse = await loadToml()
  const [declared, recorded] = [parse(manifest), parse(lock)]
  const packages = packagesOf(recorded)
  if (declared === null || packages.length === 0) return null
  const names = new Set(packages.flatMap((one) => optionalText(valueAt(one, "name")).map(plainName)))
  return readPyproject(declared).dependencies.filter((name) => !names.has(plainName(name)))
}

/** The lock has the requirements of the project, and those of its groups. */
export async function uvDifferences(manifest: string, lock: string): Promise<readonly string[] | null> {
  const parse = await loadToml()
  const [declared, recorded] = [parse(manifest), parse(lock)]
  const [name] = optionalText(valueAt(declared, "project", "name"))
  const own = packagesOf(recorded).find(
    (one) =>
      name !== undefined && optionalText(valueAt(one, "name")).map(plainName).includes(plainName(name)),
  )
  const metadata = valueAt(own, "metadata")
  if (name === undefined || metadata === undefined) return null
  const lists = [valueAt(metadata, "requires-dist"), ...tableOf(valueAt(metadata, "requires-dev")).values()]
  const entries = lists.flatMap((list) => (Array.isArray(list) ? list : []))
  const known = new Map<string, Set<string | null>>()
  for (const entry of entries) {
    for (const one of optionalText(valueAt(entry, "name")).map(plainName)) {
      const [specifier = ""] = optionalText(valueAt(entry, "specifier"))
      const is_versioned = ["git", "url", "editable", "directory", "virtual", "path"].every(
        (key) => valueAt(entry, key) === undefined,
      )
      known.set(one, (known.get(one) ?? new Set()).add(is_versioned ? sorted(specifier) : null))
    }
  }
  const asked = requirementsOf(declared)
  const missing = asked.filter(({ name: one, specifier }) => {
    const versions = known.get(one)
    return versions === undefined ? one !== plainName(name) : !versions.has(null) && !versions.has(specifier)
  })
  const extra = [...known.keys()].filter((one) => asked.every((other) => other.name !== one))
  return [...new Set([...missing.map((one) => one.name), ...extra])]
}

function requirementsOf(
  declared: unknown,
): ReadonlyArray<{ readonly name: string; readonly specifier: string }> {
  const texts = [
    ...textsOf(valueAt(declared, "project", "dependencies")),
    ...[...tableOf(valueAt(declared, "project", "optional-dependencies")).values()].flatMap(textsOf),
    ...[...tableOf(valueAt(declared, "dependency-groups")).values()].flatMap(textsOf),
    ...textsOf(valueAt(declared, "tool", "uv", "dev-dependencies")),
  ]
  return texts.flatMap((text) => {
    const [name] = requirementName(text)
    if (name === undefined) return []
    const rest =
      text
        .trim()
        .slice(name.length)
        .replace(/^\s{0,99}\[[^\]]{0,999}\]/, "")
        .split(";")[0] ?? ""
    return [{ name: plainName(name), specifier: sorted(rest.replaceAll(/[()]/g, "")) }]
  })
}

function sorted(specifier: string): string {
  return specifier
    .replaceAll(/\s{1,99}/g, "")
    .split(",")
    .sort()
    .join(",")
}

function packagesOf(lock: unknown): readonly unknown[] {
  const packages = valueAt(lock, "package")
  return Array.isArray(packages) ? packages : []
}
