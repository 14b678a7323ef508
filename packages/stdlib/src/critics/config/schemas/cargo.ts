import { each, list_of_strings, listOf, oneOf, type Schema } from "./schema.ts"

const text = { type: "string" }

const workspace = { type: "object", required: ["workspace"], properties: { workspace: { const: true } } }

/** A value of a package, or `{ workspace = true }`. */
function inherited(schema: Schema): Schema {
  return { anyOf: [schema, workspace] }
}

const dependency = {
  type: ["string", "object"],
  properties: {
    ...each("version path git branch tag rev package registry", text),
    ...each("optional default-features default_features public", { type: "boolean" }),
    features: list_of_strings,
    workspace: { const: true },
  },
  slips: ["version", "features", "optional", "default-features", "package", "workspace"],
}

const dependencies = { type: "object", additionalProperties: dependency }

const dependency_tables = each(
  `dependencies dev-dependencies dev_dependencies build-dependencies build_dependencies`,
  dependencies,
)

const package_table = {
  type: "object",
  properties: {
    name: {
      type: "string",
      pattern: "^[\\p{L}\\p{N}_-]+$|\\{\\{",
      description: "a name of letters, digits, - and _",
    },
    edition: inherited(oneOf("2015", "2018", "2021", "2024", "2027")),
    ...each(
      "version description documentation homepage repository license license-file rust-version",
      inherited(text),
    ),
    ...each("links default-run", text),
    ...each("authors categories exclude include keywords", inherited(list_of_strings)),
    ...each("autobins autoexamples autotests autobenches autolib", { type: "boolean" }),
    build: { type: ["string", "boolean", "array"] },
    readme: inherited({ type: ["string", "boolean"] }),
    publish: inherited({ type: ["boolean", "array"], items: text }),
    resolver: oneOf("1", "2", "3"),
    workspace: text,
  },
  required: ["name"],
}

const target = {
  type: "object",
  properties: { ...each("name path", text), "crate-type": { type: ["array", "string"], items: text } },
}

/** What cargo reads of a manifest; it only warns of keys it does not know. */
export const cargo: Schema = {
  type: "object",
  properties: {
    package: package_table,
    project: package_table,
    workspace: {
      type: "object",
      properties: {
        ...each("members default-members exclude", list_of_strings),
        resolver: oneOf("1", "2", "3"),
        dependencies,
        package: { type: "object" },
        lints: { type: "object" },
      },
    },
    ...dependency_tables,
    target: {
      type: "object",
      additionalProperties: { type: "object", properties: dependency_tables },
    },
    features: { type: "object", additionalProperties: list_of_strings },
    lib: target,
    ...each("bin example test bench", listOf(target)),
    ...each("badges patch profile replace lints", { type: "object" }),
    "cargo-features": list_of_strings,
  },
  slips: [
    "package",
    "workspace",
    "dependencies",
    "dev-dependencies",
    "build-dependencies",
    "features",
    "profile",
  ],
}
