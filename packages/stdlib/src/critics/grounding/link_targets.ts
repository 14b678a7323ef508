import { withoutCodeSpans, withoutFences } from "../docs/prose.ts"

export interface Target {
  readonly target: string
  /** From 0. */
  readonly offset: number
}

const MAX_LINK = 2048
/** Most links of one document that are checked. */
const MOST_LINKS = 5000

/** The targets of links, images and reference definitions outside of code, in the forms of CommonMark and HTML. */
export function linkTargets(text: string): readonly Target[] {
  const prose = withoutCodeSpans(withoutFences(text))
  return [...inlineTargets(prose), ...definitions(prose), ...htmlTargets(prose)]
}

/** The targets of links and pictures in reStructuredText that are plain files, not built pages. */
export function rstTargets(text: string): readonly Target[] {
  const found: Target[] = []
  for (const { 0: whole, 1: target = "", index } of text.matchAll(
    /`[^`<>\n]{1,200}<([^`<>\s]{1,500}\.(?:rst|md|txt|png|svg|jpe?g|gif))>`__?|^\s{0,40}\.\. (?:\|[^|\n]{1,80}\| )?(?:image|figure):: {1,8}(?!\/)(\S{1,500})/gm,
  )) {
    const written = target === "" ? (/\S{1,500}$/.exec(whole)?.[0] ?? "") : target
    found.push({ target: written, offset: index + whole.lastIndexOf(written) })
    if (found.length >= MOST_LINKS) break
  }
  return found
}

function htmlTargets(prose: string): readonly Target[] {
  const found: Target[] = []
  for (const { 0: tag, 1: target = "", index } of prose.matchAll(
    /<(?:a|img|source|video)\s(?:[^<>"']{0,200}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}')){0,20}?[^<>"']{0,200}\b(?:href|src)\s?=\s?["']([^"'\n]{1,1000})["']/g,
  )) {
    if (isIndentedCode(prose, index)) continue
    found.push({ target, offset: index + tag.lastIndexOf(target) })
    if (found.length >= MOST_LINKS) break
  }
  return found
}

/** Whether a place lies in lines indented after an empty one; indented text below a tag is not code. */
function isIndentedCode(prose: string, at: number): boolean {
  const lines = prose.slice(Math.max(0, at - 5000), at).split("\n")
  const last = lines.findLastIndex((line) => !/^(?: {4}|\t)/.test(line))
  return last !== lines.length - 1 && (lines[last] ?? "").trim() === ""
}

function inlineTargets(prose: string): readonly Target[] {
  const found: Target[] = []
  let depth = 0
  let looked = 0
  for (let at = 0; at < prose.length && looked < MOST_LINKS; at += 1) {
    const character = prose[at]
    if (character === "\\") at += 1
    else if (character === "\n" && prose[at + 1] === "\n") depth = 0
    else if (character === "[") depth += 1
    else if (character === "]" && depth > 0) {
      depth -= 1
      if (prose[at + 1] !== "(") continue
      looked += 1
      const target = targetAt(prose, at + 2)
      if (target !== null) found.push(target)
    }
  }
  return found
}

function definitions(prose: string): readonly Target[] {
  const found: Target[] = []
  let start = 0
  for (const line of prose.split("\n")) {
    const head = /^ {0,3}\[[^\]^][^\]]{0,998}\]:[ \t]{1,64}/.exec(line)?.[0]
    if (head !== undefined) {
      const rest = line.slice(head.length)
      const end = rest.startsWith("<") ? rest.indexOf(">") + 1 : rest.search(/\s|$/)
      const target = withoutAngles(rest.slice(0, end))
      const isDefinition = /^[ \t]{0,64}(?:["'(]|$)/.test(rest.slice(end))
      if (isDefinition && /[/.#]/.test(target)) found.push({ target, offset: start + head.length })
    }
    start += line.length + 1
  }
  return found
}

/** The target that begins behind "](" when what follows it closes the link. */
function targetAt(prose: string, from: number): Target | null {
  const end = Math.min(prose.length, from + MAX_LINK)
  let start = from
  while (start < end && /\s/.test(prose[start] ?? "")) start += 1
  const stop = prose[start] === "<" ? angleEnd(prose, start, end) : balancedEnd(prose, start, end)
  if (stop === null || !isClosed(prose.slice(stop, stop + MAX_LINK))) return null
  return { target: withoutAngles(prose.slice(start, stop)), offset: start }
}

function angleEnd(prose: string, start: number, end: number): number | null {
  const close = prose.slice(start, end).search(/[>\n]/)
  return close > 0 && prose[start + close] === ">" ? start + close + 1 : null
}

function balancedEnd(prose: string, start: number, end: number): number {
  let depth = 0
  let at = start
  for (; at < end; at += 1) {
    const character = prose[at] ?? ""
    if (character === "\\") at += 1
    else if (character === "(") depth += 1
    else if (/\s/.test(character) || (character === ")" && depth === 0)) break
    else if (character === ")") depth -= 1
  }
  return at
}

function isClosed(rest: string): boolean {
  return /^\s{0,64}(?:\)|(?:"[^"]{0,512}"|'[^']{0,512}'|\([^()]{0,512}\))\s{0,64}\))/.test(rest)
}

function withoutAngles(target: string): string {
  return target.startsWith("<") && target.endsWith(">") ? target.slice(1, -1) : target
}
