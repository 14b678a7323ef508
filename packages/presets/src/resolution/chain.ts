import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import { presets as shipped } from "../catalogue.ts"
import { definePreset, type Preset } from "../definition/preset.ts"

/**
 * A preset and those it extends, the base first. Throws InvalidOptionError for an unknown name (with the list and a
 * near miss), two presets of one name, and a circular chain.
 */
export function presetChain(start: string | Preset, more: readonly Preset[] = []): Preset[] {
  const known = presetsByName(more)
  const chain = [typeof start === "string" ? find("preset", start, known) : definePreset(start)]
  for (let last = chain[0]; last?.extends !== undefined; last = chain[0]) {
    const owner = `preset "${last.name}".extends`
    const next = find(owner, last.extends, known)
    const names = [...chain.map(({ name }) => name).reverse(), next.name]
    if (names.indexOf(next.name) < names.length - 1) {
      throw new InvalidOptionError({ option: owner, expected: "a chain that ends", got: names.join(" -> ") })
    }
    chain.unshift(next)
  }
  return chain
}

function presetsByName(more: readonly Preset[]): ReadonlyMap<string, Preset> {
  const known = new Map<string, Preset>(shipped.map((preset) => [preset.name, preset]))
  for (const preset of new Set(more)) {
    if (known.get(preset.name) === preset) continue
    const checked = definePreset(preset)
    if (known.has(checked.name)) {
      const expected = "presets with a name each"
      throw new InvalidOptionError({ option: "context.presets", expected, got: checked.name })
    }
    known.set(checked.name, checked)
  }
  return known
}

function find(option: string, name: string, known: ReadonlyMap<string, Preset>): Preset {
  const preset = known.get(name)
  if (preset !== undefined) return preset
  const names = [...known.keys()]
  const did_you_mean = typeof name === "string" ? nearestName(name, names) : null
  throw new InvalidOptionError({ option, expected: `one of ${names.join(", ")}`, got: name, did_you_mean })
}
