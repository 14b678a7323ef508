import type { Io, Output } from "../console/io.ts"
import { layoutWidth } from "../console/wrap.ts"

type Paint = (text: string) => string

/** How text looks on one output. Without colour every function returns its text as it is. */
export interface Style {
  /** Columns to fill, as `layoutWidth` says. */
  readonly width: number
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly blue: Paint
}

/** Colours only on a terminal that is not dumb, and not under NO_COLOR (https://no-color.org). */
export function createStyle(output: Output, env: Io["env"]): Style {
  const no_color = env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== ""
  const coloured = output.is_terminal && !no_color && env["TERM"] !== "dumb"
  const paint =
    (open: number, close: number): Paint =>
    (text) =>
      coloured && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    width: layoutWidth(output.columns),
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    blue: paint(34, 39),
  }
}
