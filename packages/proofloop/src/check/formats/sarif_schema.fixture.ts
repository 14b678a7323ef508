import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" }
import { Ajv, type ValidateFunction } from "ajv"
import { fullFormats } from "ajv-formats/dist/formats.js"

/** The JSON Schema of OASIS, of draft 04: without these keys a validator of a later draft reads it the same. */
const { $schema: _draft, id: _id, ...definitions } = schema

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  // One pattern of the schema is none with the flag "u".
  unicodeRegExp: false,
  formats: fullFormats,
})
const log = ajv.compile(definitions)

/**
 * What code scanning asks for beyond the schema: "required" in the tables and the limits of
 * https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
 */
const TEXT = { type: "string", minLength: 1 }
const SHORT = { required: ["text"], properties: { text: { ...TEXT, maxLength: 1024 } } }
const scanning = ajv.compile({
  required: ["$schema", "version", "runs"],
  properties: {
    version: { const: "2.1.0" },
    runs: {
      minItems: 1,
      items: {
        required: ["tool", "results"],
        properties: {
          tool: {
            properties: {
              driver: {
                required: ["name", "rules"],
                properties: {
                  name: TEXT,
                  rules: {
                    items: {
                      required: ["id", "shortDescription", "fullDescription", "help"],
                      properties: {
                        id: TEXT,
                        shortDescription: SHORT,
                        fullDescription: SHORT,
                        help: { required: ["text"], properties: { text: TEXT } },
                        properties: { properties: { tags: { maxItems: 20 } } },
                      },
                    },
                  },
                },
              },
            },
          },
          results: {
            maxItems: 25_000,
            items: {
              required: ["ruleId", "ruleIndex", "message", "locations", "partialFingerprints"],
              properties: {
                ruleIndex: { minimum: 0 },
                message: { required: ["text"], properties: { text: TEXT } },
                locations: {
                  minItems: 1,
                  items: {
                    required: ["physicalLocation"],
                    properties: {
                      physicalLocation: {
                        required: ["artifactLocation", "region"],
                        properties: {
                          // Relative: no scheme, no leading slash, no way up.
                          artifactLocation: {
                            required: ["uri"],
                            properties: {
                              uri: { ...TEXT, not: { pattern: "^(?:[^/]*:|/|(?:.*/)?\\.\\./)" } },
                            },
                          },
                          region: {
                            required: ["startLine"],
                            properties: { startLine: { minimum: 1 }, startColumn: { minimum: 1 } },
                          },
                        },
                      },
                    },
                  },
                },
                partialFingerprints: {
                  required: ["primaryLocationLineHash"],
                  properties: { primaryLocationLineHash: TEXT },
                },
              },
            },
          },
        },
      },
    },
  },
})

/** Why a report is no SARIF 2.1.0, or none that code scanning shows; empty: it is. */
export function sarifFaults(text: string): readonly string[] {
  const report: unknown = JSON.parse(text)
  return [log, scanning].flatMap((validate) => errorsOf(validate, report))
}

function errorsOf(validate: ValidateFunction, report: unknown): readonly string[] {
  if (validate(report)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`)
}
