const NODE_SUMMARY = /^# (?:suites|cancelled|duration_ms) \d/m
const NODE_BLOCK = /^ {2,258}duration_ms: \d/m
/** Other producers indent what stands below the comment. */
const NODE_SUBTEST = /^( {0,256})# Subtest: .{0,1024}\n\1(?:not )?ok \d/m

/** Whether TAP is that of node:test, which has a parser of its own. */
export function isNodeTap(text: string): boolean {
  if (text.includes("duration_ms") && (NODE_BLOCK.test(text) || NODE_SUMMARY.test(text))) return true
  if (text.includes("# suites ") && NODE_SUMMARY.test(text)) return true
  return text.includes("# Subtest: ") && NODE_SUBTEST.test(text)
}
