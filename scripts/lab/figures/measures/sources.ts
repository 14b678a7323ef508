import { readSources } from "../../../layers/source.mjs"
import { exportedNames } from "../exported_names.ts"
import type { Figure, FigureGroup, Reading } from "../figure.ts"
import { type Importer, importCircles } from "../import_circles.ts"
import { EXACT, GROWTH } from "../noise.ts"
import { type Member, workspaceMembers } from "../workspace.ts"

const lines = (of: string, better: Figure["better"] = "lower"): Figure => ({
  what: `lines of ${of}`,
  unit: "lines",
  better,
  noise: GROWTH,
})
const files = (of: string, better: Figure["better"] = "lower"): Figure => ({
  what: `files of ${of}`,
  unit: "files",
  better,
  noise: GROWTH,
})

const FIGURES = {
  shipped_lines: lines("shipped source, in src of all packages"),
  shipped_files: files("shipped source, in src of all packages"),
  package_lines: lines("shipped source of", "neither"),
  package_files: files("shipped source of", "neither"),
  conformance_lines: lines("conformance: runner and broken implementations", "neither"),
  script_lines: lines("scripts", "neither"),
  example_lines: lines("examples", "neither"),
  source_lines: lines("all source that is no test"),
  source_files: files("all source that is no test"),
  test_lines: lines("tests and what only they load", "neither"),
  test_files: files("tests and what only they load", "neither"),
  median_lines: { what: "lines of a source file, median", unit: "lines", better: "neither", noise: EXACT },
  largest_lines: { what: "lines of the largest source file", unit: "lines", better: "neither", noise: EXACT },
  circles: { what: "import circles, types included", unit: "count", better: "lower", noise: EXACT },
  entries: { what: "public entries", unit: "count", better: "lower", noise: EXACT },
  names: { what: "exported names in all entries", unit: "count", better: "lower", noise: EXACT },
  entry_names: { what: "exported names of", unit: "count", better: "neither", noise: EXACT },
} satisfies Record<string, Figure>

/** What the house is made of. Recorded fixtures, cases and data are no source. */
export const sources: FigureGroup = {
  name: "sources",
  about: "lines with blank ones and comments; `fixtures` folders, cases and data are left out",
  figures: FIGURES,
  measure({ root }) {
    const members = workspaceMembers(root)
    return Promise.resolve([...measureFiles(root, members), ...measureNames(root, members)])
  },
}

function measureFiles(root: string, members: readonly Member[]): readonly Reading[] {
  const all: Sources = readSources(root, [...members.map(({ folder }) => folder), "scripts"])
  const source = all.filter(({ isTest }) => !isTest)
  const tests = all.filter(({ isTest }) => isTest)
  const below = (folder: string): Sources => source.filter(({ path }) => path.startsWith(`${folder}/`))
  const packages = members
    .filter(({ folder }) => folder.startsWith("packages/"))
    .map(({ name, folder }) => ({ name, own: below(`${folder}/src`) }))
  const shipped = packages.flatMap(({ own }) => own)
  const sizes = source.map((one) => one.lines).toSorted((one, other) => one - other)
  const circles = importCircles(root, members, all)
  const reading = (figure: keyof typeof FIGURES, value: number, note?: string): Reading =>
    note === undefined ? { figure, value } : { figure, value, note }
  return [
    reading("shipped_lines", linesOf(shipped)),
    reading("shipped_files", shipped.length),
    ...packages
      .filter(({ own }) => own.length > 0)
      .flatMap(({ name, own }): readonly Reading[] => [
        { figure: "package_lines", of: name, value: linesOf(own) },
        { figure: "package_files", of: name, value: own.length },
      ]),
    reading("conformance_lines", linesOf(below("conformance"))),
    reading("script_lines", linesOf(below("scripts"))),
    reading("example_lines", linesOf(below("examples"))),
    reading("source_lines", linesOf(source)),
    reading("source_files", source.length),
    reading("test_lines", linesOf(tests)),
    reading("test_files", tests.length),
    reading("median_lines", sizes[Math.floor(sizes.length / 2)] ?? 0),
    reading("largest_lines", sizes.at(-1) ?? 0),
    reading("circles", circles.length, circles.map(([first]) => first).join(", ")),
  ]
}

type Sources = readonly (Importer & { readonly lines: number; readonly isTest: boolean })[]

function linesOf(sourceFiles: Sources): number {
  return sourceFiles.reduce((sum, one) => sum + one.lines, 0)
}

function measureNames(root: string, members: readonly Member[]): readonly Reading[] {
  const published = members.filter(({ is_published }) => is_published)
  const entries = new Map(published.flatMap((member) => [...member.entries]))
  const counts = [...entries].map(([of, source]) => ({
    figure: "entry_names",
    of,
    value: exportedNames(root, source, entries).size,
  }))
  return [
    { figure: "entries", value: entries.size },
    { figure: "names", value: counts.reduce((sum, { value }) => sum + value, 0) },
    ...counts,
  ]
}
