import { each, LIST_OF_STRINGS, oneOf, RECORD_OF_STRINGS, type Schema, STRINGS } from "./schema.ts"

const TEXT = { type: "string" }
const PERSON = { type: ["string", "object"], properties: { name: TEXT, email: TEXT, url: TEXT } }
const LINK = { type: ["string", "object"], properties: { url: TEXT } }

/** Packages in subfolders may have a path as name, and npm accepts old names with capitals. */
const NAME = {
  type: "string",
  pattern: "^\\S*$|\\{\\{|<%|\\$\\{",
  description: "a package name without spaces",
}

const properties = {
  name: NAME,
  ...each("version description module types typings unpkg jsdelivr packageManager", TEXT),
  ...each("dependencies devDependencies optionalDependencies peerDependencies scripts", RECORD_OF_STRINGS),
  ...each("config directories overrides resolutions publishConfig pnpm", { type: "object" }),
  ...each("bundleDependencies bundledDependencies", {
    type: ["array", "boolean"],
    items: { type: "string" },
  }),
  ...each("bugs repository", LINK),
  ...each("contributors maintainers", { type: ["array", "string", "object"], items: PERSON }),
  author: PERSON,
  bin: { type: ["string", "object"], additionalProperties: TEXT },
  browser: { type: ["string", "object", "boolean"] },
  cpu: STRINGS,
  engines: { type: ["object", "array"], additionalProperties: TEXT },
  eslintConfig: { $ref: "eslintrc" },
  exports: { type: ["string", "object", "array", "null"] },
  files: LIST_OF_STRINGS,
  funding: {
    type: ["string", "object", "array"],
    properties: { url: TEXT },
    items: { type: ["string", "object"] },
  },
  homepage: TEXT,
  imports: { type: "object" },
  keywords: STRINGS,
  libc: STRINGS,
  license: { type: ["string", "object"] },
  licenses: { type: ["array", "object"] },
  main: { type: ["string", "boolean"] },
  man: STRINGS,
  os: STRINGS,
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
    properties: { packages: LIST_OF_STRINGS, nohoist: LIST_OF_STRINGS },
  },
}

/** What npm and Node.js read of a package.json; other tools may add their own keys. */
export const packageJson: Schema = {
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
