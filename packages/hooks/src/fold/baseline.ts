import { memberDigest } from "@proofloop/foundation/text"
import { attemptsFor, isPartialCheck, type LiveFailure } from "@proofloop/runtime/internal/detector"
import type { FoldSettings } from "../events/fold_settings.ts"
import { ANYTHING, isForeign, namedWords } from "../events/named_words.ts"
import type { HookState } from "./hook_state.ts"

const PATH = /[\w@-]{0,100}(?:[./][\w@-]{1,100}){1,20}/g
/** As much as that a check passes, and not as in "passed through" or "another pass of the list". */
const CHECKED =
  /\bpass(?:es|ed|ing)?\b(?! (?:through|in(?:to)?|to|on|along|by|over|as|down|is|was|of)\b)|\bgreen\b|\bsucce(?:ss|ed)|[✅✔]/i
/** That a fault is gone, which is told as well where nothing was run. */
const FIXED = /\bfixed\b|\bresolved\b/i
const LIMITS = /\b(?:not|no|except|still|unrelated|remain\w{0,9}|besides|apart|fails?|pre-?existing)\b|n't\b/i

/** Whether a failure was there before the session changed anything. None is where the person named the check. */
export function isBaseline(
  { detector }: HookState,
  failure: Pick<LiveFailure, "check_id" | "signature">,
  { verify }: FoldSettings,
): boolean {
  return verify === undefined && attemptsFor(detector, failure)?.is_baseline === true
}

/**
 * Whether a baseline failure became the agent's task. The prompt may mean it, or its check was run for a part; an edit
 * touched what its evidence names, or the last words may claim that it passes.
 */
export function isTaken(
  state: HookState,
  failure: LiveFailure,
  { edited, last_words }: { readonly edited: readonly string[]; readonly last_words: string | undefined },
): boolean {
  const { asked, detector } = state
  const slot = detector.slots.find(({ check_id }) => check_id === failure.check_id)
  if (slot === undefined || asked === null || asked.includes(ANYTHING)) return true
  if (slot.narrower.length > 0 || isPartialCheck(slot.check_id)) return true
  const named = namedWords([...slot.test_files, ...(slot.snippet.match(PATH) ?? [])].join(" "))
  if (named.some((word) => asked.includes(memberDigest(word)))) return true
  const paths = [...edited, ...detector.changed.files.map(({ path }) => path)]
  const stems = new Set(paths.flatMap((path) => namedWords(path.slice(path.lastIndexOf("/") + 1))))
  return named.some((word) => stems.has(word)) || mayClaim(last_words)
}

/** That a check fails, or was not run. */
const FAILS =
  /\bfail(?:s|ing)\b|\b(?:unrelated|pre-?existing|remaining|existing|known|still)\b.{0,60}\b(?:errors?|failures?|failed)\b|\b(?:errors?|failures?)\b.{0,60}\b(?:unrelated|pre-?existing|remains?)\b|\b(?:command|script|build|run|installation) failed\b|\bnothing (?:was |is |has been )?(?:re-?)?(?:run|ran|built|tested|verified|compiled)\b|\bstill (?:red|broken|open)\b|\b(?:\d{1,6}|one|two|three|some|several) (?:\w{1,20} ){0,2}fail(?:ed|ures?)\b|\b(?:could|can|did|was|were|is|are|have|has|do|does)(?: not|n't|not) (?:yet |be |been )?(?:re-?run|run|ran|verif|test|execut|buil|compil|install|avail|pass)|\bnot (?:yet )?(?:re-?run|run|verified|tested|executed|installed|available)\b|\bunable to\b|\bwithout running\b/i
/** What may fail is no failure. */
const SUPPOSED = /\b(?:if|whenever|unless|in case|would|should)\b/i
const MENDED = /\b(?:fixed|resolved|mended|no longer|now|previously|before)\b/i
const EVERYTHING =
  /\b(?:all|every) (?:\d{1,6} |of |the |these |those |other ){0,3}(?:tests?|checks?|suites?|specs?|of (?:it|them)|pass|green)\b|\b(?:everything|entire|whole|full)\b/i

/** Whether the agent itself says that a check fails or was not run, and nowhere that all of them pass. */
export function admits(words: string | undefined): boolean {
  if (words === undefined || isForeign(words)) return false
  const sentences = sentencesOf(words)
  const claims = (sentence: string): boolean =>
    CHECKED.test(sentence) && EVERYTHING.test(sentence) && !LIMITS.test(sentence)
  return (
    sentences.some((one) => FAILS.test(one) && !MENDED.test(one) && !SUPPOSED.test(one)) &&
    !sentences.some(claims)
  )
}

/** Whether words may say that all is well. Those that nobody told, or in a language that is not read, may. */
function mayClaim(words: string | undefined): boolean {
  if (words === undefined || isForeign(words)) return true
  return sentencesOf(words).some(
    (sentence) => (CHECKED.test(sentence) || FIXED.test(sentence)) && !LIMITS.test(sentence),
  )
}

/** Whether words say that checks pass. */
export function claimsPass(words: string | undefined): boolean {
  return words !== undefined && sentencesOf(words).some((one) => CHECKED.test(one) && !LIMITS.test(one))
}

function sentencesOf(words: string): readonly string[] {
  return words.replaceAll("’", "'").split(/[.!?;\n]/)
}
