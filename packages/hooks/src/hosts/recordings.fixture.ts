import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Json, JsonObject } from "@proofloop/foundation/text"
import type { HostName } from "../events/host_event.ts"

/** Each host with what it sent. */
export const RECORDINGS: readonly (readonly [host: HostName, file: string])[] = [
  ["claude-code", "claude-code-2.1.332.jsonl"],
  ["codex", "codex-0.171.0.jsonl"],
  ["gemini-cli", "gemini-cli-0.61.0.jsonl"],
  ["qwen-code", "qwen-code-0.24.4.jsonl"],
  ["opencode", "opencode-1.18.33.jsonl"],
  ["pi", "pi-1.6.0.jsonl"],
  ["copilot", "copilot-documented.jsonl"],
  ["cursor", "cursor-documented.jsonl"],
]

/** The inputs in a host's recording, in the form its adapter gets. */
export function inputsOf(host: HostName, change: (text: string) => string = (text) => text): JsonObject[] {
  const file = RECORDINGS.find(([name]) => name === host)?.[1] ?? ""
  const lines = change(fixtureText(file)).trimEnd().split("\n")
  return lines.map((line): JsonObject => inputOf(host, JSON.parse(line)))
}

/** The transcript as it was when a host sent an input; null without one. */
export function transcriptAt({ at }: JsonObject): string | null {
  if (typeof at !== "number") return null
  return fixtureText("codex-transcript.jsonl").split("\n").slice(0, at).join("\n")
}

/** Text of a file beside the recordings. */
export function fixtureText(file: string): string {
  return readFileSync(join(import.meta.dirname, "fixtures", file), "utf8")
}

interface RecordedInput extends JsonObject {
  readonly k: string
  readonly t?: string
  readonly e?: JsonObject
  readonly i?: Json
  readonly o?: Json
  readonly p?: Json
}

function inputOf(host: HostName, recorded: RecordedInput): JsonObject {
  const { k, t, e, i, o, p } = recorded
  if (host === "pi") return { session_id: "pi-1", cwd: "/home/dev/project", event: { ...e, type: k } }
  if (host !== "opencode") return recorded
  const directory = "/home/dev/project"
  if (k === "event") return { hook: k, directory, event: { type: t, properties: p } }
  return { hook: `tool.execute.${k}`, directory, input: i, output: o }
}
