import { button, command, element, section } from "../../../kit/client/dom.ts"
import type { RowDiff } from "../../sources/source.ts"
import { getJson, rowPath } from "./api.ts"

/** More lines make a page slow. */
const MOST_LINES = 3000

export function changePart(source: string, id: string): HTMLElement {
  const body = element("div", {})
  const open = button("Show the change", () => void load())
  body.append(open)
  const load = async (): Promise<void> => {
    open.disabled = true
    try {
      const { diff } = await getJson<{ diff: RowDiff | null }>(rowPath(source, id, "/diff"))
      body.replaceChildren(
        ...(diff === null
          ? [element("p", { class: "none" }, "Its commits are not on this machine.")]
          : [diffOf(diff), ...cutOf(diff)]),
      )
      body.querySelector("pre")?.focus()
    } catch (error) {
      open.disabled = false
      body.append(element("p", { class: "problem", role: "alert" }, (error as Error).message))
    }
  }
  return section("The change", { class: "change" }, body)
}

function diffOf({ text }: RowDiff): HTMLElement {
  const lines = text.split("\n").slice(0, MOST_LINES)
  const pre = element("pre", {
    class: "diff",
    tabindex: "0",
    role: "region",
    "aria-label": "The change, line by line",
  })
  for (const line of lines) pre.append(element("span", { class: kindOf(line) }, `${line}\n`))
  return pre
}

function kindOf(line: string): string {
  if (
    line.startsWith("diff ") ||
    line.startsWith("+++") ||
    line.startsWith("---") ||
    line.startsWith("index ")
  )
    return "file"
  if (line.startsWith("@@")) return "hunk"
  if (line.startsWith("+")) return "added"
  return line.startsWith("-") ? "removed" : "same"
}

function cutOf({ text, is_cut, command: whole }: RowDiff): readonly HTMLElement[] {
  const lines = text.split("\n").length
  if (!is_cut && lines <= MOST_LINES) return [command(whole)]
  const shown = Math.min(lines, MOST_LINES)
  return [
    element("p", { class: "warning" }, `Cut: the first ${shown} lines are shown. All of it:`),
    command(whole),
  ]
}
