export interface TestFile {
  /** In the order of the text. Assertions outside of tests, those of helpers, belong to one named "". */
  readonly cases: readonly TestCase[]
  /** Names of its functions outside of tests that assert something, themselves or through one another. */
  readonly helpers: ReadonlySet<string>
  /** Tests and suites that are the only ones to run. */
  readonly only: readonly Mark[]
  /** Names of the test library that the file defines itself. */
  readonly shadows: readonly Mark[]
  /** Modules, classes and members that are replaced by doubles. */
  readonly mocks: readonly Mark[]
  readonly timeouts: readonly Timeout[]
}

export interface TestCase {
  /** With the names of its suites: "parser > reads an empty file". */
  readonly name: string
  /** From 1. */
  readonly line: number
  /** Its place in the text, in UTF-16 code units. */
  readonly start: number
  /** The first code unit after it. */
  readonly end: number
  /** The text of its body, with white space folded to single blanks; cut when it is long. */
  readonly body: string
  /** What keeps it from running, or from counting when it fails; null: nothing. */
  readonly skip: Skip | null
  /** Its assertions, in the order of the text. */
  readonly assertions: readonly Assertion[]
}

/** The name of a test without the names of its suites. */
export function lastName({ name }: Pick<TestCase, "name">): string {
  return name.split(" > ").at(-1) ?? name
}

/** Whether the body of a test is empty. */
export function isEmptyTest({ body }: Pick<TestCase, "body">): boolean {
  return /^\{?\s{0,9}\}?$/.test(body)
}

/** What keeps a test from running, or from counting when it fails. */
export interface Skip {
  /** As it is written, for a message. */
  readonly how: string
  /** Whether it is unconditional; a skip on one platform depends on the platform. */
  readonly always: boolean
}

export interface Assertion {
  /** Its line in the file, from 1. */
  readonly line: number
  /** Without white space, at most 400 characters. */
  readonly text: string
  readonly subject: string
  /** 3 for equality, 2 for a part or a bound, 1 for truth, 0.5 for mere presence. */
  readonly strength: number
  /** Why it asserts nothing; null: it does. */
  readonly flaw: string | null
  /** What alone lets it run; null: the test. */
  readonly condition: string | null
}

export interface Mark {
  /** Its line in the file, from 1. */
  readonly line: number
  /** What it is about: a name, or the words as they are written. */
  readonly text: string
}

export interface Timeout extends Mark {
  /** What the wait is for: the words around the number. */
  readonly key: string
  /** The limit in milliseconds. */
  readonly ms: number
}
