import type { Target } from "./link_targets.ts"

/** Pages and files that reStructuredText of Sphinx names: `:doc:`, entries of a toctree, what is included. */
export function rstPages(text: string): readonly Target[] {
  const roles = [...text.matchAll(ROLE)].map(({ 0: whole, 1: target = "", index }) => ({
    target,
    offset: index + whole.lastIndexOf(target),
  }))
  const included = [...text.matchAll(INCLUDED)].map(({ 0: whole, 1: target = "", index }) => ({
    target,
    offset: index + whole.length - target.length,
  }))
  return [...roles, ...entries(text), ...included].filter(({ target }) => !ELSEWHERE.test(target))
}

const ROLE = /:doc:`(?:[^`<>\n]{1,200}<)?([^`<>\s]{1,300})>?`/g
const INCLUDED = /^[ \t]{0,40}\.\. (?:literal)?include:: {1,8}(\S{1,300})(?=[ \t]{0,8}$)/gm
/** Another project, an address, a pattern, what docutils brings, a page that Sphinx makes, or a text to be filled in. */
const ELSEWHERE = /:|\*|^<|^!|[{|]|^(?:self|genindex|modindex|py-modindex|search)$/

/** The entries below `.. toctree::` and its options. */
function entries(text: string): readonly Target[] {
  const found: Target[] = []
  let column = -1
  let offset = 0
  for (const line of text.split("\n")) {
    const start = line.search(/\S/)
    if (/^[ \t]{0,40}\.\. toctree::[ \t]{0,8}$/.test(line)) column = start
    else if (column >= 0 && start !== -1) {
      if (start <= column) column = -1
      else if (line[start] !== ":" && !line.startsWith("..", start)) {
        const target = /<([^<>\s]{1,300})>\s{0,8}$/.exec(line)?.[1] ?? line.trim()
        if (!/\s/.test(target)) found.push({ target, offset: offset + line.lastIndexOf(target) })
      }
    }
    offset += line.length + 1
  }
  return found
}
