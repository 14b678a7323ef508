import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import { describe, expect, test } from "vitest"
import type { HostName } from "../events/host_event.ts"
import { fixtureText } from "./recordings.fixture.ts"
import { answered } from "./replies.fixture.ts"

interface RecordedLine {
  readonly input: JsonObject
  readonly answer: JsonObject | null
}

function linesOf(file: string): readonly RecordedLine[] {
  const lines = fixtureText(`sessions/${file}`).trimEnd().split("\n")
  return lines.map((line): RecordedLine => JSON.parse(line))
}

/** Sessions of real programs on a scripted model: what their hooks were given, and what they answered then. */
const SESSIONS: readonly (readonly [host: HostName, file: string, answers: readonly string[]])[] = [
  ["claude-code", "claude-code-2.1.332-mended.jsonl", ["told", "held"]],
  ["claude-code", "claude-code-2.1.332-handed-back.jsonl", ["told", "held", "told", "held", "handed back"]],
  ["gemini-cli", "gemini-cli-0.61.0-mended.jsonl", ["told", "held"]],
  ["gemini-cli", "gemini-cli-0.61.0-handed-back.jsonl", ["told", "held", "told", "held", "handed back"]],
]

describe.each(SESSIONS)("%s: %s", (host, file, kinds) => {
  const lines = linesOf(file)

  test("is answered as it was", () => {
    const { steps } = answered(
      host,
      lines.map(({ input }) => input),
    )
    const answers = steps.map(({ answer }) => answer && kindOf(answer))
    expect(answers).toEqual(lines.map(({ answer }) => answer && kindOf(answer)))
    expect(answers.filter((answer) => answer !== null)).toEqual(kinds)
  })

  test("ends where nothing speaks against it any more", () => {
    const stops = lines.filter(({ input }) =>
      ["Stop", "AfterAgent"].some((name) => input["hook_event_name"] === name),
    )
    const last = stops.at(-1)?.answer ?? null
    expect(last === null || "systemMessage" in last).toBe(true)
  })
})

function kindOf(answer: JsonObject): string {
  if (isRecord(answer["hookSpecificOutput"])) return "told"
  return answer["decision"] === undefined ? "handed back" : "held"
}
