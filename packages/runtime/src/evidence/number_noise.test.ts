import { describe, expect, it } from "vitest"
import { numberSpan } from "./number_noise.ts"

/** What is dropped around the word in braces; a comma before it in front of a bar. */
function dropped(marked: string): string | null {
  const start = marked.indexOf("{")
  const end = marked.indexOf("}") - 1
  const text = marked.replace("{", "").replace("}", "")
  const span = numberSpan(text, start, end)
  if (span === null) return null
  return (span.takes_comma ? ",|" : "") + text.slice(span.from, span.to)
}

describe("numberSpan", () => {
  it.each([
    ["took {5} seconds now", "5 seconds"],
    ["took {(5} ms) now", "(5 ms)"],
    ["took {1.5} Hours", null],
    ["took {1,5} hours", "1,5 hours"],
    ["failed, {3} warnings now", ",|3 warnings"],
    ["failed, {3} Warnings: x", ",|3 Warnings:"],
    ["failed, {3} warnings, 1 error", ",|3 warnings"],
    ["at line {7,} here", "line 7,"],
    ["at Line: {7} here", "Line: 7"],
    ["at lines {3-5} here", "lines 3-5"],
    ["at lines {3-5a} here", null],
    ["range {3-5} here", null],
    ["column {5}", "column 5"],
    ["pid {12} died", "12"],
    ["pid: {12} died", "12"],
    ["(pid= {12)}", "12)"],
    ["Process {12} exits", "12"],
    ["process {12} items", null],
    ["thread {12}", "12"],
    ["worker {#12} died", "#12"],
    ["seed: {12}", "12"],
    ["warnings: {12}", "12"],
    ["errors: {12}", null],
    ["elapsed: {1.5} now", "1.5"],
    ["duration_ms= {1.5} now", "1.5"],
    ["count: {1.5} now", null],
    ["id {123456789} x", "123456789"],
    ["ID {123456789} x", "123456789"],
    ["id {12345678} x", null],
    ["size {123456789} x", null],
    ["/bin/sh: {4:} x", "4:"],
    ["fish: {4} x", null],
    ["{12} | const", "12"],
    ["> {12} | const", "12"],
    ["a {12} | const", null],
    ["{1)} adds", "1)"],
    ["x {1)} adds", null],
    ["[ {52%]} Building", "[ 52%]"],
    ["[ {3/120]} Building", "[ 3/120]"],
    ["a {52%]} Building", null],
    ["@@ {-1,2} +3,4 @@", "-1,2"],
    ["@@ -1,2 {+3,4} @@", "+3,4"],
    ["a {-1,2} b", null],
    ["{12:5}  error no", "12:5"],
    ["{12:5}  note no", null],
    ["a {12:5} error no", null],
    ["line 3: {12345} Segmentation fault", "12345"],
    ["thread 'a' {(12)} panicked at", "(12)"],
    ["{3} failing", null],
    ["failed, {3} WARNINGS: x", ",|3 WARNINGS:"],
    ["took {5} ((ms)) now", "5 ((ms))"],
    ["took {5} (m-s) now", null],
    ["at lines {13-25} here", "lines 13-25"],
    ["at lines {a3-5} here", null],
    ["pid, {12} left", null],
    ["process {12} listening", "12"],
    ["process {12} hashes", null],
    ["/bin/sh:x: {4} y", null],
    ["{12} │ const", "12"],
    ["{12)} adds", "12)"],
    ["{(1)} adds", null],
    ["{1):} adds", null],
    ["[ {=52%]} Building", null],
    ["[ {52%]x} Building", null],
    ["@@ {-1,2} +3,4 @@ class A", "-1,2"],
    ["@@ {-10,20} +3,4 @@", "-10,20"],
    ["@@ {x-1,2} +3,4 @@", null],
    ["@@ {-1,2x} +3,4 @@", null],
    ["{a12:5}  error no", null],
    ["{12:5:}  error no", null],
    ["{12:5} no error", null],
    ["expected {3}", null],
  ])("%j drops %j", (marked, span) => {
    expect(dropped(marked)).toBe(span)
  })
})
