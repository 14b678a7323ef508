import {
  explainPreset,
  type Preset,
  type PresetLayer,
  presets,
  renderExplanation,
  resolvePreset,
} from "@proofloop/presets"
import { inSet, readAssignments } from "../arguments/assignments.ts"
import type { Input } from "../arguments/verb.ts"
import { pluginPresets } from "../config/config_preset.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { wrap, wrapText } from "../console/wrap.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"

export async function showPresets(input: Input, io: Io): Promise<number> {
  const [action = "list", name] = input.positionals
  if (action === "show") return show(name, input, io)
  if (action !== "list")
    throw new Misuse(`presets: no action ${action}`, { name: action, known: ["list", "show"] })
  if (name !== undefined) throw new Misuse(`presets list takes no name; to see one: presets show ${name}`)
  const known = knownPresets(input)
  const listed = known.map((preset) => ({
    name: preset.name,
    extends: preset.extends ?? null,
    description: preset.description,
    repair_diagnostics: preset.repair_diagnostics ?? null,
  }))
  io.stdout.write(
    input.json ? `${JSON.stringify({ presets: listed })}\n` : listText(known, createStyle(io.stdout, io.env)),
  )
  return EXIT_CODES.clean
}

function knownPresets({ config }: Input): readonly Preset[] {
  return [...presets, ...pluginPresets(config)]
}

function listText(known: readonly Preset[], style: Style): string {
  const rows = known.map((preset) => [style.bold(preset.name), preset.description])
  const hint =
    "npx proofloop config presets show NAME --explain says what one sets, and where each value is from"
  const lines = wrap(hint, style.width - 2).map((line) => `  ${style.dim(line)}\n`)
  return `${table(rows, style.width)}\n${lines.join("")}`
}

function show(name: string | undefined, input: Input, io: Io): number {
  const known = knownPresets(input)
  if (name === undefined)
    throw new Misuse(`presets show needs a name: ${known.map((preset) => preset.name).join(", ")}`)
  const layer: PresetLayer = readAssignments(input.texts("set"))
  const preset = known.find((one) => one.name === name)
  const context = { presets: pluginPresets(input.config) }
  const options = inSet(() => resolvePreset(name, layer, context))
  if (input.flag("explain")) {
    const explanation = explainPreset(name, layer, context)
    io.stdout.write(
      input.json
        ? `${JSON.stringify({ name, options: explanation })}\n`
        : renderExplanation(explanation, createStyle(io.stdout, io.env).width),
    )
  } else if (input.json) {
    const { description, extends: base = null, left_out = {} } = preset ?? {}
    io.stdout.write(`${JSON.stringify({ name, description, extends: base, options, left_out })}\n`)
  } else {
    const base = preset?.extends === undefined ? "" : `extends ${preset.extends}\n`
    const about = wrapText(preset?.description ?? name, createStyle(io.stdout, io.env).width)
    io.stdout.write(`${about}\n${base}${JSON.stringify(options, null, 2)}\n`)
  }
  return EXIT_CODES.clean
}
