import type { Proof } from "../protocol/verdict.ts"
import { blankSlot, NOTHING_TO_SHOW, putSlot, slotOf } from "./slot.ts"
import { BOUNDS, type DetectorState, type Draft, type Evidence, INITIAL_STATE, type Slot } from "./state.ts"

/** The tests of a check's failing runs, as far as they are known. */
export type Baseline = Pick<Slot, "tests_run" | "failing_tests" | "test_files" | "test_file_changed">

/** A proof, but for what the failure model knows of the check. */
export type ProofOf = Omit<
  Proof,
  "write_epoch" | "check_id" | "tests_run" | "tests_before" | "flaky" | "removed_tests"
>

/**
 * The turn wrote: an earlier proof does not cover the new files. A later write of the same turn keeps the epoch. A
 * test file that was written may hold other tests now.
 */
export function noteWrite(draft: Draft, is_first: boolean, paths: readonly string[] = []): void {
  draft.slots = draft.slots.map((slot) => afterChange(slot, paths))
  const { work } = draft
  const write_epoch = work.write_epoch + (is_first ? 1 : 0)
  draft.work = { ...work, write_epoch, effects: work.effects + 1, unverified_write: true, proof: null }
}

/** A call without declarations may have written anything, which an older proof does not cover. */
export function noteUnknownEffect(draft: Draft): void {
  draft.work = { ...draft.work, proof: null, effects: draft.work.effects + 1 }
}

/**
 * What a pass of the check will have to show. A failure that proves nothing does not bind a pass that proves
 * something.
 * @requirement loop.proof.baseline
 */
export function baselineOf(
  { slots }: Pick<DetectorState, "slots">,
  check_id: string,
  proves: boolean,
): Baseline | undefined {
  const slot = slotOf(slots, check_id)
  return slot === undefined || (proves && slot.standing === null) ? undefined : slot
}

/**
 * A check failed. A smaller failure, or one without counts, lowers neither the number of tests nor the list of failed
 * ones. A failure with `proves` stands against the work until the check passes.
 */
export function noteFailing(draft: Draft, evidence: Evidence, proves: boolean): void {
  const { check_id } = evidence
  const slot = slotOf(draft.slots, check_id) ?? blankSlot(check_id)
  if (slot.standing !== null && !proves) return
  const { work } = draft
  const known = baselineOf(draft, check_id, proves) === undefined ? NOTHING_TO_SHOW : slot
  const { write_epoch, effects } = work
  putSlot(draft, { ...slot, ...grown(known, evidence), standing: proves ? { write_epoch, effects } : null })
  if (proves) draft.work = { ...draft.work, proof: null, weakness: "" }
}

/** A check passed and proves too little: only the reason is kept. */
export function noteWeakPass(draft: Draft, { weakness }: Evidence): void {
  draft.work = { ...draft.work, weakness }
}

/** A check passed, not weakly: it clears its own failure, and with a `proof` it proves the present work. */
export function notePassing(draft: Draft, evidence: Evidence, proof: ProofOf | null): void {
  const { check_id, tests_run, removed_tests } = evidence
  const slot = slotOf(draft.slots, check_id)
  const { work } = draft
  if (slot !== undefined) putSlot(draft, settled(slot))
  if (proof === null) return
  const proved: Proof = {
    ...proof,
    check_id,
    ...(tests_run === null ? {} : { tests_run }),
    ...(slot?.standing == null
      ? saidBefore(work.proof, check_id)
      : provedAfter(slot.tests_run, slot.standing.effects === work.effects)),
    ...(removed_tests.length === 0 ? {} : { removed_tests }),
    write_epoch: work.write_epoch,
  }
  // What was only guessed to be a check stands in the way of no proof.
  if (draft.slots.some(({ guessed }) => guessed)) draft.slots = draft.slots.filter(({ guessed }) => !guessed)
  draft.work = { ...work, unverified_write: false, ran_since_proof: false, weakness: "", proof: proved }
}

/**
 * The configured verification accepted the work as a whole: failures of earlier epochs are settled. A check that failed on
 * what is there now still stands against it.
 */
export function settleEarlierFailures(draft: Draft): void {
  const { work } = draft
  const isEarlier = ({ standing }: Slot): boolean =>
    standing !== null && standing.write_epoch !== work.write_epoch
  draft.slots = draft.slots.map((slot) => (isEarlier(slot) ? settled(slot) : slot))
  if (work.forgotten.write_epoch === work.write_epoch) return
  draft.work = { ...work, forgotten: INITIAL_STATE.work.forgotten }
}

/** A judge accepted. This is no proof, but the run relies on it where this epoch has no proof. */
export function noteJudged(draft: Draft, check_id: string, proof: ProofOf): void {
  const { work } = draft
  if (work.proof?.write_epoch === work.write_epoch) return
  draft.work = { ...work, proof: { ...proof, check_id, write_epoch: work.write_epoch } }
}

/**
 * True only if a check other than a judge passed at the current write epoch and none is failing.
 * @requirement loop.proof
 */
export function isVerified({ slots, work }: Pick<DetectorState, "slots" | "work">): boolean {
  const { proof, forgotten, write_epoch } = work
  return (
    proof !== null &&
    proof.source !== "judge" &&
    proof.write_epoch === write_epoch &&
    forgotten.count === 0 &&
    slots.every(({ standing }) => standing === null)
  )
}

