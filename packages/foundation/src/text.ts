export { canonicalJson } from "./text/canonical_json.ts"
export { countCodePoints, cutCodePoints, cutMiddle } from "./text/code_points.ts"
export { keyDigest, memberDigest, memberKey, sha256Hex } from "./text/digest.ts"
export { isRecord } from "./text/is_record.ts"
export { asText, readList, readMember, readNumber, readText } from "./text/member.ts"
export {
  type Brackets,
  brokenPieces,
  extractJson,
  readOnlyObject,
  validPiece,
  withoutThoughts,
} from "./text/extract_json.ts"
export { escapeHtml } from "./text/html.ts"
export { htmlHead } from "./text/html_page.ts"
export { isFencedJson, stripFence } from "./text/fenced_json.ts"
export { isJson, type Json, type JsonObject, jsonOrText, parsedJson } from "./text/json.ts"
export { literalSearch } from "./text/literal_search.ts"
export { type DiffLine, diffLines, lineDiff } from "./text/line_diff.ts"
export { ESCAPES, oneLine, withoutEscapes } from "./text/one_line.ts"
export { findSecrets, type FoundSecret } from "./text/find_secrets.ts"
export { redactSecrets } from "./text/redact.ts"
export { inMarkdown, takeRoom } from "./text/snippet.ts"
export { plural } from "./text/plural.ts"
export { replaceText } from "./text/replace_text.ts"
export { definesTests, isTestPath } from "./text/test_path.ts"
export { visibleText } from "./text/visible_text.ts"
