/**
 * Regular expressions that are not judged, or judged too hard, as they are written in the file, and why they are harmless.
 * @type {Record<string, Record<string, string>>}
 */
export const EXCEPTIONS = {
  "packages/runtime/src/evidence/totals.ts": {
    'new RegExp(source, "gi")': "the words are constants of this file, bounded, and run on single lines",
  },
  "packages/stdlib/src/workspace/line_matcher.ts": {
    "new RegExp(body, `${flags}u`)":
      "the pattern of the model: it runs in a worker that is ended after a while",
    "new RegExp(body, flags)": "the same",
  },
  "packages/stdlib/src/critics/config/own_schema.ts": {
    'new RegExp(String(value), "u")':
      "the patterns are constants of our schemas, without repetition of a group",
  },
  "packages/stdlib/src/critics/forged/commands/coverage_floors.ts": {
    'new RegExp(source, "g")': "the sources are constants of this file, bounded, and run on single lines",
  },
}
