import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Contestant } from "./contestant.ts"

interface Service {
  reset(prompt: string): void
  addAndCheck(event: unknown): unknown
}

/**
 * The real `@google/gemini-cli-core`, if it is installed below `folder`; else null. It is no dependency: install it apart
 * with `npm i --ignore-scripts @google/gemini-cli-core@0.61.0`.
 */
export async function realGemini(folder: string): Promise<Contestant | null> {
  const path = "@google/gemini-cli-core/dist/src/services/loopDetectionService.js"
  let file: string
  try {
    file = createRequire(join(folder, "package.json")).resolve(path)
  } catch {
    return null
  }
  const { LoopDetectionService } = (await import(pathToFileURL(file).href)) as {
    LoopDetectionService: new (config: unknown) => Service
  }
  const config = {
    getDisableLoopDetection: () => false,
    getTelemetryEnabled: () => false,
    getDebugMode: () => false,
    getUsageStatisticsEnabled: () => false,
    getSessionId: () => "bench",
  }
  return {
    name: "gemini-cli, the real package",
    origin: "@google/gemini-cli-core, its tool call rule",
    is_ours: false,
    async trips({ calls }) {
      const service = new LoopDetectionService({ ...config, config, geminiClient: {} })
      service.reset("bench")
      return calls.flatMap(({ event, tool, call_arguments }) => {
        if (tool === "") return []
        const value = { name: tool, args: JSON.parse(call_arguments) as unknown }
        return tells(service.addAndCheck({ type: "tool_call_request", value })) ? [event] : []
      })
    },
  }
}

/** Newer versions answer with a count, older ones with a flag. */
function tells(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null) return answer === true
  return "count" in answer && typeof answer.count === "number" && answer.count > 0
}
