import type { JsonObject } from "@proofloop/foundation/text"

/** Whether a result judges the work. What was written is a separate question (`kind`, `mutates`). */
export type EvidenceRole = "observation" | "verification"

/** What a tool declares about a call. Nothing in the runtime looks at a tool's name. */
export interface ToolAnnotations {
  /** edit | write | scaffold | delete | mutation | mutate are edits; read | search | fetch | think | inspect | list only look. */
  readonly kind?: string | undefined
  /**
   * none | read_only | workspace | workspace_write | process_exec | network | desktop_control, as in Harn. A tool
   * with any other name may do anything. `none` and `read_only` stand for `read_only` unless another annotation
   * disagrees. With `undeclared_role: "infer"`, workspace_write without a kind is an edit.
   */
  readonly side_effect_level?: string | undefined
  /** Overrides `kind` on the question whether an ok call wrote to the workspace. */
  readonly mutates?: boolean | undefined
  /** Whether a result judges the work. Default: what `undeclared_role` says. */
  readonly evidence_role?: EvidenceRole | undefined
  /** Names the check the result belongs to (runner + targets). Without it there is one slot, `default`. */
  readonly check_id?: string | undefined
  /** The tool only reports progress: its calls are not substantive. */
  readonly soft?: boolean | undefined
  /** Changes nothing: may run beside other read-only calls, and again after a crash. */
  readonly read_only?: boolean | undefined
  /** Running it twice equals running it once: may run again after a crash. */
  readonly idempotent?: boolean | undefined
}

/** Annotations by value, or as a pure function of the call's arguments (a shell's role depends on its command). */
export type DeclaredAnnotations = ToolAnnotations | ((call_arguments: JsonObject) => ToolAnnotations)

/** A call of a tool, as a model asks for it. */
export interface ToolCall {
  /** Id by the provider; it pairs call and result. */
  readonly id?: string | undefined
  /** The tool. */
  readonly name?: string | undefined
  /** A record of the tool's arguments. Default: none. */
  readonly arguments?: unknown
  /** Harn's aliases of `name` and `arguments`, read when those are absent. */
  readonly tool_name?: string | undefined
  /** Alias of `arguments`. */
  readonly tool_args?: unknown
}

/** Whether content on disk changed. It outranks `ok` on the question whether the call was an edit. "unknown": the call failed, and may have written before it did. */
export type MutationStatus = "applied" | "not_applied" | "unchanged" | "unknown"

/** One failure as a tool or parser reports it; the text of the first field that is present counts. */
export interface ReportedDiagnostic {
  readonly [key: string]: unknown
}

/**
 * The outcome of one call. First present of `ok`, `success` (truthiness), `status` ("ok", "success") decides whether it
 * is ok. Unknown fields are kept for the host and ignored here.
 */
export interface ToolResult {
  /** The tool that was called. */
  readonly tool_name?: string | undefined
  /** Alias of `tool_name`. */
  readonly name?: string | undefined
  /** Id of the call; without it results pair with calls in order. */
  readonly call_id?: string | undefined
  /** Whether the call succeeded. */
  readonly ok?: unknown
  /** Alias of `ok`. */
  readonly success?: unknown
  /**
   * Results with running | skipped | deferred | interrupted | refused ... are not evidence; those with advisory |
   * stale | bound_stale | unbound feed no gate.
   */
  readonly status?: string | undefined
  /** What the call gave: any JSON. */
  readonly result?: unknown
  /** What the call printed. */
  readonly output?: unknown
  /** Alias of `output`, as some SDKs call it. */
  readonly content?: unknown
  /** What went wrong, of a call that failed. */
  readonly error?: unknown
  /** What went wrong, where `error` is absent. */
  readonly message?: unknown
  /** Failures the tool reports, already structured. */
  readonly diagnostics?: readonly ReportedDiagnostic[] | undefined
  /** Alias of `diagnostics`, as some tools call it. */
  readonly errors?: readonly unknown[] | undefined
  /** How many tests ran; 0 makes a pass weak. */
  readonly tests_run?: number | undefined
  /** Exit code of the process. */
  readonly exit_code?: number | undefined
  /** Whether it was ended because it took too long. */
  readonly timed_out?: boolean | undefined
  /** Whether content on disk changed; outranks `ok` on that question. */
  readonly mutation_status?: MutationStatus | undefined
  /** Digest of each touched path after the call, for edit_oscillation. */
  readonly file_hashes?: Readonly<Record<string, string>> | undefined
  /** False: the result is not evidence. Default true. */
  readonly feeds_gates?: boolean | undefined
  /** "model" when the error comes from a model provider behind the tool (a sub-agent), not from the tool's own text. */
  readonly error_source?: "tool" | "model" | undefined
  /** Resolved annotations of the call; they win over the ones the detector was created with. */
  readonly annotations?: ToolAnnotations | undefined
}
