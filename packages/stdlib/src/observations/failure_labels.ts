/** Every name a failure can have, the eleven of gitoma first. @requirement critics.observations */
export const FAILURE_LABEL_NAMES = [
  "json_emit",
  "ast_diff",
  "test_regression",
  "syntax_invalid",
  "denylist",
  "manifest_block",
  "patcher_reject",
  "build_retry_exhausted",
  "git_refused",
  "json_parse_bad",
  "unknown",
  "config_schema",
  "content_grounding",
  "config_grounding",
  "doc_preservation",
  "url_grounding",
  "sibling_config",
  "config_keys",
  "config_structure",
  "leftover_text",
  "dangling_call",
  "stubbed_body",
  "forged_evidence",
  "import_grounding",
  "hard_coded_secret",
  "copied_file",
  "generated_file",
  "dead_symbol",
  "scanner_finding",
  "psi",
  "truncation",
  "timeout",
  "provider_error",
  "aborted",
  "no_change",
] as const

export type FailureLabel = (typeof FAILURE_LABEL_NAMES)[number]

/** A failure: the words of its error, the critic that refused, or the kind of the patcher's error. */
export type FailureCause =
  | string
  | {
      readonly critic: string
    }
  | {
      readonly patch_error: string
    }

/** The labels of a failure, those from words in the order of the names above; `unknown` when nothing fits. */
export function failureLabels(cause: FailureCause): readonly FailureLabel[] {
  if (typeof cause === "string") return labelsInWords(cause)
  if ("critic" in cause) return [labelOfCritic(cause.critic)]
  return [PATCH_LABELS.get(cause.patch_error) ?? "patcher_reject"]
}

const MAX_SEARCHED = 65_536

function labelsInWords(error: string): readonly FailureLabel[] {
  const text = error.slice(0, MAX_SEARCHED).toLowerCase()
  const found = WORDS.filter(([, ...parts]) =>
    parts.some((part) =>
      typeof part === "string" ? text.includes(part) : part.every((one) => text.includes(one)),
    ),
  )
  const labels = [...new Set(found.map(([label]) => label))]
  return labels.length === 0 ? ["unknown"] : labels
}

/** A label and its words, of which one is enough; of a list, all must occur. */
type Row = readonly [label: FailureLabel, ...words: ReadonlyArray<string | readonly string[]>]

const WORDS: readonly Row[] = [
  ["json_emit", "could not obtain valid json", "json parse"],
  ["ast_diff", "ast-diff", ["top-level", "missing"], "definition check failed"],
  ["test_regression", "test regression", "were passing before"],
  ["syntax_invalid", "syntax check failed", "tomldecodeerror", "jsondecodeerror"],
  ["denylist", "refusing to touch sensitive path", "sensitive file"],
  ["manifest_block", "refusing to edit build manifest", "compile-fix mode", "manifest scope check failed"],
  [
    "patcher_reject",
    "patch check failed",
    "leads out of the root",
    "outside the repository",
    "escapes the repository",
    "path traversal",
  ],
  ["build_retry_exhausted", "build check failed"],
  ["git_refused", "git add failed", "gitcommanderror"],
  ["json_parse_bad", "reply check failed"],
  ["config_schema", "schema check failed"],
  ["content_grounding", "content grounding failed", "content grounding check failed"],
  ["config_grounding", "config grounding failed", "config grounding check failed"],
  ["doc_preservation", "doc preservation failed", "doc preservation check failed"],
  ["url_grounding", "url grounding failed", "url grounding check failed"],
  ["sibling_config", "sibling config failed", "sibling config check failed"],
  ["config_keys", "config keys check failed"],
  ["config_structure", "config structure check failed"],
  ["leftover_text", "leftovers check failed"],
  ["dangling_call", "dangling call check failed"],
  ["stubbed_body", "stub check failed"],
  ["forged_evidence", "deleted tests check failed"],
  ["forged_evidence", "skipped tests check failed"],
  ["forged_evidence", "weakened tests check failed"],
  ["forged_evidence", "mocked subjects check failed"],
  ["forged_evidence", "hard-coded answers check failed"],
  ["forged_evidence", "masked exit codes check failed"],
  ["forged_evidence", "narrowed runner check failed"],
  ["forged_evidence", "added suppressions check failed"],
  ["forged_evidence", "rewritten snapshots check failed"],
  ["forged_evidence", "raised time limits check failed"],
  ["import_grounding", "import check failed"],
  ["hard_coded_secret", "secret check failed"],
  ["copied_file", "copy check failed"],
  ["generated_file", "generated file check failed"],
  ["syntax_invalid", "bytes check failed"],
  ["syntax_invalid", "source structure check failed"],
  ["dead_symbol", "dead code check failed", "abandoned symbol check failed", "echo chamber check failed"],
  ["scanner_finding", "semgrep regression check failed", "trivy regression check failed"],
  ["psi", "psi check failed", "psi gate", "psi-lite", "psi-full", "ψ"],
  ["truncation", "output was truncated", "reply was cut off", "finish_reason=length"],
  ["timeout", "timed out", "time-out"],
  ["provider_error", "provider error", "provider_error"],
  ["aborted", "aborted"],
  ["no_change", "no patches", "no file changes"],
]

