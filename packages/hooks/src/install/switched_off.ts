import { readFile } from "node:fs/promises"
import { isRecord } from "@proofloop/foundation/text"
import type { HostTable, Machine, SwitchFile } from "./host_table.ts"
import { jsonc } from "./jsonc.ts"
import { parseToml } from "./toml_settings.ts"

/** Names each file that disables hooks, and how. */
export async function switchedOff(table: HostTable, machine: Machine): Promise<readonly string[]> {
  const words: string[] = []
  for (const file of table.switches(machine)) {
    const settings = await readSwitches(file)
    for (const { field, value } of file.off) {
      if (valueAt(settings, field) === value)
        words.push(`switched off: ${field.join(".")} is ${value} in ${file.path}`)
    }
  }
  return words
}

/** Missing and unreadable files switch nothing off. */
async function readSwitches({ path, format }: SwitchFile): Promise<unknown> {
  try {
    const text = await readFile(path, "utf8")
    return format === "toml" ? parseToml(text) : jsonc().parse(text.replace(/^\uFEFF/, ""))
  } catch {
    return null
  }
}

function valueAt(settings: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return settings
  return isRecord(settings) ? valueAt(settings[first], rest) : undefined
}
