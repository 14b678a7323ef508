/** Whether the prose around a name denies or turns the claim: "unlike React", "migrated from Express". */
export function isDenied(before: string, after: string): boolean {
  return DENIED_BEHIND.test(after) || isDeniedBefore(before)
}

/** Most words walked back from a name to a denying word. */
const MOST_WORDS = 24

const DENIED_BEHIND =
  /^[*_`"')\]]{0,8}(?:-free\b| vs\b| versus\b|[- ]styled?\b|-(?:like|inspired|esque|flavou?red|compatible)\b| (?:is|are|was|were|has been|have been)(?:n['’]t| (?:not|never|no longer|removed|dropped|replaced|avoided|gone))\b)/

function isDeniedBefore(before: string): boolean {
  const clause =
    before
      .slice(-400)
      .split(/[.;:!?—](?:\s|$)|\bbut\b/)
      .at(-1) ?? ""
  const words = clause.match(/[\p{L}\p{N}_.'’+#-]+|,/gu) ?? []
  const walked = new Set<string>()
  for (const word of words.slice(-MOST_WORDS).reverse()) {
    const lower = word.toLowerCase().replace("’", "'")
    const spoilers = denying(lower)
    if (spoilers !== null) return !spoilers.some((spoiler) => walked.has(spoiler))
    if (!BETWEEN.has(lower) && !/^\p{Lu}/u.test(word)) return false
    walked.add(lower)
  }
  return false
}

/** Words between a denying word and a name that reverse it ("replaced Express with React"); null: nothing is denied. */
function denying(word: string): readonly string[] | null {
  if (word.endsWith("n't")) return []
  return denials.get(word) ?? null
}

const denials = new Map<string, readonly string[]>([
  ...words(
    "unlike instead rather without not no never cannot nor neither avoid avoids avoiding avoided non",
    [],
  ),
  ...words("alternative alternatives compared versus vs similar inspired", []),
  ...words("compatible compatibility comply complies complying interoperable interoperates", []),
  ...words("works", ["in", "on", "by", "as", "for", "upon"]),
  ...words("remove removes removed removing drop drops dropped dropping deprecate deprecated", [
    "to",
    "with",
    "for",
  ]),
  ...words("replace replaces replaced replacing", ["with", "by"]),
  ...words("migrate migrated migrating moved moving switched switching ported", ["to", "into", "onto"]),
])

/** Words that may stand between a denying word and the denied name. */
const BETWEEN = new Set(
  [
    ", and or nor a an the any of than from to with by on upon in as for",
    "use uses used using need needs needed require requires required depend depends rely relies",
    "be been is are built written based made longer away currently yet actually old legacy former previous",
    "other another framework frameworks library libraries tool tools heavy like such",
  ]
    .join(" ")
    .split(" "),
)

function words(
  list: string,
  spoilers: readonly string[],
): ReadonlyArray<readonly [string, readonly string[]]> {
  return list.split(" ").map((word) => [word, spoilers] as const)
}
