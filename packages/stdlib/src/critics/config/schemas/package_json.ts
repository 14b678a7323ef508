import { each, list_of_strings, oneOf, record_of_strings, type Schema, strings } from "./schema.ts"

const text = { type: "string" }
const person = { type: ["string", "object"], properties: { name: text, email: text, url: text } }
const link = { type: ["string", "object"], properties: { url: text } }

/** Folders below a package have names with a path in them, and npm knows old names with capitals. */
const name = {
  type: "string",
  pattern: "^\\S*$|\\{\\{|<%|\\$\\{",
  description: "a package name without spaces",
}

const properties = {
  name,
  ...each("version description module types typings unpkg jsdelivr packageManager", text),
  ...each("dependencies devDependencies optionalDependencies peerDependencies scripts", record_of_strings),
  ...each("config directories overrides resolutions publishConfig pnpm", { type: "object" }),
  ...each("bundleDependencies bundledDependencies", {
    type: ["array", "boolean"],
    items: { type: "string" },
  }),
  ...each("bugs repository", link),
  ...each("contributors maintainers", { type: ["array", "string", "object"], items: person }),
  author: person,
  bin: { type: ["string", "object"], additionalProperties: text },
  browser: { type: ["string", "object", "boolean"] },
  cpu: strings,
  engines: { type: ["object", "array"], additionalProperties: text },
  eslintConfig: { $ref: "eslintrc" },
  exports: { type: ["string", "object", "array", "null"] },
  files: list_of_strings,
  funding: {
    type: ["string", "object", "array"],
    properties: { url: text },
    items: { type: ["string", "object"] },
  },
  homepage: text,
  imports: { type: "object" },
  keywords: strings,
  libc: strings,
  license: { type: ["string", "object"] },
  licenses: { type: ["array", "object"] },
  main: { type: ["string", "boolean"] },
  man: strings,
  os: strings,
  peerDependenciesMeta: {
    type: "object",
    additionalProperties: { type: "object", properties: { optional: { type: "boolean" } } },
  },
  prettier: { $ref: "prettierrc" },
  private: oneOf(true, false, "true", "false"),
  sideEffects: { type: ["boolean", "string", "array"], items: { type: "string" } },
  type: oneOf("commonjs", "module"),
  workspaces: {
    type: ["array", "object"],
    items: { type: "string" },
    properties: { packages: list_of_strings, nohoist: list_of_strings },
  },
}

/** What npm and Node.js read of a package.json; every tool may add keys of its own. */
export const package_json: Schema = {
  type: "object",
  properties,
  slips: [
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "optionalDependencies",
    "peerDependenciesMeta",
    "bundleDependencies",
    "bundledDependencies",
    "description",
    "repository",
    "publishConfig",
    "sideEffects",
    "workspaces",
  ],
}
