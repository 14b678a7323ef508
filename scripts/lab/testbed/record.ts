import { type Call, changesOf, retellings } from "./changes.ts"
import { outputOf, type Output } from "./output.ts"
import type { Expectation, Tool, Variant } from "./tool.ts"

/** One output of a tool, and what it must be read as. */
export interface Telling {
  readonly variant: string
  readonly change: string
  readonly expectation: Expectation
  readonly tests_run?: number | undefined
  readonly command: string
  readonly output: Output
}

/** Runs all a tool's projects; the first failure in all ways, the others in one. */
export async function recordTool(tool: Tool, folder: string): Promise<readonly Telling[]> {
  const tellings: Telling[] = []
  const changes = changesOf(tool)
  const plain: Call = { command: tool.command, environment: {}, folder: "shop" }
  const add = async (variant: Variant, change: string, call: Call): Promise<Telling> => {
    const repeat = change === "again" ? 1 : 0
    const output = await outputOf(folder, { name: tool.name, files: variant.files, call, repeat })
    const telling = { ...variant, variant: variant.name, change, command: call.command, output }
    tellings.push(telling)
    return telling
  }
  for (const [index, variant] of tool.variants.entries()) {
    const ends = variant.expectation !== "timeout"
    if (index > 0) {
      await add(variant, "plain", ends ? plain : { ...plain, command: `timeout 3 ${tool.command}` })
      continue
    }
    for (const [name, call] of changes) {
      const telling = await add(variant, name, call)
      if (name === "plain") tellings.push(...retold(telling))
    }
    if (tool.extra) await add({ ...variant, files: tool.extra, tests_run: undefined }, "extra", plain)
  }
  return tellings
}

function retold(telling: Telling): readonly Telling[] {
  return Object.entries(retellings).map(([change, retell]) => ({
    ...telling,
    change,
    output: { ...telling.output, text: retell(telling.output.text) },
  }))
}
