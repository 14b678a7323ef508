import { main, type Output } from "proofloop/command"
import { terminalLines } from "./terminal_lines.ts"
import { terminalSvg } from "./terminal_svg.ts"

const COLUMNS = 96

/** Runs the demo as in a terminal of so many columns, and draws its third run and the comparison. */
export async function demoPicture(): Promise<string> {
  let text = ""
  const output: Output = {
    is_terminal: true,
    columns: COLUMNS,
    isClosed: () => false,
    write: (piece) => {
      text += piece
    },
  }
  const code = await main(["demo"], {
    stdout: output,
    stderr: output,
    env: { ...process.env, NO_COLOR: undefined, TERM: "xterm-256color" },
    cwd: process.cwd(),
    ask: async () => null,
    readInput: async () => "",
    onStop: () => () => {},
  })
  if (code !== 0) throw new Error(`the demo ended with ${code}:\n${text}`)
  return terminalSvg(partOf(terminalLines(untimed(text))), "npm start, the last of three runs", COLUMNS)
}

/** The same whenever it is run: the seconds of each turn are left out, and tokens, which count them too, are rounded. */
function untimed(text: string): string {
  return text
    .replaceAll(/\b\d+\.\ds(?= )/g, (time) => " ".repeat(time.length))
    .replaceAll(/~(\d[\d\s]*)\d\d(?=\s)/g, (_whole, hundreds: string) => `~${hundreds}00`)
}

/** From the heading of run c to the verdict, then the comparison. */
function partOf(lines: ReturnType<typeof terminalLines>): ReturnType<typeof terminalLines> {
  const texts = lines.map((spans) => spans.map(({ text }) => text).join(""))
  const find = (start: string): number => texts.findIndex((line) => line.startsWith(start))
  const [from, differs, side, next] = ["c  ", "What b and c", "Side by side", "Try next"].map(find)
  if ([from, differs, side, next].some((index) => index === undefined || index < 0))
    throw new Error(`the demo has other headings now:\n${texts.join("\n")}`)
  return [...lines.slice(from, differs), ...lines.slice(side, next)]
}
