import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"
import { readSessions } from "./read_sessions.ts"
import type { RecordedCall, SessionItem } from "./session.ts"

const MAX_SHOWN = 60

/** Path of a recording in `fixtures/`. */
export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
}

export async function itemsOf(path: string, format?: string): Promise<SessionItem[]> {
  const items: SessionItem[] = []
  for await (const item of readSessions(path, { format })) items.push(item)
  return items
}

/** A recording, a line for each run, turn, call and piece that was skipped. */
export async function outlineOf(name: string, path = fixturePath(name)): Promise<readonly string[]> {
  const items = await itemsOf(path)
  return items.flatMap((item) => itemLines(item).map((line) => line.replaceAll(path, name)))
}

/** The same of a recording with these lines. */
export async function outlineOfLines(...lines: readonly object[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-session-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, "session.jsonl")
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join("\n"))
  return outlineOf("session.jsonl", path)
}

function itemLines(item: SessionItem): readonly string[] {
  if (item.type === "skipped") return [`skipped ${item.line ?? "-"}: ${item.reason}`]
  if (item.type === "run") {
    return [`run ${item.id} | ${item.source} | ${item.agent ?? "-"} | ${item.model ?? "-"}`]
  }
  const { event, text, tokens, calls } = item.turn
  const spent = tokens === undefined ? "" : ` (${tokens.input} + ${tokens.output})`
  return [`${event}: ${shown(text)}${spent}`, ...calls.map(callLine)]
}

function callLine({ event, tool_call, result }: RecordedCall): string {
  const { kind, soft } = result.annotations ?? {}
  const means = [kind, soft === true ? "soft" : undefined].filter((word) => word !== undefined)
  const outcome = result.status ?? (result.ok === true ? "ok" : "failed")
  const code = result.exit_code === undefined ? "" : ` ${result.exit_code}`
  const output = typeof result.output === "string" ? ` > ${shown(result.output)}` : ""
  const sent = shown(JSON.stringify(tool_call.arguments))
  return `  ${event} ${tool_call.name ?? ""} ${sent} [${means.join(" ")}] ${outcome}${code}${output}`
}

function shown(text: string): string {
  const line = text.replaceAll("\n", "⏎")
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}…`
}
