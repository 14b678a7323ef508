import { constantOf } from "./constant.ts"
import type { ReadAssertion, Source } from "./grammar.ts"
import {
  conditionAssertion,
  equalityAssertion,
  EXACT,
  isLiteral,
  PARTIAL,
  PRESENCE,
  TRUTH,
} from "./strength.ts"
import { type Call, type CallAt, isOwn, SELF, wordsOfName } from "./table_calls.ts"

const STRONG: ReadonlySet<string> = new Set(
  "assert asserts asserting expect expects expected should must refute wont fail flunk verify".split(" "),
)
/** What may be a method of the tested code as well counts only without an object. */
const WEAK: ReadonlySet<string> = new Set(["check", "ensure", "validate", "compare"])

/** The outermost call of a chain that has the name of an assertion in it. */
export function assertionOf(call: Call, source: Source, callAt: CallAt): ReadAssertion | null {
  const chain: Call[] = [call]
  for (let inner = call.object; inner !== null && chain.length < 20;) {
    const next = callAt(inner, source)
    if (next === null) break
    chain.push(next)
    inner = next.object
  }
  const root = chain.at(-1) ?? call
  const owner = source.textOf(root.object, 80)
  if (/^is_expected$|^expect$/.test(owner)) return matched(owner, chain)
  if (/^(?:[\w.\\]{1,60}[.\\])?\w{0,40}Assert(?:ions?)?$/.test(owner)) return asked(root, source, true)
  const asker = chain.find((one) => isAsking(one, source))
  if (asker === undefined) return null
  return asker === call
    ? asked(asker, source, false)
    : matched(subjectOf(asker, source), chain.slice(0, chain.indexOf(asker)))
}

function isAsking({ name, object }: Call, source: Source): boolean {
  const [first = "", second = ""] = wordsOfName(name)
  if (STRONG.has(first) || /^(?:[A-Z]{1,20}_){0,3}REQUIRE(?:_|$)/.test(name)) return true
  if (!isOwn({ object }, source)) return false
  return WEAK.has(first) || STRONG.has(second)
}

function isOfSomething({ object }: Call, source: Source): boolean {
  return (
    object !== null && !SELF.test(source.textOf(object, 20)) && !/^[A-Z\\]/.test(source.textOf(object, 20))
  )
}

/** `cart` of `cart.should`, `cart.total` of `expect(cart.total)`. */
function subjectOf(asker: Call, source: Source): string {
  return asker.given[0] ?? source.bare(asker.object)
}

/** `expect(total).to eq(3)`, `total.Should().Be(3)`. The strictest matcher of a chain counts. */
function matched(subject: string, matchers: readonly Call[]): ReadAssertion {
  const strengths = matchers.slice(0, 4).map(({ name, given }) => {
    const said = [name, given.join(",").split("(", 1)[0] ?? ""].filter((one) => one !== subject)
    return strengthOfWords(new Set(said.flatMap(wordsOfName)))
  })
  const [value = ""] = matchers[0]?.given ?? []
  const said = isLiteral(subject) && (value === "" || isLiteral(value)) ? "it compares literals" : null
  return { subject, strength: Math.max(...strengths), flaw: said }
}

/** `assertEquals(3, total)`, `CHECK(total == 3)`, `total.must_equal 3` */
function asked(asker: Call, source: Source, by_class: boolean): ReadAssertion {
  const words = wordsOfName(asker.name)
  const [first = "", second = ""] =
    !by_class && isOfSomething(asker, source) ? [source.bare(asker.object), ...asker.given] : asker.given
  if (words.length === 1 && CONDITIONS.has(words[0] ?? "") && first !== "") return conditionAssertion(first)
  // What stands behind the condition is a message.
  if (words.at(-1) === "true") return conditionAssertion(first)
  if (words.at(-1) === "false" && constantOf(first) === false)
    return { subject: first, strength: TRUTH, flaw: "it always holds" }
  // `assertThat(total).isTrue` of Kotlin asks by a property.
  if (words.at(-1) === "that" && second === "") return { subject: first, strength: TRUTH, flaw: null }
  if (words.some((word) => EQUALS.has(word)) && !words.some((word) => NEGATED.has(word)) && second !== "") {
    const [actual, expected] = isLiteral(second) ? [first, second] : [second, first]
    return { ...equalityAssertion(actual, expected), subject: actual }
  }
  const subject = isLiteral(first) && second !== "" ? second : first
  return { subject, strength: strengthOfWords(new Set(words)), flaw: null }
}

const CONDITIONS: ReadonlySet<string> = new Set(["assert", "check", "require", "verify", "ensure"])
const EQUALS: ReadonlySet<string> = new Set(["eq", "equal", "equals", "same"])
const NEGATED: ReadonlySet<string> = new Set(["not", "ne", "refute", "wont"])

function strengthOfWords(words: ReadonlySet<string>): number {
  const has = (wanted: string) => wanted.split(" ").some((word) => words.has(word))
  if (has("not non refute wont") && has("null nil none empty blank")) return PRESENCE
  if (has("true false truthy falsy falsey not refute wont ne")) return TRUTH
  if (has("exactly only")) return EXACT
  return has("contain contains match matches include includes greater less gt ge lt le") ? PARTIAL : EXACT
}
