import { tmpdir } from "node:os"
import type { JsonObject } from "@proofloop/foundation/text"

const CHANGING = new Set(["commit", "url", "feedback_id", "run_id", "repository", "elapsed_ms"])

/** Prints a text without what differs from one run to the next: commits, and where the temporary folder is. */
export function print(text: string): void {
  console.log(
    text
      .replaceAll(/file:\/\/\S+\/(shop\.git\/)/g, "file:///…/$1")
      .replaceAll(tmpdir(), "…")
      .replaceAll(/\b[0-9a-f]{12,64}\b/g, "<commit>"),
  )
}

/** An event as one line. */
export function show({ type, ...fields }: JsonObject & { readonly type: string }): void {
  const told = Object.entries(fields)
    .filter(([name, value]) => !CHANGING.has(name) && value !== "" && value !== null)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
  const text = told.join(", ").replaceAll("\n", "\n                          ")
  print(`  ${type.padEnd(23)} ${text}`.trimEnd())
}
