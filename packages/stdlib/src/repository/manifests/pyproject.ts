import { type Manifest, optionalText, tableOf, textsOf, valueAt } from "./manifest.ts"
import { requirementName } from "./requirements.ts"

/** A parsed pyproject.toml: PEP 621, dependency groups, and the tables of Poetry, uv, PDM, Rye and Hatch. */
export function readPyproject(root: unknown): Manifest {
  const poetry = valueAt(root, "tool", "poetry")
  const requirements = [
    ...textsOf(valueAt(root, "project", "dependencies")),
    ...listsIn(valueAt(root, "project", "optional-dependencies")),
    ...listsIn(valueAt(root, "dependency-groups")),
    ...textsOf(valueAt(root, "tool", "uv", "dev-dependencies")),
    ...textsOf(valueAt(root, "tool", "rye", "dev-dependencies")),
    ...listsIn(valueAt(root, "tool", "pdm", "dev-dependencies")),
    ...[...tableOf(valueAt(root, "tool", "hatch", "envs")).values()].flatMap((environment) => [
      ...textsOf(valueAt(environment, "dependencies")),
      ...textsOf(valueAt(environment, "extra-dependencies")),
    ]),
  ]
  const tables = [
    valueAt(poetry, "dependencies"),
    valueAt(poetry, "dev-dependencies"),
    ...[...tableOf(valueAt(poetry, "group")).values()].map((group) => valueAt(group, "dependencies")),
  ]
  return {
    names: [...optionalText(valueAt(root, "project", "name")), ...optionalText(valueAt(poetry, "name"))],
    dependencies: [...requirements.flatMap(requirementName), ...tables.flatMap(keysWithoutPython)],
    entrypoints: [],
  }
}

export function readPipfile(root: unknown): Manifest {
  const tables = [valueAt(root, "packages"), valueAt(root, "dev-packages")]
  return { names: [], dependencies: tables.flatMap(keysWithoutPython), entrypoints: [] }
}

function listsIn(value: unknown): readonly string[] {
  return [...tableOf(value).values()].flatMap(textsOf)
}

function keysWithoutPython(value: unknown): readonly string[] {
  return [...tableOf(value).keys()].filter((name) => name.toLowerCase() !== "python")
}
