import { describe, expect, it } from "vitest"
import { isNearDuplicate } from "./near_duplicate.ts"

const SENTENCE = "Let me look at the parser again and find out why it drops the comma."

describe("isNearDuplicate", () => {
  it.each<readonly [string, boolean, string, string]>([
    ["the same text", true, SENTENCE, SENTENCE],
    ["a letter more", true, SENTENCE, `${SENTENCE}!`],
    [
      "a word more of ten",
      true,
      "one two three four five six seven eight nine ten",
      "one two three four five six seven eight nine",
    ],
    ["capitals", false, "ABCDEFGHIJ", "abcdefghij"],
    ["capitals in one word of many", true, SENTENCE, SENTENCE.replace("Let", "let")],
    ["nothing", false, "", ""],
    ["nothing and something", false, "", "a"],
    [
      "exactly a tenth",
      true,
      "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjjj",
      "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii xxxxx",
    ],
    [
      "more than a tenth",
      false,
      "aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjjj",
      "aaaa bbbb cccc dddd eeee ffff gggg hhhh xiii xxxxx",
    ],
    ["a tenth shorter", true, "aa bb cc dd ee ff g1", "aa bb cc dd ee ff "],
    ["a single word with another letter", false, "abcdefghijk", "abcdefghijx"],
    [
      "three of five words",
      true,
      "a b c d eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
      "a b x y eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
    ],
    [
      "two of five words",
      false,
      "a b c d eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
      "a x y z eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
    ],
    ["words in another order", false, "alpha beta gamma delta epsilon", "epsilon delta gamma beta alpha"],
    [
      "other marks between the words",
      true,
      "alpha, beta; gamma: delta! epsilon?",
      "alpha, beta; gamma: delta! epsilon.",
    ],
    [
      "words of other scripts",
      true,
      "日本 語の テキ ストを 書く のは 楽し いです よねえ ああ",
      "日本 語の テキ ストを 書く のは 楽し いです よねえ あい",
    ],
    [
      "a difference behind the first 512 characters",
      true,
      `${SENTENCE.repeat(8).slice(0, 512)}${" left".repeat(60)}`,
      `${SENTENCE.repeat(8).slice(0, 512)}${" right".repeat(60)}`,
    ],
  ])("%s: %s", (_what, near, left, right) => {
    expect(isNearDuplicate(left, right)).toBe(near)
    expect(isNearDuplicate(right, left)).toBe(near)
  })
})
