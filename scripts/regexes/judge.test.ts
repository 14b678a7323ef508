import { expect, test } from "vitest"
import { judgeRegex } from "./judge.mjs"

const judged = ({ source, flags }: RegExp) => judgeRegex({ source, flags })

test.each([
  /(a+)+$/,
  /(?:a|a)*b/,
  /(?:a|ab|b)*c/,
  /(\w+\s?)*$/,
  /^(?:[^A-Za-z]|(?:second|sec|s|econd))*$/i,
  /^(?:a{1,64}){1,64}b/,
  /^(?:(["'])a+\1)*(?:'a'|b)*c|^(a*)*b/,
])("%s is exponential", (regex) => {
  expect(judged(regex)).toContain("exponential")
})

test.each([
  [/\s+$/, /repeat\(n\) \(move\)/],
  [/^\s*a?\s*$/, /repeat\(n\) \(trade\)/],
  [/\bnode\b.*--test\b/, /"node-"\.repeat\(n\) \(move\)/],
  [/\B(?=(\d{3})+$)/g, /\(move\)/],
  [/\{([^{}]*,[^{}]*)\}/, /",a"\.repeat\(n\) \(trade\)/],
  [/^[^\n]*\r(?=[^\n])/gm, /\(move\)/],
  [/^a{1,2000}a{1,2000}b/, /2000 steps a character/],
  [/key[a-z]{1,4000}=/, /4000 steps a character/],
  [/a.{0,100}b.{0,100}c/, /10000 steps a character/],
] as const)("%s takes too many steps", (regex, message) => {
  expect(judged(regex)).toMatch(message)
})

test.each([
  /a+/,
  /\s+/g,
  /^\s*a\s*$/,
  /\b\w+=/,
  /(?<![\w.])\d+s\b/,
  /\s+$/y,
  /^(?:[^a-z]|(?:s|sec|second)(?![a-z]))*$/,
  /(?:\d+,)*\d+/y,
  /^[^\n\r\u2028\u2029]*\n/gm,
  /^"(?:[^"\\]|\\.)*"/,
  /: .{0,200} failed/,
  /(["'])\w{1,9}\1/,
])("%s is linear", (regex) => {
  expect(judged(regex)).toBeNull()
})
