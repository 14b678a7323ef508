import { listOf, type Schema, STRINGS } from "./schema.ts"

const SEVERITY = {
  choice: ["off", "warn", "error", 0, 1, 2],
  description: 'a severity ("off", "warn", "error", 0, 1 or 2)',
}

const shared = {
  $schema: { type: "string" },
  env: { type: "object" },
  extends: STRINGS,
  globals: {
    type: "object",
    additionalProperties: {
      choice: [true, false, null, "true", "false", "off", "readable", "readonly", "writable", "writeable"],
      description: '"readonly", "writable" or "off"',
    },
  },
  overrides: listOf({ $ref: "eslint_override" }),
  parser: { type: ["string", "null"] },
  parserOptions: { type: "object" },
  plugins: { type: "array" },
  processor: { type: "string" },
  rules: {
    type: "object",
    additionalProperties: {
      anyOf: [SEVERITY, { type: "array", minItems: 1, prefixItems: [SEVERITY] }],
    },
  },
  settings: { type: "object" },
  noInlineConfig: { type: "boolean" },
  reportUnusedDisableDirectives: { type: "boolean" },
  ecmaFeatures: { type: "object" },
}

/** What ESLint 8 accepts at the top of a configuration and in its overrides. Options of rules are not judged. */
export const eslintrc: Schema = {
  type: "object",
  properties: { ...shared, root: { type: "boolean" }, ignorePatterns: STRINGS },
  additionalProperties: false,
}

export const eslintOverride: Schema = {
  type: "object",
  properties: { ...shared, files: STRINGS, excludedFiles: STRINGS },
  required: ["files"],
  additionalProperties: false,
}
