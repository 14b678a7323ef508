const MIN_LETTERS = 16
const MIN_CONTENT_WORDS = 3
const MAX_READ = 20_000

/**
 * Why a text is not evidence, or null. After NFKC and lower case it needs 16 letters and digits. It also needs three
 * different words beyond stock words of approval, one of them outside of paths. In scripts without spaces two letters
 * count as a word. Only the first 20 000 characters are read.
 * @requirement verifier.verdict
 */
export function whyShallow(evidence: string): string | null {
  // Invisible characters and apostrophes would cut words in two.
  const seen = evidence.slice(0, MAX_READ).replaceAll(/[\p{Cf}'’]/gu, "")
  const text = seen.normalize("NFKC").toLowerCase()
  const words = text.match(WORD) ?? []
  if (words.length === 0) return "it is empty"
  if (words.join("").length < MIN_LETTERS && !WITHOUT_SPACES.test(text)) return "it is too short"
  const content = new Set(words.filter((word) => !approval.has(word)))
  const dense = new Set(words.join("").match(PAIR) ?? []).size
  if (Math.max(content.size, dense) < MIN_CONTENT_WORDS) return "it only approves"
  const beside = text.replaceAll(PLACE, " ").match(WORD) ?? []
  return beside.some((word) => !approval.has(word)) ? null : "it says nothing of the places it names"
}

/** "src/a.ts:12", "a.ts:12". */
const PLACE = /[\w.@-]{0,100}(?:\/[\w.@-]{1,100}){1,40}(?::\d{1,8})?|\b[\w-]{1,100}\.[a-z]\w{0,7}:\d{1,8}/g

const WORD = /[\p{L}\p{N}\p{M}_]{1,200}/gu
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u
const PAIR = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]{2}/gu

/** Stock words of approval, which say nothing about the work. */
const approval = new Set(
  `a about above absolutely acceptable adequate after again agree agreed all already also am an and any anything
  appear appears applied approve approved approves approving are around as at attempt attempted awesome back bad be been before
  below best better both bug bugs build builds but by can carefully careful change changed changes check checked checking checks
  ci clean clear clearly code come comes complete completed completely concern concerns confident confirm confirmed
  confirms contract correct correctly could cover covered covers criteria detail details did diff do does done dont each
  easy effective enough error errors every everything evidence excellent expected expects failing failed failure
  failures far few file files final find fine fix fixed fixes for found from full fully function functionality
  functions good great green had happy has have high i identified if implement implementation implemented implements in
  inspected into is issue issues it its job just kind let lens lgtm like logic look looked looking looks lot made major make makes
  many me meets merge merged might minor mistake mistakes more most much must my need needed needs new nice no none not
  note nothing now of off ok okay on one only or our out over overall pass passed passes passing patch perfect perfectly pr
  problem problems proper properly quality quite read reading reads ready really reasonable refute refuted refutation
  requirement requirements review reviewed reviewing right risk risks robust safe same satisfied satisfies secure security see
  seem seems seen ship shipped should simple so solid some sound spec specification still success successful successfully such
  suite sure task test tested testing tests than thanks that the their them then there these they thing things this
  thoroughly thorough those thumbs to too tried true try up us use used valid verdict verified verify very was way we well were what
  when which while whole will with without work worked working works would wow written yes you your`
    .split(/\s/)
    .filter((word) => word !== ""),
)
