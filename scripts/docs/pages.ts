import { readFile } from "node:fs/promises"
import { analyserPage } from "./analyser_page.ts"
import { ciTable } from "./ci_table.ts"
import { configInterface, configJsonSchema, configTable } from "./config_files.ts"
import { criticHeadings } from "./critic_headings.ts"
import { criticIndex } from "./critic_index.ts"
import { eventReference } from "./event_reference.ts"
import { knobTable } from "./knob_table.ts"
import { loopPicture } from "./loop_picture.ts"
import { stateDiagrams } from "./state_diagrams.ts"
import { twoRuns } from "./two_runs.ts"

/** The pages of `docs/` that are made from code, whole or in part, by file name. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  "analysers.md": analyserPage,
  "ci.md": () => withBlock("ci.md", "words of checks", ciTable()),
  "concepts.md": () => withBlock("concepts.md", "two runs", `\`\`\`text\n${twoRuns()}\n\`\`\``),
  "configuration.md": () => withBlock("configuration.md", "keys", configTable()),
  "../packages/proofloop/src/config/proofloop_config.ts": configInterface,
  "../packages/proofloop/config.schema.json": configJsonSchema,
  "critics/README.md": criticIndex,
  "../packages/proofloop/README.md": () =>
    withBlock("../packages/proofloop/README.md", "critics", criticHeadings()),
  "knobs.md": knobTable,
  "events.md": eventReference,
  "images/loop-states.svg": loopPicture,
  "state-machines.md": stateDiagrams,
}

export const folder: URL = new URL("../../docs/", import.meta.url)

/** A page that people write, with the block between the comments of that name made anew. */
async function withBlock(page: string, name: string, block: string): Promise<string> {
  const text = await readFile(new URL(page, folder), "utf8")
  const start = `<!-- ${name}: made by \`npm run docs\` -->\n`
  const end = "\n<!-- end -->"
  const [before, rest = ""] = text.split(start)
  const after = rest.split(end).slice(1).join(end)
  if (after === "") throw new Error(`docs/${page}: no ${start.trim()} and ${end.trim()}`)
  return `${before}${start}${block}${end}${after}`
}
