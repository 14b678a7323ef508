import { each, listOf, oneOf, type Schema, STRINGS } from "./schema.ts"

const WHOLE_NUMBER = { type: "integer", minimum: 0 }

const options = {
  ...each(
    `bracketSameLine bracketSpacing checkIgnorePragma experimentalTernaries insertPragma jsxBracketSameLine
    jsxSingleQuote requirePragma semi singleAttributePerLine singleQuote useTabs vueIndentScriptAndStyle`,
    { type: "boolean" },
  ),
  ...each("printWidth rangeStart rangeEnd tabWidth", WHOLE_NUMBER),
  ...each("filepath parser", { type: "string" }),
  arrowParens: oneOf("always", "avoid"),
  embeddedLanguageFormatting: oneOf("auto", "off"),
  endOfLine: oneOf("lf", "crlf", "cr", "auto"),
  experimentalOperatorPosition: oneOf("start", "end"),
  htmlWhitespaceSensitivity: oneOf("css", "strict", "ignore"),
  objectWrap: oneOf("preserve", "collapse"),
  plugins: { type: "array" },
  proseWrap: oneOf("always", "never", "preserve"),
  quoteProps: oneOf("as-needed", "consistent", "preserve"),
  trailingComma: oneOf("all", "es5", "none"),
}

/** Prettier's options of versions 2 and 3; a text names a shared configuration. Plugins add their own options. */
export const prettierrc: Schema = {
  type: ["object", "string"],
  properties: {
    ...options,
    overrides: listOf({
      type: "object",
      properties: { files: STRINGS, excludeFiles: STRINGS, options: { type: "object", properties: options } },
      required: ["files"],
    }),
  },
}
