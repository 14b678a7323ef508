import type { JsonObject } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime"
import { benchIn } from "./tool_bench.fixture.ts"

export async function shellIn(root: string, checks?: readonly string[]) {
  const bench = benchIn(root, checks === undefined ? {} : { checks })
  const tool = bench.tools.get("shell")
  const declared = tool?.annotations
  return {
    run: (call_arguments: JsonObject, signal?: AbortSignal) => bench.call("shell", call_arguments, signal),
    annotations: (command: unknown): ToolAnnotations | undefined =>
      typeof declared === "function" ? declared({ command } as JsonObject) : declared,
    digest: async () => tool?.content_digest?.({}),
  }
}
