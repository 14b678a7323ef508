/** Words of the glossary that are everyday words as well: a link at each would tire the reader. */
const EVERYDAY: ReadonlySet<string> = new Set(["check", "unable"])

/** The pages that explain a word at length. */
const OWN_PAGES: Readonly<Record<string, string>> = {
  gate: "docs/gate.md",
  journal: "docs/resume.md",
  knob: "docs/knobs.md",
  preset: "docs/presets.md",
  verifier: "docs/verifier.md",
}

/** Pages in which a word has another sense: a critic that is a model, the signature of a webhook. */
const OTHER_SENSES: Readonly<Record<string, readonly string[]>> = {
  "docs/ci.md": ["critic", "signature"],
  "docs/hooks.md": ["gate"],
  "docs/pipeline.md": ["critic"],
}

/** A word that a page uses before it links to the glossary. */
export interface UnlinkedWord {
  readonly word: string
  /** Where it stands in the page. */
  readonly at: number
  readonly line: number
}

/** The words of the glossary, in its order. */
export function glossaryWords(glossary: string): readonly string[] {
  return [...glossary.matchAll(/^## (.+)$/gm)].map(([, word = ""]) => word.toLowerCase())
}

/**
 * The words whose first use in a paragraph or a list has no link to the glossary there or before. Headings, tables, code
 * and the text of other links do not use a word.
 */
export function unlinkedWords(path: string, page: string, words: readonly string[]): readonly UnlinkedWord[] {
  const prose = proseOf(page)
  return words.flatMap((word) => {
    if (EVERYDAY.has(word) || OWN_PAGES[word] === path || OTHER_SENSES[path]?.includes(word)) return []
    const at = prose.search(new RegExp(`(?<![\\w/.#-])${word}(?:s|es)?(?![\\w/-]|\\.\\w)`, "i"))
    const link = page.indexOf(`glossary.md#${word.replaceAll(" ", "-")}`)
    if (at === -1 || (link !== -1 && link <= at)) return []
    return [{ word, at, line: page.slice(0, at).split("\n").length }]
  })
}

/** The page with as many characters, and spaces in place of what is no prose. */
function proseOf(page: string): string {
  const blank = (block: string): string => block.replaceAll(/[^\n]/g, " ")
  return page
    .replaceAll(/^---\n[^]*?\n---$/gm, (block, at: number) => (at === 0 ? blank(block) : block))
    .replaceAll(/^[ \t]*(`{3,})[^]*?^[ \t]*\1$/gm, blank)
    .replaceAll(/<!-- [^\n]{0,80}made by `npm run docs` -->[^]*?<!-- end -->/g, blank)
    .replaceAll(/<!--[^]*?-->|<\/?[a-z][^>\n]{0,400}>/gi, blank)
    .replaceAll(/`[^`]+`/g, blank)
    .replaceAll(/!?\[[^\]]*\]\([^)\n]*\)/g, blank)
    .replaceAll(/^(?:#{1,6} |\s*\|).*$/gm, blank)
}
