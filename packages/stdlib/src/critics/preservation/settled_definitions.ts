import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { identifiersIn } from "../../code/identifiers.ts"
import { isOfTable, languageOf } from "../../code/language.ts"
import { type SymbolIndex, symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { compareTests, type PlacedTest, type TestFileChange } from "../forged/tests/compare_tests.ts"
import { isEmptyTest } from "../forged/tests/test_case.ts"
import { isAbsorbed } from "./absorbed.ts"
import { createdDefinitions } from "./created_definitions.ts"
import { definedInDeleted, needsDeleted, usesAny } from "./deleted_files.ts"
import { documentedNames } from "./documented.ts"
import { adaptedNames, usesFell } from "./edited_users.ts"
import { gainedSuperclass, isInherited, lostSupertype } from "./java_supertypes.ts"
import type { LostDefinition } from "./lost_definition.ts"
import { isMentioned, isStatic, TYPES } from "./mentions.ts"
import { stillLeadsTo } from "./old_place.ts"
import { isPrivate } from "./private_definitions.ts"
import { isOfPackage, privateModules, rustPrograms } from "./reach.ts"
import { isRenamed } from "./renamed.ts"
import { rewrittenPaths } from "./rewritten.ts"
import { isTest, isTestName, settledTests } from "./settled_tests.ts"
import { turnedIntoParameter, withoutRanges } from "./turned_parameters.ts"

/**
 * The lost definitions that nobody misses. They are gone or moved together with all their users, or private and
 * unused, or parts of such definitions. Or they are tests that moved, were replaced or went with their subject.
 */
export async function settledDefinitions(
  lost: readonly LostDefinition[],
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<Settled> {
  const settled = new Set<Definition>()
  if (lost.length === 0) return { settled, renamed: settled, went_with_use: settled, explains_tests: false }
  const names = new Set(lost.map(({ definition }) => definition.name))
  const index = await symbolIndex(facts, names)
  const created = await createdDefinitions(change, lost)
  const documented = documentedNames(change, names)
  const adapted = adaptedNames(lost, names, change)
  const programs = await rustPrograms(lost, facts)
  const inner = await privateModules(lost, facts)
  const rewritten = await rewrittenPaths(lost, created)
  const unmissed: LostDefinition[] = []
  const turned = new Set<Definition>()
  const went_with_use = new Set<Definition>()
  for (const one of lost) {
    const { name } = one.definition
    if ((isTest(one) && !isHelper(one, change)) || isCalledByRuntime(one)) continue
    const moved = created.some(({ definition }) => definition.name === name)
    const is_other =
      (isAmbiguous(one, index) &&
        (lostSupertype(one, change) || usesFell(one, lost, change) || isOfOthers(one, index))) ||
      (isDefinedElsewhere(one, index) &&
        usesFell(one, lost, change) &&
        !(await stillLeadsTo(one, index, facts)))
    const parameters = await turnedIntoParameter(one, change)
    if (parameters !== null) turned.add(one.definition)
    const around = parameters === null ? index : withoutRanges(index, one.path, parameters)
    const gone = !(await isMentioned(one, around, change, facts)) || is_other
    const announced = documented.has(name) && isDeprecated(one)
    if (gone || announced || (moved && adapted.has(name) && !(await stillLeadsTo(one, index, facts))))
      unmissed.push(one)
  }
  for (const one of lost) if (ownersWithout(one, lost) >= LEAST_OWNERS) settled.add(one.definition)
  for (const one of unmissed) {
    const { name } = one.definition
    const is_free =
      isDeprecated(one) ||
      isPrivate(one) ||
      turned.has(one.definition) ||
      programs.has(one.path) ||
      (inner.has(one.path) && one.definition.kind === "function") ||
      rewritten.has(one.path) ||
      isOfPackage(one, lost) ||
      lostSupertype(one, change) ||
      isLostOften(one, lost) ||
      isAbsorbed(one, change)
    if (!is_free && !adapted.has(name)) continue
    settled.add(one.definition)
    const moved = created.some(({ definition }) => definition.name === name)
    if (!is_free && !moved && !documented.has(name)) went_with_use.add(one.definition)
  }
  for (const one of companions(unmissed, settled, adapted)) settled.add(one)
  const settle = () => {
    for (const one of usedFrom(
      lost.filter(({ definition }) => settled.has(definition)),
      unmissed,
    ))
      settled.add(one)
    for (const one of lost) if (isPartOfSettled(one, lost, settled)) settled.add(one.definition)
  }
  settle()
  const { files, gone: missed, has_other_changes: explains_tests } = await compareTests(change)
  for (const definition of settledTests(lost, created, settled)) settled.add(definition)
  const came = new Set(
    created.flatMap(({ path, definition }) => (isTestName(path, definition) ? [path] : [])),
  )
  for (const one of lost)
    if (isTest(one) && isSucceeded(one, files, missed, came.has(one.path))) settled.add(one.definition)
  const deleted = await definedInDeleted(change)
  for (const one of unmissed)
    if (needsDeleted(one, change) || usesAny(one, deleted)) settled.add(one.definition)
  for (const one of lost)
    if (isInherited(one, index, change) || gainedSuperclass(one, change)) settled.add(one.definition)
  settle()
  const renamed = new Set(
    unmissed
      .filter((one) => isRenamed(one, created, change) || isOneOfFew(one, unmissed, index))
      .map(({ definition }) => definition),
  )
  for (const one of lost) if (isPartOfSettled(one, lost, renamed)) renamed.add(one.definition)
  // Restoring a missed definition also needs the definitions it used.
  for (const one of usedFrom(
    lost.filter(({ definition }) => !settled.has(definition) && !renamed.has(definition)),
    lost,
  ))
    settled.delete(one)
  return { settled, renamed, went_with_use, explains_tests }
}

/** What nobody uses goes along with what a file loses on purpose, which has users that were edited. */
function companions(
  unmissed: readonly LostDefinition[],
  settled: ReadonlySet<Definition>,
  adapted: ReadonlySet<string>,
): readonly Definition[] {
  const purposeful = new Set(
    unmissed.flatMap(({ path, definition }) =>
      settled.has(definition) && definition.public && adapted.has(definition.name) ? [path] : [],
    ),
  )
  return unmissed.flatMap(({ path, definition }) => (purposeful.has(path) ? [definition] : []))
}

interface Settled {
  readonly settled: ReadonlySet<Definition>
  /** Nothing in the repository uses the name, and the definition has another one now, or went with few others. */
  readonly renamed: ReadonlySet<Definition>
  /** Of those settled: everything that used them went, and nothing else settles them. */
  readonly went_with_use: ReadonlySet<Definition>
  /** Something beside tests and documents changed, which may explain why tests are gone. */
  readonly explains_tests: boolean
}

/** The tests of its file were compared, and this one has a successor or went with its subject. */
function isSucceeded(
  { path, definition: { name } }: LostDefinition,
  files: readonly TestFileChange[],
  missed: readonly PlacedTest[],
  has_new_tests: boolean,
): boolean {
  const isNamed = ({ test }: Pick<PlacedTest, "test">) => test.name.split(" > ").at(-1) === name
  const cases = files.find((file) => file.path === path)?.before?.cases ?? []
  const isOfSuite = ({ test }: Pick<PlacedTest, "test">) => test.name.split(" > ").slice(0, -1).includes(name)
  if (cases.some((test) => isOfSuite({ test }))) {
    return !missed.some((one) => one.path === path && isOfSuite(one))
  }
  const test = cases.find((one) => isNamed({ test: one }))
  if (test !== undefined && has_new_tests && isEmptyTest(test)) return true
  return test !== undefined && !missed.some((one) => one.path === path && isNamed(one))
}

/** Methods of several types share the name, so a mention may mean any of them. */
function isAmbiguous(lost: LostDefinition, index: SymbolIndex): boolean {
  const { kind, name } = lost.definition
  return (
    kind === "method" && !isStatic(lost) && !index.truncated && (index.definitions.get(name)?.length ?? 0) > 0
  )
}

/** The file that lost the method no longer calls one of that name, and types with a method of that name stay. */
function isOfOthers({ path, definition: { name } }: LostDefinition, index: SymbolIndex): boolean {
  const own = index.files.get(path)?.references.filter((found) => found.name === name) ?? []
  return isOfTable(languageOf(path)) && own.every(({ kind }) => kind !== "call")
}

/** In languages that one table describes, a file that loses one or two names that nobody uses may do so on purpose. */
function isOneOfFew(
  { path, definition }: LostDefinition,
  unmissed: readonly LostDefinition[],
  index: SymbolIndex,
): boolean {
  if (!isOfTable(languageOf(path))) return false
  const of_file = unmissed.filter(
    (other) => other.path === path && !index.definitions.has(other.definition.name),
  )
  return of_file.length < LEAST_UNUSED || index.definitions.has(definition.name)
}

const LEAST_UNUSED = 3

/** Another file defines the name, and the file that lost it no longer mentions it; others may mean the other one. */
function isDefinedElsewhere(
  { path, definition: { kind, name } }: LostDefinition,
  index: SymbolIndex,
): boolean {
  if (kind === "method" || index.truncated || index.unparsed.has(name)) return false
  const mentioned = index.files.get(path)?.references.some((found) => found.name === name) === true
  return !mentioned && index.definitions.get(name)?.some((found) => found.path !== path) === true
}

/** Whether it was marked as deprecated, or emitted a deprecation warning. */
function isDeprecated({ before, definition: { range } }: LostDefinition): boolean {
  const above = before.slice(0, range.start).split("\n").slice(-MOST_ABOVE, -1)
  const last = above.findLastIndex((line) => !/^[ \t]{0,80}(?:\/\/|\/\*|\*|#|@)/.test(line))
  return DEPRECATED.test(`${above.slice(last + 1).join("\n")}\n${before.slice(range.start, range.end)}`)
}

/** Lines. */
const MOST_ABOVE = 40
const DEPRECATED =
  /@deprecated\b|[#[]\[(?:System\.)?(?:deprecated|Obsolete)\b|\[Obsolete\b|^\s{0,80}(?:\/\/\/?|#|\*)\s{0,9}deprecated\b|\bDeprecationWarning\b/im

/** Whether several files lost a definition of this name, which is unlikely to be an accident. */
function isLostOften({ path, definition }: LostDefinition, lost: readonly LostDefinition[]): boolean {
  return lost.some(
    (other) =>
      other.path !== path &&
      other.definition.name === definition.name &&
      (other.definition.kind === definition.kind ||
        [other, { definition }].every((one) => TYPES.has(one.definition.kind))),
  )
}

/** How many types lost a method of this name. */
function ownersWithout({ definition }: LostDefinition, lost: readonly LostDefinition[]): number {
  if (definition.kind !== "method") return 0
  const alike = lost.filter(
    (other) => other.definition.kind === "method" && other.definition.name === definition.name,
  )
  return new Set(alike.map((other) => `${other.path} ${other.definition.qualified_name}`)).size
}

/** So many types lose the same method by no accident, whoever still calls one of that name. */
const LEAST_OWNERS = 3

/** Another touched file that had the name of a test takes it for a helper. */
function isHelper({ path, definition: { name } }: LostDefinition, { files }: ChangeSet): boolean {
  return files.some(
    (file) => file.path !== path && identifiersIn(strictText(file.before) ?? "", new Set([name])).length > 0,
  )
}

function isCalledByRuntime({ path, definition: { name, qualified_name, kind } }: LostDefinition): boolean {
  if (kind !== "function") return false
  if (path.endsWith(".py")) return /^__.*__$/.test(name)
  return qualified_name === "main" || (path.endsWith(".go") && (name === "init" || name === "TestMain"))
}

/** The candidates that definitions used, and what these used. */
function usedFrom(
  users: readonly LostDefinition[],
  candidates: readonly LostDefinition[],
): ReadonlySet<Definition> {
  const names = new Set(candidates.map(({ definition }) => definition.name))
  const found = new Set<Definition>()
  const waiting = [...users]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { start, end } = one.definition.range
    const used = new Set(identifiersIn(one.before.slice(start, end), names))
    for (const other of candidates) {
      const { definition } = other
      if (other === one || found.has(definition) || !used.has(definition.name)) continue
      found.add(definition)
      waiting.push(other)
    }
  }
  return found
}

function isPartOfSettled(
  { path, definition }: LostDefinition,
  lost: readonly LostDefinition[],
  settled: ReadonlySet<Definition>,
): boolean {
  return lost.some(
    (owner) =>
      owner.path === path &&
      settled.has(owner.definition) &&
      definition.qualified_name.startsWith(`${owner.definition.qualified_name}.`),
  )
}
