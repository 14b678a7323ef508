import type { JsonObject } from "@proofloop/foundation/text"
import type { DeclaredAnnotations, ToolResult } from "./tool.ts"

/** The context of a tool's call. */
export interface ToolContext {
  /** Aborted when the run is aborted or its deadline passes. The tool must settle soon after. */
  readonly signal: AbortSignal
  /** The call's id, the same in its events. */
  readonly call_id: string
  /** 1-based turn the call belongs to. */
  readonly iteration: number
  /** Variables for processes that the call starts: the loop ends those that outlive their call before it checks the work. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** What a call is about to write, so that after a crash the files themselves tell whether it did. */
export interface PlannedCall {
  /** Each file it writes. */
  readonly writes: readonly {
    /** Relative to the tool's workspace_root, or absolute. */
    readonly path: string
    /** SHA-256 of the content before and after, in hex; null = no file. */
    readonly before: string | null
    /** SHA-256 of the content afterwards, in hex; null: the call removes the file. */
    readonly after: string | null
  }[]
  /** The result the call has once all of that is written. */
  readonly result: ToolResult
}

/** JSON Schema of a tool's arguments, or a Standard Schema: zod 4, ArkType, or valibot with its JSON Schema. */
export type ToolInputSchema = JsonObject | StandardSchema

/**
 * A tool the loop may call. `execute` gets arguments that passed `input_schema`. It may return a string (an ok
 * result), a `ToolResult`, or any JSON (the `result` of an ok result); a throw is an error tool result. `defineTool`
 * makes one whose arguments have the type of their schema.
 */
export interface Tool {
  /** What the model calls it by; no other tool of the loop has it. */
  readonly name: string
  /** What it does and when to call it, for the model. */
  readonly description: string
  /** JSON Schema of the arguments, or a Standard Schema: it checks what the model sends. */
  readonly input_schema: ToolInputSchema
  /** The JSON Schema the model gets, when the Standard Schema cannot give one. Default: the schema's own. */
  readonly json_schema?: JsonObject | undefined
  /** What a call does, by value or by its arguments. Default: nothing is declared. */
  readonly annotations?: DeclaredAnnotations | undefined
  /** The folder the tool works in: verification commands run there unless told otherwise. */
  readonly workspace_root?: string | undefined
  /**
   * Called with the arguments before and after `execute`, if present. When the two digests differ, the result counts
   * as an applied mutation, else as none. Shell tools use it to tell a write from a look.
   */
  readonly content_digest?: ((call_arguments: JsonObject) => Promise<string | null>) | undefined
  /**
   * Asked before `execute` when the run keeps a journal: what the call would write, or null if it cannot say. It
   * changes nothing. Without it, an interrupted call that is neither read-only nor idempotent counts as failed.
   */
  readonly plan_writes?: ((call_arguments: JsonObject) => Promise<PlannedCall | null>) | undefined
  /** Runs one call. Its answer is the result, as text, JSON or a `ToolResult`; a throw becomes a failed result. */
  execute(call_arguments: JsonObject, context: ToolContext): unknown
}

/** The part of the Standard Schema interface this library reads (https://standardschema.dev). */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The interface that libraries of schemas share. */
  readonly "~standard": {
    /** Version of that interface. */
    readonly version: 1
    /** Names the library. */
    readonly vendor: string
    /** The value as the schema reads it, or what is wrong with it. */
    readonly validate: (value: unknown) => StandardOutcome<Output> | Promise<StandardOutcome<Output>>
    /** Standard JSON Schema; where it is absent the schema cannot tell what it accepts. */
    readonly jsonSchema?:
      | {
          /** The JSON Schema of what the schema accepts. */
          readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>
        }
      | undefined
    /** Types for the compiler: what the schema takes and gives. Never present at run time. */
    readonly types?:
      | {
          /** What the schema takes. */
          readonly input: Input
          /** What the schema gives. */
          readonly output: Output
        }
      | undefined
  }
}

export type StandardOutcome<Output = unknown> =
  | {
      /** The value, as the schema reads it. */
      readonly value: Output
      /** Absent: the value is right. */
      readonly issues?: undefined
    }
  | {
      /** What is wrong with the value. */
      readonly issues: ReadonlyArray<{
        /** What is wrong, in words. */
        readonly message: string
        /** Keys that lead to the place from the outside; absent: the value itself. */
        readonly path?:
          | ReadonlyArray<
              | PropertyKey
              | {
                  /** The key of one level. */
                  readonly key: PropertyKey
                }
            >
          | undefined
      }>
    }