function labelOfCritic(id: string): FailureLabel {
  const name = id.toLowerCase()
  return LABELS_OF_CRITICS.get(name) ?? LABELS_OF_CRITICS.get(name.replace(/-[a-z]{1,10}$/, "")) ?? "unknown"
}

/** By id; for G7's variants and both psi gates, the part before the last hyphen. */
const LABELS_OF_CRITICS: ReadonlyMap<string, FailureLabel> = new Map([
  ["g1", "manifest_block"],
  ["g2", "syntax_invalid"],
  ["g6", "syntax_invalid"],
  ["g7", "ast_diff"],
  ["g8", "test_regression"],
  ["g10", "config_schema"],
  ["g11", "content_grounding"],
  ["g12", "config_grounding"],
  ["g13", "doc_preservation"],
  ["g14", "url_grounding"],
  ["g15", "sibling_config"],
  ["g16", "dead_symbol"],
  ["g18", "dead_symbol"],
  ["g19", "dead_symbol"],
  ["g20", "syntax_invalid"],
  ["g21", "scanner_finding"],
  ["g22", "scanner_finding"],
  ["g23", "config_keys"],
  ["g24", "config_structure"],
  ["bytes", "syntax_invalid"],
  ["structure", "syntax_invalid"],
  ["leftovers", "leftover_text"],
  ["dangling", "dangling_call"],
  ["stubs", "stubbed_body"],
  ["forged-deleted", "forged_evidence"],
  ["forged-skipped", "forged_evidence"],
  ["forged-weakened", "forged_evidence"],
  ["forged-mocked", "forged_evidence"],
  ["forged-hard-coded", "forged_evidence"],
  ["forged-exit", "forged_evidence"],
  ["forged-runner", "forged_evidence"],
  ["forged-suppressed", "forged_evidence"],
  ["forged-snapshot", "forged_evidence"],
  ["forged-timeout", "forged_evidence"],
  ["imports", "import_grounding"],
  ["secrets", "hard_coded_secret"],
  ["copies", "copied_file"],
  ["generated", "generated_file"],
  ["build", "build_retry_exhausted"],
  ["psi", "psi"],
  // Sources of a rejection in a gate, beside its critics.
  ["patcher", "patcher_reject"],
  ["reply", "json_parse_bad"],
])

/** By the kind of a PatchError; any other kind is `patcher_reject`. */
const PATCH_LABELS: ReadonlyMap<string, FailureLabel> = new Map([
  ["sensitive_path", "denylist"],
  ["build_manifest", "manifest_block"],
])
