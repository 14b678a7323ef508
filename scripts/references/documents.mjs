/** How texts outside the repository are cited: what each is, and the words that give it away. */
export const FOREIGN_DOCUMENTS = [
  ["a numbered sheet of facts", /\b[Ff]acts(?:,?\s+sections?)?\s+(?:[A-D]?\d[\d.]*|[A-D]\b)/g],
  ["a sheet of facts", /\b(?:repair-loop|critics?|verifier|self-correction)\s+facts\b/gi],
  ["an entry of a sheet of facts", /\s\([^()]{0,40}\b[A-D]\d{1,2}\)/g],
  ["a numbered section", /\b(?:architecture|design|spec|specification),?\s+(?:sections?\s+)?\d[\d.]*/gi],
  ["a numbered section", /§\s*\d[\d.]*/g],
  ["a list of readings", /(?:\s\(|;\s)readings,?\s+["“]?[A-Z]\w*/g],
  ["the text that a system started from", /\bthe\s+seed's\b/gi],
  ["the text that a system started from", /\b(?:after|as|beside|by|in|than)\s+the\s+seed\b/gi],
  ["the text that a system started from", /\s\(seed,\s+(?:["“A-Z]|behaviour|legacy|the)/g],
  ["a specification", /\b(?:the|as)\s+spec(?:ification)?\s+(?:says|asks|wants|demands|has)\b/gi],
  ["a style guide", /\bhouse(?:-|\s+)style\b/gi],
  ["a folder beside the repository", /\bshared\/(?:spec|seeds|design|findings|reference|data)\b/g],
  ["a folder beside the repository", /\b(?:findings|seeds)\/[\w-]+\.(?:md|txt)\b/g],
]
