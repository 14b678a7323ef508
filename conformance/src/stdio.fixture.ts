import { join } from "node:path"
import { folderWith } from "../../packages/foundation/src/files/workspace.fixture.ts"
import type { Case } from "./case.ts"

export const PLAYED: Case = {
  id: "case",
  description: "same call twice",
  requirement: "actions.key.name",
  kind: "detector",
  options: { stall_diagnostics: { threshold: 2 } },
  tools: {},
  script: [
    { call: "list", ok: "a" },
    { call: "list", ok: "a", expect: { streak: 2, warning: { pattern: "repeated_same_observation" } } },
  ],
}

/** A program that says hello and then answers every message as the given function body does. */
export async function program(body: string): Promise<[string, ...string[]]> {
  const text = `import { createInterface } from "node:readline"
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, type } = JSON.parse(line)
      const say = (reply) => process.stdout.write(JSON.stringify({ id, ...reply }) + "\\n")
      if (type === "hello") say({ name: "other", capabilities: ["detector"] })
      else { ${body} }
    }`
  return [process.execPath, join(await folderWith({ "program.mjs": text }), "program.mjs")]
}