/** What a pass says of the tests behind it. */
interface Pass {
  readonly tests_run: number | null
  /** Digests of the tests that ran, where the output lists them all; else null. */
  readonly ran: readonly string[] | null
  /** Files of tests that its output names. */
  readonly ran_files: readonly string[]
  /** What speaks against it, in words, or "". */
  readonly contradicted: string
  /** Ids of tests whose removal the host accepts. */
  readonly accepted: ReadonlyMap<string, string>
  /** Only a part of its report was seen. */
  readonly is_cut?: boolean | undefined
}

/** The weakness of a pass after which it is open whether the failed tests, or easier ones, passed. */
export const TESTS_CHANGED =
  "a file of tests that had failed was changed, and the report does not name the tests that ran"

/**
 * Why a pass proves too little, in words, and which missing tests the host had accepted. A pass is weak when no test
 * ran or its own report speaks of failures. After a failure it is also weak when
 *
 * - fewer tests ran, or an unknown number;
 * - the tests that had failed, or their files, are not among those named;
 * - the report names no tests, and their file was changed.
 * @requirement repair.weak-pass, loop.proof.weak, loop.proof.removed
 */
export function judgePass(
  known: Baseline | undefined,
  { tests_run, ran, ran_files, contradicted, accepted, is_cut = false }: Pass,
): Pick<Evidence, "weakness" | "removed_tests"> {
  const weak = (weakness: string): ReturnType<typeof judgePass> => ({ weakness, removed_tests: [] })
  if (tests_run === 0) return weak("no test ran")
  if (contradicted !== "") return weak(contradicted)
  if (known === undefined) return weak("")
  const gone = ran === null ? [] : known.failing_tests.filter((id) => !ran.includes(id))
  const removed = gone.flatMap((id) => accepted.get(id) ?? [])
  if (removed.length < gone.length)
    return weak(`${gone.length - removed.length} of the tests that had failed did not run`)
  const { test_files } = known
  if (
    ran === null &&
    ran_files.length > 0 &&
    test_files.some((file) => !ran_files.some((ran_file) => isSameFile(ran_file, file)))
  )
    return weak("it names the test files that ran, and a file of tests that had failed is not among them")
  if (ran === null && known.test_file_changed) return weak(TESTS_CHANGED)
  if (known.tests_run === null) return { weakness: "", removed_tests: removed }
  if (tests_run === null)
    return weak(`it does not say how many tests ran; ${known.tests_run} ran when it failed`)
  const fewer = known.tests_run - tests_run
  // An accepted test that did run is not missing.
  const absent = [...accepted].flatMap(([digest, id]) => (ran?.includes(digest) === true ? [] : [id]))
  const excused = [...new Set([...removed, ...absent])].slice(0, Math.max(fewer, removed.length))
  if (fewer > excused.length)
    return weak(
      is_cut
        ? `what is seen of its output counts ${tests_run} tests, ${known.tests_run} ran when it failed`
        : `${tests_run} tests ran, ${known.tests_run} when it failed`,
    )
  return { weakness: "", removed_tests: excused }
}

/** After another failure: a smaller one, or one without counts, lowers nothing. */
function grown(known: typeof NOTHING_TO_SHOW | Slot, evidence: Evidence): Partial<Slot> {
  const { tests_run, failing_tests, test_files } = evidence
  // Tests that all fail once more are still there, even if their file changed.
  const is_still_there = known.failing_tests.every((id) => failing_tests.includes(id))
  return {
    tests_run: largest(known.tests_run, tests_run),
    failing_tests: [...new Set([...known.failing_tests, ...failing_tests])].slice(0, BOUNDS.tests),
    test_files: [...new Set([...known.test_files, ...test_files])].slice(0, BOUNDS.signatures),
    test_file_changed: known.test_file_changed && !is_still_there,
  }
}

function afterChange(slot: Slot, paths: readonly string[]): Slot {
  const isAmong = (file: string): boolean => paths.some((path) => isSameFile(path, file))
  return slot.test_files.some(isAmong) ? { ...slot, test_file_changed: true } : slot
}

/** A report names a file from the folder its check runs in, a tool from the root. */
function isSameFile(one: string, other: string): boolean {
  const [path, file] = [one, other].map((name) => name.replaceAll("\\", "/")) as [string, string]
  return path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`)
}

function largest(one: number | null, other: number | null): number | null {
  return one === null ? other : Math.max(one, other ?? 0)
}

function settled(slot: Slot): Slot {
  return { ...slot, ...NOTHING_TO_SHOW }
}

/** What the standing proof says of the failure before it. A check that passes again on the same work repeats it. */
function saidBefore(
  proof: Proof | null,
  check_id: string,
): Pick<Proof, "tests_before" | "flaky" | "removed_tests"> {
  if (proof?.check_id !== check_id) return {}
  const { tests_before, flaky, removed_tests } = proof
  return {
    ...(tests_before === undefined ? {} : { tests_before }),
    ...(flaky === undefined ? {} : { flaky }),
    ...(removed_tests === undefined ? {} : { removed_tests }),
  }
}

/** What a proof says of the failure that its check had before. */
function provedAfter(
  tests_before: number | null,
  on_the_same_work: boolean,
): Pick<Proof, "tests_before" | "flaky"> {
  return {
    ...(tests_before === null ? {} : { tests_before }),
    ...(on_the_same_work ? { flaky: true as const } : {}),
  }
}
