const IS_FOUND = { Killed: true, Timeout: true, Survived: false, NoCoverage: false }

/**
 * Counts each file's mutants. Equivalent ones count neither way; `stale` are list entries without a mutant, or that a test
 * has found; a sample has none.
 * @param {{ size: number, seed: string }} [sample]
 * @returns {readonly { part, name, found, missed, equivalent, stale }[]} `missed` and `stale` as texts to read
 */
export function scoreOf(files, mutants, equivalents, sample) {
  return files.map((file) => {
    const own = mutants
      .filter(({ path, status }) => path === file.path && Object.hasOwn(IS_FOUND, status))
      .map((mutant) => ({ ...describeMutant(file, mutant), found: IS_FOUND[mutant.status] }))
    const listed = equivalents[file.name] ?? []
    const missed = own.filter(({ found }) => !found)
    const left = missed.filter((mutant) => !listed.some((entry) => isSame(entry, mutant)))
    return {
      part: file.part,
      name: file.name,
      found: own.length - missed.length,
      missed: left,
      equivalent: missed.length - left.length,
      stale: sample ? [] : listed.filter((entry) => !missed.some((mutant) => isSame(entry, mutant))),
    }
  })
}

/** Share of the mutants that were found, in percent; 100 where there is none. */
export function percentage(files) {
  const found = files.reduce((sum, file) => sum + file.found, 0)
  const missed = files.reduce((sum, file) => sum + file.missed.length, 0)
  return found + missed === 0 ? 100 : (100 * found) / (found + missed)
}

/** A mutant by what it changes and on which line, so that its entry in a list outlives edits elsewhere in the file. */
function describeMutant(file, { location, replacement }) {
  // Stryker counts lines and columns from 1.
  const { start, end } = location
  const inside = file.lines.slice(start.line - 1, end.line)
  inside[inside.length - 1] = inside.at(-1).slice(0, end.column - 1)
  inside[0] = inside[0].slice(start.column - 1)
  return {
    row: start.line,
    line: file.lines[start.line - 1].trim(),
    change: changeOf(flat(inside.join("\n")), flat(replacement)),
  }
}

/** Both texts, cut to 120 characters that show where they first differ. */
function changeOf(before, after) {
  const at = [...before].findIndex((character, index) => character !== after[index])
  const start = at < 100 ? 0 : at - 40
  return `${cut(before, start)} -> ${cut(after, start)}`
}

function flat(text) {
  return text.replaceAll(/\s+/g, " ").trim()
}

function cut(text, start) {
  const end = text.length <= start + 120 ? text.length : start + 117
  return `${start === 0 ? "" : "..."}${text.slice(start, end)}${end < text.length ? "..." : ""}`
}

function isSame(entry, { line, change }) {
  return entry.line === line && entry.change === change
}
