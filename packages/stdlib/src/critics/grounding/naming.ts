import type { Ambiguity } from "./spellings.ts"

/** A word that may name a framework, with the prose around it. */
export interface WordInProse {
  readonly written: string
  readonly ambiguity: Ambiguity
  readonly before: string
  readonly after: string
  readonly isTitle: boolean
  /** Whether a framework is named right before it in the same enumeration. */
  readonly isListed: boolean
}

/** Whether an ambiguous word is a framework: written as a name, beside "framework", after "built with", or in a list. */
export function namesFramework(word: WordInProse): boolean {
  const isName = /^\p{Lu}\p{Ll}+$/u.test(word.written)
  if (!isName && word.written !== word.written.toLowerCase()) return false
  const place = { ...word, before: word.before.replace(/[*_"'“‘([~]{1,16}$/u, ""), after: behind(word.after) }
  return isName ? capitalised(place) : lowerCase(place)
}

function capitalised({ ambiguity, before, after, isTitle, isListed }: WordInProse): boolean {
  if (/\b(?:non|anti|re|pre|ex|un|post)-$/i.test(before) || OTHER_PRODUCT.test(before)) return false
  if (ambiguity === "plain")
    return !/^ (?:momentum|velocity|acceleration|frequency|distance|warnings?)\b/.test(after)
  if (isListed || STRONG_CUE.test(before)) return true
  const asVerb = /\b(?:to|please|will|can|must|should|may|you|we|they) $/i.test(before)
  const begins = isTitle || asVerb || /(?:^|[.!?:|])$/.test(before.trimEnd())
  if (ambiguity === "verb")
    return !begins || NOUN_BEHIND.test(after) || STANDS_ALONE.test(after) || ACTS.test(after)
  if (begins) return SURELY_NOUN.test(after)
  if (NOUN_BEHIND.test(after) || /^ v?\d/.test(after)) return true
  return ambiguity === "common"
    ? /\b(?:use|uses|using|used|via|with|by)\s+(?:the\s+)?$/i.test(before) || ACTS.test(after)
    : /\b(?:uses|using|via)\s+$/i.test(before) && CLAUSE_ENDS.test(after)
}

function lowerCase({ ambiguity, before, after, isListed }: WordInProse): boolean {
  if (/[-/.@_:#$\\]$/.test(before) || /^(?:[-/_@:\\]|\.[\p{L}\p{N}])/u.test(after)) return false
  if (ambiguity === "adjective") return false
  if (ambiguity === "common")
    return /^ framework\b/i.test(after) || (STRONG_CUE.test(before) && CLAUSE_ENDS.test(after))
  if (isListed || NOUN_BEHIND.test(after)) return true
  if (ambiguity === "plain") return STRONG_CUE.test(before) || WEAK_CUE.test(before)
  return (STRONG_CUE.test(before) || WEAK_CUE.test(before)) && CLAUSE_ENDS.test(after)
}

/** The following text, after marks that close an emphasis or a link. */
function behind(after: string): string {
  return after.replace(/^[*_"'”’)\]~]{1,16}(?:\( {0,2048}\))?/u, "")
}

/** "American Express", "PCI Express", "Visual Studio 2017 Express" name something else. */
const OTHER_PRODUCT = /\b(?:American|PCI|Visual|Studio|Desktop|Server|C\+\+|C#|Developer|20\d\d) $/
const STRONG_CUE =
  /\b(?:built|build|powered|written|developed|implemented|created|made|based) (?:with|on|by|in|using|upon|around|on top of) (?:the )?$/i
const WEAK_CUE = /\b(?:use|uses|using|via) (?:the )?$/i
const CLAUSE_ENDS = /^\s*(?:$|[.,;)|!?]|(?:and|or|for|to|as|in|on|with|which)\b)/
const SURELY_NOUN = /^ (?:framework|library|crate|package)\b/i
const NOUN_BEHIND =
  /^[ -](?:frameworks?|librar(?:y|ies)|crate|package|apps?|applications?|components?|hooks?|servers?|back-?end|front-?end|routers?|middleware|projects?|sites?|store|templates?|plugins?|UI|API|CLI|JS|based)\b/i
/** A name alone in a line, a cell or an item, or the first of several there. */
const STANDS_ALONE = /^\s*(?:$|[.;)|+/]|(?:,|and|with|&) [\p{Lu}`])/u
const ACTS = /^ (?:is|was|handles?|renders?|provides?|powers?|serves?|manages?|drives?|runs?|uses?)\b/
