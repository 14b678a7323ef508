import { changeSet } from "@proofloop/foundation/git"
import { catalogue, runCritics } from "@proofloop/stdlib/critics"
import { computeFingerprint, memoryFacts } from "@proofloop/stdlib/internal/critics"
import type { Benchmark, Figure } from "./benchmark.ts"
import { percentile } from "./percentile.ts"

const FILES = 200

/** What each critic takes for a change of 200 files, first parse included and apart from it. */
export const critics: Benchmark = {
  name: "critics",
  about: `milliseconds of each critic that runs nothing, over a change of ${FILES} files in five languages, docs and manifests`,
  async run({ rounds }) {
    const { before, change } = largeChange()
    const fingerprint = await computeFingerprint(memoryFacts(before, change))
    const judged = catalogue.filter(({ needs }) => needs === "nothing")
    const times = new Map<string, number[]>()
    for (let round = 0; round <= Math.min(rounds, 5); round += 1) {
      for (const critic of judged) {
        const facts = memoryFacts(before, change, { fingerprint })
        const [result] = await runCritics([{ critic, options: {} }], change, facts)
        if (result === undefined || result.verdict.status === "unable") {
          throw new Error(`${critic.id} could not look: ${JSON.stringify(result?.verdict)}`)
        }
        times.set(critic.id, [...(times.get(critic.id) ?? []), result.duration_ms])
      }
    }
    return judged.map(({ id }): Figure => {
      const [first = Number.NaN, ...warm] = times.get(id) ?? []
      const value = warm.length === 0 ? first : percentile(warm, 0.5)
      return { name: id, value, unit: "ms", note: `first call ${first.toFixed(0)} ms` }
    })
  },
}

/** Files of a few kilobytes, each changed in one line. */
function largeChange() {
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  for (let index = 0; index < FILES; index += 1) {
    const make = makers[index % makers.length]
    if (make === undefined) continue
    const [path, text] = make(index)
    before[path] = text(1)
    after[path] = text(2)
  }
  const files = Object.keys(before).map((path) => ({ path, before: before[path], after: after[path] }))
  return { before, change: changeSet(files) }
}

type Maker = (index: number) => readonly [path: string, text: (version: number) => string]

const makers: readonly Maker[] = [
  (index) => [
    `src/py/module_${index}.py`,
    (version) =>
      repeat(
        40,
        (line) => `def function_${index}_${line}(value):\n    return value + ${version * line}\n\n\n`,
      ),
  ],
  (index) => [
    `src/ts/module_${index}.ts`,
    (version) =>
      repeat(
        40,
        (line) =>
          `export function function${index}x${line}(value: number): number {\n  return value + ${version * line}\n}\n\n`,
      ),
  ],
  (index) => [
    `go/module_${index}.go`,
    (version) =>
      `package shop\n\n${repeat(40, (line) => `func Function${index}x${line}(value int) int {\n\treturn value + ${version * line}\n}\n\n`)}`,
  ],
  (index) => [
    `rust/src/module_${index}.rs`,
    (version) =>
      repeat(
        40,
        (line) =>
          `pub fn function_${index}_${line}(value: i64) -> i64 {\n    value + ${version * line}\n}\n\n`,
      ),
  ],
  (index) => [
    `java/src/Module${index}.java`,
    (version) =>
      `public class Module${index} {\n${repeat(40, (line) => `  public int function${line}(int value) {\n    return value + ${version * line};\n  }\n\n`)}}\n`,
  ],
  (index) => [
    `docs/page_${index}.md`,
    (version) =>
      `# Page ${index}\n\n${repeat(40, (line) => `Paragraph ${line * version} of [the module](page_${index}.md) says how it is used.\n\n`)}\`\`\`sh\nrun ${index}\n\`\`\`\n`,
  ],
  (index) => [
    `packages/part_${index}/package.json`,
    (version) =>
      `${JSON.stringify({ name: `part-${index}`, version: `1.0.${version}`, scripts: { test: "node --test" }, dependencies: { zod: "^4.0.0" } }, null, 2)}\n`,
  ],
  (index) => [
    `python/part_${index}/pyproject.toml`,
    (version) =>
      `[project]\nname = "part-${index}"\nversion = "1.0.${version}"\ndependencies = ["requests"]\n\n[tool.ruff]\nline-length = 100\n`,
  ],
  (index) => [
    `deploy/part_${index}.yaml`,
    (version) =>
      `name: part-${index}\nreplicas: ${version}\n${repeat(40, (line) => `key_${line}: value ${line}\n`)}`,
  ],
]

function repeat(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_none, index) => line(index)).join("")
}
