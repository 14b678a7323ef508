import { FOREIGN_DOCUMENTS } from "./documents.mjs"
import { readRequirements, REQUIREMENTS_PATH } from "./requirements.mjs"
import { isTest, readTexts } from "./texts.mjs"

/** An id, or the beginning of several: `@requirement ladder.steps`, `@requirement evidence.noise, evidence.operands`. */
const CITATION = /@requirement\s+([\w-]+(?:\.[\w-]+)+(?:,\s+[\w-]+(?:\.[\w-]+)+)*)?/g

/**
 * Checks the citations in texts below `root`. Documents outside the repository are refused, requirements must exist,
 * and a requirement without a case must be cited by a test. Returns the problems, sorted by place.
 */
export function checkReferences(root) {
  const requirements = readRequirements(root)
  const texts = readTexts(root)
  const tested = []
  const problems = []
  for (const text of texts) {
    problems.push(...foreignCitations(text))
    for (const { id, line } of citedRequirements(text)) {
      const known = id !== undefined && requirements.some((requirement) => isMeant(requirement, id))
      if (!known) problems.push({ path: text.path, line, message: unknownRequirement(id) })
      else if (isTest(text.path)) tested.push(id)
    }
  }
  for (const requirement of requirements) {
    if (!requirement.has_no_case || tested.some((id) => isMeant(requirement, id))) continue
    const message = `${requirement.id} has no case, and no test cites it with @requirement`
    problems.push({ path: REQUIREMENTS_PATH, line: requirement.line, message })
  }
  problems.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1))
  return { files: texts.length, problems }
}

/** At most one a line. */
function foreignCitations({ path, prose, lineOf }) {
  const byLine = new Map()
  for (const [kind, pattern] of FOREIGN_DOCUMENTS) {
    for (const { 0: words, index } of prose.matchAll(pattern)) {
      const message = `"${words.replace(/\s+/g, " ")}" is ${kind} that the repository does not hold: cite a requirement or a page of docs`
      const line = lineOf(index)
      if (!byLine.has(line)) byLine.set(line, { path, line, message })
    }
  }
  return [...byLine.values()]
}

function citedRequirements({ prose, lineOf }) {
  return [...prose.matchAll(CITATION)].flatMap(({ 1: ids, index }) =>
    (ids?.split(/,\s+/) ?? [undefined]).map((id) => ({ id, line: lineOf(index) })),
  )
}

function isMeant({ id }, cited) {
  return id === cited || id.startsWith(`${cited}.`)
}

function unknownRequirement(id) {
  return `${id ?? "@requirement without an id"} is no requirement of ${REQUIREMENTS_PATH}, nor the beginning of one`
}
