import { parsedJson } from "@proofloop/foundation/text"
import { EMPTY_MANIFEST, type Manifest, optionalText, tableOf, textsOf } from "./manifest.ts"

/** A package.json: every kind of dependency, and the packages behind `npm:` aliases. */
export function readPackageJson(text: string): Manifest {
  const root = tableOf(parsedJson(text))
  if (root.size === 0) return EMPTY_MANIFEST
  const dependencies = DEPENDENCY_KEYS.flatMap((key) => [...tableOf(root.get(key))].flatMap(namesOf))
  const bundled = BUNDLE_KEYS.flatMap((key) => textsOf(root.get(key)))
  return {
    names: optionalText(root.get("name")),
    dependencies: [...dependencies, ...bundled],
    entrypoints: [
      ...optionalText(root.get("main")),
      ...optionalText(root.get("bin")),
      ...[...tableOf(root.get("bin")).values()].flatMap(optionalText),
    ],
  }
}

const DEPENDENCY_KEYS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
const BUNDLE_KEYS = ["bundledDependencies", "bundleDependencies"]

function namesOf([name, version]: readonly [string, unknown]): readonly string[] {
  if (typeof version !== "string" || !version.startsWith("npm:")) return [name]
  const target = version.slice("npm:".length)
  const at = target.lastIndexOf("@")
  return [name, at > 0 ? target.slice(0, at) : target]
}
