import type { TestLanguage } from "@proofloop/foundation/paths"
import { rootOf } from "./own_names.ts"

/**
 * Why a test would recognise a fix by its names: its assertions only ask whether a name exists. null: one of them
 * asks for more. A test may first assert that a name exists and then what it does.
 */
export function existenceReason(
  statements: readonly string[],
  names: ReadonlySet<string>,
  language: TestLanguage,
): string | null {
  const asserting = statements.filter((statement) => ASSERTS[language].test(statement))
  const judged = asserting.map((statement) => judge(statement, names, language))
  if (!judged.includes("existence") || judged.includes("other")) return null
  return "it only asks whether a name is there; call it and assert what it does"
}

function judge(
  statement: string,
  names: ReadonlySet<string>,
  language: TestLanguage,
): "existence" | "failure" | "other" {
  if (asksForName(statement, names, language)) return "existence"
  return FAILS.test(statement) ? "failure" : "other"
}

const ASSERTS: Readonly<Record<TestLanguage, RegExp>> = {
  python: /^\s{0,80}assert\b|\bself\.(?:assert\w{1,60}|fail)\b|\bpytest\.fail\(/,
  script:
    /\b(?:assert|expect)(?:\.\w{1,40}){0,3}\(|\b(?:t|tap)\.(?:is|not|true|truthy|ok|equal|same|fail|type)\(|\b(?:strictEqual|deepEqual|deepStrictEqual|notStrictEqual|equal|ok)\(/,
  go: /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require)\.\w{1,60}\(/,
  rust: /\bassert\w{0,40}!|\bpanic!/,
  java: /\b(?:assert\w{0,60}|fail)[ \t]{0,8}\(/,
}

/** Says that a test fails; the condition stands elsewhere. */
const FAILS =
  /\b(?:assert|expect|t|tap|self|pytest)?\.?fail\(|\bassert False\b|\bt\.(?:Error|Fatal|Fail)\w{0,4}\(/

function asksForName(statement: string, names: ReadonlySet<string>, language: TestLanguage): boolean {
  if (language === "java" || language === "go") return REFLECTION[language].test(statement)
  if (language === "rust") return false
  const asked = FORMS[language].flatMap((form) => form.exec(statement)?.[1] ?? [])
  return asked.some((path) => names.has(rootOf(path)))
}

const REFLECTION = {
  go: /\.(?:MethodByName|FieldByName)\(/,
  java: /\b(?:getDeclaredMethods?|getMethods?|getDeclaredFields?|getFields?|getDeclaredConstructors?)\((?![^;]{0,400}\.invoke\()|\bClass\.forName\(/,
} as const

/** Each matches a path of names without a call, asking only whether it exists or which type it has. */
const FORMS: Readonly<Record<"script" | "python", readonly RegExp[]>> = {
  script: [
    /\btypeof\s{1,4}\(?([A-Za-z_$][\w$.?[\]"'`]{0,400})(?![\w$.?[\]"'`(])/,
    /["'`][\w$]{1,200}["'`]\s{1,4}in\s{1,4}([A-Za-z_$][\w$.?]{0,400})(?![\w$.?(])/,
    /\b(?:Object\.(?:keys|hasOwn|getOwnPropertyNames)|Reflect\.(?:has|ownKeys))\(\s{0,40}([A-Za-z_$][\w$.?]{0,400})(?![\w$.?(])/,
    /\bexpect\(\s{0,40}([A-Za-z_$][\w$.?[\]"'`]{0,400})\s{0,4},?\s{0,4}\)\s{0,40}\.(?:not\.)?(?:to(?:BeDefined|BeUndefined|BeTruthy|BeFalsy|BeNull|BeTypeOf|HaveProperty)\b|toBeInstanceOf\(Function|toEqual\(expect\.any\(|to\.(?:exist|be\.(?:ok|a)|have\.property)\b)/,
    /\b(?:assert(?:\.(?:ok|exists|isDefined|isFunction|isNotNull))?|ok|(?:t|tap)\.(?:ok|true|truthy))\(\s{0,40}(?:!!)?([A-Za-z_$][\w$.?[\]"'`]{0,400})\s{0,4}[,)]/,
    /\b(?:assert(?:\.\w{1,40}){0,2}|ok|(?:t|tap)\.\w{1,40}|notStrictEqual|notEqual)\(\s{0,40}([A-Za-z_$][\w$.?[\]"'`]{0,400})\s{0,4}(?:[!=]==?|,)\s{0,4}(?:undefined|null)\b/,
  ],
  python: [
    /\bhasattr\(\s{0,40}([A-Za-z_][\w.]{0,400})\s{0,4},/,
    /\bcallable\(\s{0,40}(?:getattr\(\s{0,40})?([A-Za-z_][\w.]{0,400})\s{0,4}[,)]/,
    /\b(?:assertTrue|assertIsNotNone|bool)\(\s{0,40}(?:getattr\(\s{0,40})?([A-Za-z_][\w.]{0,400})\s{0,4}[,)]/,
    /\bgetattr\(\s{0,40}([A-Za-z_][\w.]{0,400})\s{0,4},\s{0,4}["']\w{1,200}["'](?:,\s{0,4}None)?\)\s{0,4}(?:is not None|!= None)/,
    /["']\w{1,200}["']\s{1,4}in\s{1,4}(?:dir|vars)\(\s{0,4}([A-Za-z_][\w.]{0,400})\s{0,4}\)/,
    /["']\w{1,200}["']\s{1,4}in\s{1,4}([A-Za-z_][\w.]{0,400})\.__(?:all|dict)__/,
    /^\s{0,80}assert\s{1,4}([A-Za-z_][\w.]{0,400})\s{0,4}(?:is not None|,|$)/,
  ],
}
