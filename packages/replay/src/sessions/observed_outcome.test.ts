import { describe, expect, test } from "vitest"
import { isRejection, lookOutcome, observedOutcome } from "./observed_outcome.ts"

describe("an observation without an exit code", () => {
  test.each([
    ["AssertionError: 1 != 2\n\nReturn Code: 1"],
    ["[Command finished with exit code 2]"],
    ['Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no'],
    ["bash: line 12: mvnw: command not found"],
    ['Exception in thread "main" java.lang.NullPointerException'],
    ["There are 2 failing test cases, here is the full log"],
    ["BUILD FAILED\n/a/build.xml:80: Compile failed"],
    ["Tests run: 3\nsome tests failed"],
    ["Error: not enough seats on flight HAT290"],
    ["EXECUTION TIMED OUT"],
    ["1 failed, 2 passed in 0.12s"],
    ["gcc -c a.c\nmake: *** [Makefile:3: a.o] Error 1"],
    ["Segmentation fault (core dumped)"],
    ['npm error Missing script: "x"'],
    ["/usr/bin/python3: No module named pytest"],
    ["cat: x: No such file or directory"],
    ["TAP version 13\nnot ok 1 - adds\n1..1"],
    ["making output... done\nbuild succeeded.\nERROR: Heading not found!"],
  ])("failed: %j", (text) => {
    expect(observedOutcome(text, undefined).failed).toBe(true)
  })

  test.each([
    ["hello"],
    ["tests failed: 0"],
    ["Failed: 0, passed: 12"],
    ["Error rate: 0%"],
    ["error handling works"],
    ["java.lang.IllegalStateException: expected by the test\n\tat a.B.c(B.java:1)\nBUILD SUCCESS"],
    ["3 passed in 0.12s"],
    ["All tests passed"],
    ["0 tests failed"],
    ["BUILD SUCCESS"],
    ["PROCESS-DONE:0:PROCESS-DONE"],
    ["a.py:12:    raise ValueError('error: not found')"],
    ["Return Code: 0\nTest script run successful"],
    ["def test_error(self):\n    pass"],
    [""],
  ])("did not fail: %j", (text) => {
    expect(observedOutcome(text, undefined).failed).toBe(false)
  })

  test("the last exit code told wins", () => {
    expect(observedOutcome("exit code 1\nretry\nexit code 0", undefined)).toMatchObject({
      failed: false,
      exit_code: 0,
    })
  })

  test("a report or a verdict in words is a check", () => {
    expect(observedOutcome("2 failed, 1 passed in 0.12s", undefined).checked).toBe(true)
    expect(observedOutcome("There are 2 failing test cases", undefined).checked).toBe(true)
    expect(observedOutcome("Applied edit to a.py", undefined).checked).toBe(false)
  })
})

describe("an edit tool's answer", () => {
  test.each([
    ["Error: old_str was not found in a.py"],
    ["No replacement was performed, old_str did not appear verbatim in a.py"],
    ["Your proposed edit has introduced new syntax error(s)."],
    ["Your fix did not target all the buggy lines."],
    ["The fix you passed is empty."],
    ["The search text is not unique in the file"],
    ["patch failed: a.py:12"],
  ])("rejects: %j", (text) => {
    expect(isRejection(text)).toBe(true)
  })

  test.each([
    ["Applied edit to a.py"],
    ["The file /a/b.py has been edited. Here's the result of running `cat -n`"],
    ["Text replaced. Please review the changes and make sure they are correct"],
    ["[File: a.py (9 lines total)]\n1:raise Error('failed')"],
    ["Lines written successfully, the result of running test cases is the following:"],
    ["File created successfully at: /a/errors.py"],
  ])("does not reject: %j", (text) => {
    expect(isRejection(text)).toBe(false)
  })
})

describe("what only looks", () => {
  test.each([
    ["cat: x: No such file or directory", true, true],
    ["error: boom, says the log it shows", true, false],
    ["error.log\nnotes.txt", true, false],
    ["Error: there is no such folder", false, true],
    ["def error(): pass", false, false],
    ["text\n[Command finished with exit code 1]", true, true],
    ["README: exit code 1 means a finding\n" + "x\n".repeat(400), true, false],
  ])("%j, of a command %s: failed %s", (text, is_command, failed) => {
    expect(lookOutcome(text, is_command).failed).toBe(failed)
  })
})

test("an exit code that is known outranks what the output looks like, and a report outranks a stack it prints", () => {
  const stack = 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: caught'
  expect(observedOutcome(stack, undefined).failed).toBe(true)
  expect(observedOutcome(stack, undefined, 0).failed).toBe(false)
  expect(observedOutcome(`${stack}\n3 passed in 0.10s`, "pytest").failed).toBe(false)
})
