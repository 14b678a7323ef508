import { type Manifest, optionalText, tableOf, valueAt } from "./manifest.ts"

/** A parsed Cargo.toml: dependencies of every kind, also per target and of the workspace, under their real names. */
export function readCargo(root: unknown): Manifest {
  const holders = [root, ...tableOf(valueAt(root, "target")).values(), valueAt(root, "workspace")]
  const binaries = valueAt(root, "bin")
  return {
    names: optionalText(valueAt(root, "package", "name")),
    dependencies: holders.flatMap((holder) =>
      DEPENDENCY_KEYS.flatMap((key) => [...tableOf(valueAt(holder, key))].flatMap(crateNames)),
    ),
    entrypoints: Array.isArray(binaries)
      ? binaries.flatMap((binary) => optionalText(valueAt(binary, "path")))
      : [],
  }
}

const DEPENDENCY_KEYS = [
  "dependencies",
  "dev-dependencies",
  "dev_dependencies",
  "build-dependencies",
  "build_dependencies",
]

function crateNames([name, value]: readonly [string, unknown]): readonly string[] {
  return [name, ...optionalText(valueAt(value, "package"))]
}
