import { posix } from "node:path"

/** Answers where a path of the checkout stands, seen from the page; undefined for one that is not there. */
export type Resolve = (path: string) => string | undefined

/** Code, fenced or within a line, or the target of a link. */
const PIECE = /^\s*```[^]*?^\s*```|`[^`\n]*`|(\]\()([^()\s]+)(?=\))/gm

/** The page with every relative link led to where its target stands in the site. Code is left as it is. */
export function withLinks(path: string, text: string, resolve: Resolve): string {
  return text.replaceAll(PIECE, (whole, open?: string, target?: string) => {
    if (open === undefined || target === undefined || /^[a-z]+:|^#/.test(target)) return whole
    const [name = "", anchor] = target.split("#")
    const found = resolve(posix.join(posix.dirname(path), name).replace(/\/$/, ""))
    if (found === undefined) return whole
    return open + found + (anchor === undefined ? "" : `#${anchor}`)
  })
}
