import { benchmarks } from "../bench/benchmarks.ts"
import type { Figure, FigureGroup } from "./figure.ts"
import { benchGroup } from "./measures/bench.ts"
import { broken } from "./measures/broken.ts"
import { conformance } from "./measures/conformance.ts"
import { detection } from "./measures/detection.ts"
import { mutation } from "./measures/mutation.ts"
import { sizes } from "./measures/sizes.ts"
import { sources } from "./measures/sources.ts"
import { tests } from "./measures/tests.ts"

/** Everything that is measured, in the order of the page. */
export const groups: readonly FigureGroup[] = [
  sources,
  tests,
  conformance,
  broken,
  mutation,
  detection,
  sizes,
  ...benchmarks.map(benchGroup),
]

/** The description of a figure, or undefined of one that is measured no more. */
export function describeFigure(group: string, figure: string): Figure | undefined {
  return groups.find(({ name }) => name === group)?.figures[figure]
}
