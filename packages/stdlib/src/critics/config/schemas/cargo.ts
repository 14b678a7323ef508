import { each, LIST_OF_STRINGS, listOf, oneOf, type Schema } from "./schema.ts"

const TEXT = { type: "string" }

const WORKSPACE = { type: "object", required: ["workspace"], properties: { workspace: { const: true } } }

/** A value of a package, or `{ workspace = true }`. */
function inherited(schema: Schema): Schema {
  return { anyOf: [schema, WORKSPACE] }
}

const dependency = {
  type: ["string", "object"],
  properties: {
    ...each("version path git branch tag rev package registry", TEXT),
    ...each("optional default-features default_features public", { type: "boolean" }),
    features: LIST_OF_STRINGS,
    workspace: { const: true },
  },
  slips: ["version", "features", "optional", "default-features", "package", "workspace"],
}

const dependencies = { type: "object", additionalProperties: dependency }

const DEPENDENCY_TABLES = each(
  `dependencies dev-dependencies dev_dependencies build-dependencies build_dependencies`,
  dependencies,
)

const packageTable = {
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
      inherited(TEXT),
    ),
    ...each("links default-run", TEXT),
    ...each("authors categories exclude include keywords", inherited(LIST_OF_STRINGS)),
    ...each("autobins autoexamples autotests autobenches autolib", { type: "boolean" }),
    build: { type: ["string", "boolean", "array"] },
    readme: inherited({ type: ["string", "boolean"] }),
    publish: inherited({ type: ["boolean", "array"], items: TEXT }),
    resolver: oneOf("1", "2", "3"),
    workspace: TEXT,
  },
  required: ["name"],
}

const target = {
  type: "object",
  properties: { ...each("name path", TEXT), "crate-type": { type: ["array", "string"], items: TEXT } },
}

/** What cargo reads of a manifest; it only warns of keys it does not know. */
export const cargo: Schema = {
  type: "object",
  properties: {
    package: packageTable,
    project: packageTable,
    workspace: {
      type: "object",
      properties: {
        ...each("members default-members exclude", LIST_OF_STRINGS),
        resolver: oneOf("1", "2", "3"),
        dependencies,
        // Its members inherit what stands here, so it may have any key of theirs.
        package: { type: "object", properties: packageTable.properties },
        lints: { type: "object" },
      },
    },
    ...DEPENDENCY_TABLES,
    target: {
      type: "object",
      additionalProperties: { type: "object", properties: DEPENDENCY_TABLES },
    },
    features: { type: "object", additionalProperties: LIST_OF_STRINGS },
    lib: target,
    ...each("bin example test bench", listOf(target)),
    ...each("badges patch profile replace lints", { type: "object" }),
    "cargo-features": LIST_OF_STRINGS,
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
