import { describe, expect, it } from "vitest"
import { normaliseDiagnostic, normaliseText } from "./normalise.ts"

const options = { workspace_root: "/home/dev/shop" }

/** Both texts are the same failure: only noise differs. */
const SAME: readonly (readonly [what: string, left: string, right: string])[] = [
  [
    "a duration in brackets",
    "AssertionError: expected 3, got 4 (0.13s)",
    "AssertionError: expected 3, got 4 (0.71s)",
  ],
  ["a duration glued to its unit", "build failed after 12.5s", "build failed after 9s"],
  ["a duration in words", "build failed after 12 seconds", "build failed after 3 minutes"],
  ["a duration in milliseconds with a space", "✕ adds up (5 ms)", "✕ adds up (12 ms)"],
  ["minutes and seconds", "gave up after 1m32s", "gave up after 2m4.5s"],
  ["a duration as a field", 'error {"duration_ms":12.4}', 'error {"duration_ms":9.9}'],
  ["a duration as a field with a space", "error elapsed: 12.4", "error elapsed: 3"],
  ["colour", "\u001b[31mFAIL\u001b[39m adds", "FAIL adds"],
  ["a hyperlink", "\u001b]8;;file:///a\u0007FAIL\u001b]8;;\u0007 adds", "FAIL adds"],
  ["line ends", "one failed\r\ntwo failed\r\n", "one failed\ntwo failed\n"],
  ["progress written over itself", "10%\r50%\rfailed at the end", "failed at the end"],
  ["progress in brackets", "[ 12%] Building failed", "[100%] Building failed"],
  ["a step of many", "[3/120] cc failed", "[117/120] cc failed"],
  ["an ISO timestamp", "2026-11-21T10:00:01.123Z ERROR boom", "2026-11-22T11:30:59.001Z ERROR boom"],
  ["a timestamp in two words", "2026-11-21 10:00:01,123 ERROR boom", "2025-01-01 23:59:59,000 ERROR boom"],
  ["a timestamp with a zone", "2026-11-21 10:00:01 +0000 ERROR boom", "2025-01-01 23:59:59 UTC ERROR boom"],
  ["a time of day", "[10:00:01] ERROR boom", "[23:59:59] ERROR boom"],
  ["a time of day with PM", "10:05:01 PM ERROR boom", "1:07:59 AM ERROR boom"],
  ["a date in words", "Tue Nov 21 22:46:00 2026 ERROR boom", "Wed Jan 3 01:02:03 2024 ERROR boom"],
  ["a syslog date", "Nov 21 22:46:00 web[1234]: boom", "Jan 3 01:02:03 web[9876]: boom"],
  ["an access log date", "[21/Nov/2026:22:46:00 +0000] boom", "[03/Jan/2024:01:02:03 +0100] boom"],
  ["a date of a header", "Tue, 21 Nov 2026 22:46:00 GMT boom", "Wed, 3 Jan 2024 01:02:03 GMT boom"],
  ["a date of Go", "2026/11/21 10:00:01 boom", "2024/01/03 01:02:03 boom"],
  ["an American date", "11/21/2026 10:00:01 PM boom", "1/3/2024 1:02:03 AM boom"],
  ["a German date", "21.11.2026 10:00:01 boom", "03.01.2024 01:02:03 boom"],
  ["milliseconds since the epoch", "1732226760123 boom", "1732229999999 boom"],
  ["an address", "Segfault at 0x7f85d5f18d90", "Segfault at 0x7f11aaf18000"],
  ["a short address after at", "object at 0x1f4a2c0 leaked", "object at 0x2a4a2c8 leaked"],
  ["a Java identity hash", "stale Foo@1b6d3586 closed", "stale Foo@4554617c closed"],
  ["a decimal object id", "<Task id=140234567890123> died", "<Task id=139876543210987> died"],
  [
    "a uuid",
    "job 550e8400-e29b-41d4-a716-446655440000 died",
    "job 6ba7b810-9dad-11d1-80b4-00c04fd430c8 died",
  ],
  ["a long hexadecimal id", "container 3f4e5d6c7b8a failed", "container 0a1b2c3d4e5f failed"],
  ["a process id", "process 1234 died", "process 98 died"],
  ["a process id with a colon", "pid: 1234 died", "pid: 98 died"],
  ["a process id in an equation", "worker_pid=1234 died", "worker_pid=98 died"],
  ["a process id in brackets", "(node:1234) boom", "(node:98) boom"],
  ["a valgrind process id", "==1234== Invalid read", "==98== Invalid read"],
  ["a worker", "[gw0] FAILED tests/a.py::test_b", "[gw3] FAILED tests/a.py::test_b"],
  ["a port", "EADDRINUSE: address already in use :::34567", "EADDRINUSE: address already in use :::40001"],
  ["a port of a host", "connect ECONNREFUSED 127.0.0.1:34567", "connect ECONNREFUSED 127.0.0.1:40001"],
  ["a port of localhost", "GET http://localhost:34567/a failed", "GET http://localhost:40001/a failed"],
  ["a port in words", "cannot listen on port 34567", "cannot listen on port 40001"],
  ["a random seed", "random seed:        72917166", "random seed:        1"],
  [
    "a hash seed",
    "hash randomization: on (PYTHONHASHSEED=4082931890)",
    "hash randomization: on (PYTHONHASHSEED=1)",
  ],
  [
    "the debug log of npm",
    "see /root/.npm/_logs/2026-11-21T22_46_00_123Z-debug-0.log",
    "see /root/.npm/_logs/2025-01-01T01_02_03_4Z-debug-0.log",
  ],
  ["a compact timestamp", "wrote report-20261121T224600.xml", "wrote report-20250101T010203.xml"],
  ["seconds since the epoch", "1732226760.123 boom", "1732229999.9 boom"],
  [
    "the date of a listing",
    "-rw-r--r-- 1 me me 40 Nov 21 22:46 a.txt",
    "-rw-r--r-- 1 me me 40 Jan 3 01:02 a.txt",
  ],
  ["the place of a hunk", "--- a\n+++ b\n@@ -1,2 +3,4 @@\n- x", "--- a\n+++ b\n@@ -7 +9,1 @@\n- x"],
  ["the number of an entry", "  1) adds up", "  3) adds up"],
  [
    "the id of a dead process",
    "a.sh: line 3: 12345 Segmentation fault",
    "a.sh: line 3: 98 Segmentation fault",
  ],
  [
    "the id of a thread",
    "thread 'main' (12345) panicked at src/a.rs:3:5:",
    "thread 'main' (98) panicked at src/a.rs:9:9:",
  ],
  ["an estimate", "boom\nTime: 1.234 s, estimated 2 s", "boom\nTime: 2 s"],
  [
    "lines of a garbage collector",
    "boom\n[12:0x5a1b2c0] 1234 ms: Mark-Compact 20 MB",
    "boom\n[9:0x6a1b2c0] 99 ms: Mark-Compact 21 MB",
  ],
  ["a temp folder", "cannot open /tmp/tmpab12cd/out.txt", "cannot open /tmp/tmpzz99yy/out.txt"],
  ["a temp folder of node", "cannot open /tmp/shop-Ab12Cd/out.txt", "cannot open /tmp/shop-x9Y8z7/out.txt"],
  [
    "a temp folder of macOS",
    "cannot open /var/folders/ab/xyz123/T/x-1/out",
    "cannot open /private/var/folders/cd/uvw987/T/x-2/out",
  ],
  [
    "a temp folder of pytest",
    "x /tmp/pytest-of-me/pytest-3/test_a0/f.txt",
    "x /tmp/pytest-of-me/pytest-17/test_a0/f.txt",
  ],
  [
    "a temp folder of Windows",
    "x C:\\Users\\me\\AppData\\Local\\Temp\\a1\\f.txt",
    "x C:\\Users\\me\\AppData\\Local\\Temp\\b2\\f.txt",
  ],
  ["a temp file", "cannot open /tmp/tmpab12cd.json", "cannot open /tmp/tmpzz99yy.json"],
  ["a line and a column", "src/a.ts:10:2 - error TS2322: no", "src/a.ts:99:17 - error TS2322: no"],
  ["a line", "a.rs:10: mismatched types", "a.rs:99: mismatched types"],
  ["a line of a Makefile", "Makefile:12: missing separator", "Makefile:9: missing separator"],
  ["a line in brackets", "src/a.ts(3,5): error TS2322: no", "src/a.ts(30,51): error TS2322: no"],
  ["a line of maven", "A.java:[12,5] cannot find symbol", "A.java:[99,17] cannot find symbol"],
  ["a line of a Java frame", "at shop.A.run(A.java:12)", "at shop.A.run(A.java:99)"],
  [
    "a line of a JavaScript frame",
    "at run (file:///home/dev/shop/a.mjs:12:5)",
    "at run (file:///home/dev/shop/a.mjs:9:1)",
  ],
  ["a line of node itself", "at node:internal/modules/run:12:5", "at node:internal/modules/run:99:7"],
  ["a line of Python", '  File "a.py", line 12, in run', '  File "a.py", line 99, in run'],
  [
    "a line in a message of Python",
    "SyntaxError: expected ':' (a.py, line 12)",
    "SyntaxError: expected ':' (a.py, line 99)",
  ],
  ["a line and column in words", "parse error at line 3, column 5", "parse error at line 30, column 51"],
  ["a line of eslint", "  12:5  error  no-unused-vars", "  9:17  error  no-unused-vars"],
  ["a line of a code frame", "> 12 | const a = 1", "> 99 | const a = 1"],
  [
    "a line counter of bash",
    "bash: line 36254: foo: command not found",
    "bash: line 7: foo: command not found",
  ],
  ["a line counter of sh", "sh: 12: foo: not found", "sh: 3: foo: not found"],
  ["a warning count", "2 failed, 4 warnings in 0.12s", "2 failed, 3 warnings in 0.50s"],
  ["a warning count or none", "2 failed, 3 warnings in 0.50s", "2 failed in 0.1s"],
  ["a warning count before others", "2 failed, 3 warnings, 1 error", "2 failed, 1 error"],
  ["a warning count as a field", "errors: 1 warnings: 3", "errors: 1 warnings: 5"],
  ["white space", "a   failed\tbadly", "a failed badly"],
  ["the workspace root", "/home/dev/shop/src/a.ts is broken", "src/a.ts is broken"],
  ["a line of nothing but timing", "boom\nTotal time: 3 seconds", "boom\nTotal time: 10 seconds"],
  [
    "a clock at the end of a comparison",
    "got 3, expected 4\nDuration  954ms",
    "got 3, expected 4\nDuration  1.2s",
  ],
  ["addresses inside operands", "assert <A at 0x7f85d5f18d90> == 1", "assert <A at 0x7f11aaf18000> == 1"],
  [
    "identity hashes inside operands",
    "expected:<Foo@1b6d3586> but was:<null>",
    "expected:<Foo@4554617c> but was:<null>",
  ],
  ["temp roots inside operands", "expected '/tmp/a1/x' to be 'y'", "expected '/tmp/b2/x' to be 'y'"],
  [
    "a place behind operands",
    "AssertionError: expected 3, got 4 at a.js:12:5",
    "AssertionError: expected 3, got 4 at a.js:9:1",
  ],
  [
    "a place before operands",
    "a_test.py:12: AssertionError: assert 3 == 4",
    "a_test.py:99: AssertionError: assert 3 == 4",
  ],
  ["a timestamp before operands", "10:00:01 AssertionError: 3 != 4", "11:11:11 AssertionError: 3 != 4"],
  [
    "seconds behind a count",
    "1 expected to fail but passed, in 7.03 seconds",
    "1 expected to fail but passed, in 5.95 seconds",
  ],
]

/** These are different failures, however alike they look. */
const DIFFERENT: readonly (readonly [what: string, left: string, right: string])[] = [
  ["a count of failures", "16 failing", "2 failing"],
  [
    "a count of failures in a summary",
    "===== 16 failed, 3 passed in 0.1s =====",
    "===== 2 failed, 3 passed in 0.1s =====",
  ],
  ["a count of errors", "Found 3 errors in 1.2s", "Found 2 errors in 1.2s"],
  ["a value", "AssertionError: expected 3, got 4 (0.13s)", "AssertionError: expected 3, got 5 (0.13s)"],
  ["a value glued to its name", "expected:5", "expected:6"],
  ["a value in a diff", "- Expected\n+ Received\n\n- 3\n+ -1", "- Expected\n+ Received\n\n- 3\n+ -2"],
  [
    "a duration in a diff",
    "- Expected\n+ Received\n\n- 3ms\n+ 4ms",
    "- Expected\n+ Received\n\n- 3ms\n+ 5ms",
  ],
  [
    "a value on a line of its own",
    "Expected:\n  10:00:01\nActual:\n  10:00:02",
    "Expected:\n  10:00:01\nActual:\n  10:00:03",
  ],
  ["a duration as a value", "expected 5ms to be 6ms", "expected 5ms to be 7ms"],
  [
    "a duration as a value on the left",
    "AssertionError: 5ms was expected to be 6ms",
    "AssertionError: 7ms was expected to be 6ms",
  ],
  ["a duration in brackets as a value", "expected 3 to be (5ms)", "expected 3 to be (6ms)"],
  ["a time of day as a value", "assert '10:00:01' == '10:00:02'", "assert '10:00:01' == '10:00:03'"],
  [
    "a date as a value",
    "AssertionError: 2024-01-01 != 2024-01-02",
    "AssertionError: 2024-01-01 != 2024-01-03",
  ],
  [
    "a uuid as a value",
    "expected 550e8400-e29b-41d4-a716-446655440000",
    "expected 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  ],
  [
    "a port as a value",
    "expected localhost:3000, got localhost:3001",
    "expected localhost:3000, got localhost:3002",
  ],
  ["a path as a value", "assert '/srv/one/a/b' == '/srv/two/a/b'", "assert '/srv/one/a/b' == '/srv/six/a/b'"],
  ["a small hexadecimal value", "status 0x1f failed", "status 0x2f failed"],
  ["a Windows error code", "failed with 0x80070005", "failed with 0x80070002"],
  [
    "a hexadecimal value in operands",
    "expected 0xdeadbeef, got 0xcafebabe",
    "expected 0xdeadbeef, got 0xcafed00d",
  ],
  ["white space in operands", "expected 'a b', got 'a  b'", "expected 'a b', got 'a   b'"],
  ["an error code", "error TS2322: no", "error TS2345: no"],
  ["an error code of the system", "ENOENT: no such file", "EACCES: no such file"],
  ["an HTTP status", "server answered 500", "server answered 404"],
  ["a test name with a number", "FAILED tests/a.py::test_case_1", "FAILED tests/a.py::test_case_2"],
  ["a parameter", "FAILED tests/a.py::test_case[1-2]", "FAILED tests/a.py::test_case[1-3]"],
  ["a file", "src/a.ts:10:2 - error TS2322: no", "src/b.ts:10:2 - error TS2322: no"],
  ["a file outside the workspace", "/usr/lib/x/a.py failed", "/usr/lib/y/a.py failed"],
  ["a file below a temp folder", "cannot open /tmp/tmpab12cd/out.txt", "cannot open /tmp/tmpab12cd/in.txt"],
  [
    "a folder below a temp folder",
    "cannot open /tmp/tmpab12cd/output1/a",
    "cannot open /tmp/tmpab12cd/output2/a",
  ],
  ["how many items a process has", "failed to process 5 items", "failed to process 7 items"],
  [
    "a line of a patch",
    "--- a\n+++ b\n@@ -1,2 +3,4 @@\n- took 3s",
    "--- a\n+++ b\n@@ -1,2 +3,4 @@\n- took 4s",
  ],
  ["a signal", "killed by signal 9", "killed by signal 11"],
  ["an exit code", "exit code 1", "exit code 2"],
  ["an index", "items[3] is missing", "items[4] is missing"],
  ["the id of a row", "user id 41 is missing", "user id 42 is missing"],
  ["a name with capitals and digits", "test_HTTPServer2Handler1 failed", "test_HTTPServer2Handler2 failed"],
  ["a fraction", "3/10 tests failed", "4/10 tests failed"],
  ["a key with a number", "retries:5 exhausted", "retries:6 exhausted"],
  ["a version", "needs node 20.1.0", "needs node 22.1.0"],
  ["a share", "Coverage for lines (50%) does not meet 80%", "Coverage for lines (60%) does not meet 80%"],
  ["a float", "loss is 0.333333333333333", "loss is 0.366666666666666"],
  ["case", "cannot find name 'Foo'", "cannot find name 'foo'"],
  ["a name", "undefined name 'alpha'", "undefined name 'beta'"],
  ["a command with the same text", "make: *** [build] Error 1", "make: *** [test] Error 1"],
  ["the order of lines", "a failed\nb failed", "b failed\na failed"],
]

describe("normaliseText", () => {
  it.each(SAME)("takes %s for noise", (_what, left, right) => {
    expect(normaliseText(left, options)).toBe(normaliseText(right, options))
    expect(normaliseText(left, options)).not.toBe("")
  })

  it.each(DIFFERENT)("takes %s for meaning", (_what, left, right) => {
    expect(normaliseText(left, options)).not.toBe(normaliseText(right, options))
  })

  it("keeps the words around what it removes", () => {
    expect(
      normaliseText("2026-11-21T10:00:00Z ERROR boom took 12ms at /home/dev/shop/src/a.ts:3:4", options),
    ).toBe("ERROR boom took at src/a.ts")
  })

  it("keeps the last two parts of a path outside the workspace", () => {
    expect(normaliseText("see /usr/lib/python3/site/a.py now", options)).toBe("see site/a.py now")
  })

  it("keeps the path of a folder that only begins like the workspace", () => {
    expect(normaliseText("see /home/dev/shop2/src/a.ts", options)).toBe("see src/a.ts")
    expect(normaliseText("see /home/dev/shop2/a.ts", options)).toBe("see shop2/a.ts")
  })

  it("reads a workspace below a temp folder as a workspace", () => {
    const below = { workspace_root: "/tmp/work-Ab12Cd" }
    expect(normaliseText("see /tmp/work-Ab12Cd/src/deep/a.ts", below)).toBe("see src/deep/a.ts")
  })

  it("treats the whole text as operands when told so", () => {
    expect(normaliseText("took 5ms at a.ts:3:4", { operands: true })).toBe("took 5ms at a.ts:3:4")
    expect(normaliseText("A at 0x7f85d5f18d90", { operands: true })).toBe("A at 0x")
  })

  it("holds a long text to 4000 characters and a digest of the rest", () => {
    const long = "word ".repeat(2000)
    const normal = normaliseText(long, options)
    expect(normal).toMatch(/^(?:word )+word ?#[0-9a-f]{14}$/)
    expect(normal.length).toBe(4015)
    expect(normaliseText(`${long}end`, options)).not.toBe(normal)
  })

  it("keeps a line that looks like noise when it is alone", () => {
    expect(normaliseText("==========", options)).toBe("==========")
    expect(normaliseText("Duration 3.2s", options)).toBe("Duration")
  })

  it("makes nothing of nothing", () => {
    expect(normaliseText("", options)).toBe("")
    expect(normaliseText(" \n\t\r\n ", options)).toBe("")
    expect(normaliseText("==========\n..........", options)).toBe("")
  })
})

describe("normaliseDiagnostic", () => {
  const base = { kind: "test", message: "expected 3, got 4" } as const

  it("knows a failure by its test, whatever it says", () => {
    const left = normaliseDiagnostic({ ...base, test_id: "a > b" }, options)
    const right = normaliseDiagnostic({ ...base, message: "boom", test_id: "a > b" }, options)
    expect(left.strong).toBe(true)
    expect(left.identity).toBe(right.identity)
    expect(left.text).not.toBe(right.text)
  })

  it("knows a failure without a test by code and path, not by line", () => {
    const at = (path: string, line: number) =>
      normaliseDiagnostic({ ...base, code: "TS2322", location: { path, line } }, options)
    expect(at("src/a.ts", 3)).toEqual(at("/home/dev/shop/src/a.ts", 99))
    expect(at("src/a.ts", 3).strong).toBe(true)
    expect(at("src/a.ts", 3).identity).not.toBe(at("src/b.ts", 3).identity)
  })

  it("calls a failure with neither weak, and knows it by its text", () => {
    const left = normaliseDiagnostic({ ...base, message: "expected 3, got 4 (0.1s)" }, options)
    const right = normaliseDiagnostic({ ...base, message: "expected 3, got 4 (0.9s)" }, options)
    expect(left).toEqual(right)
    expect(left.strong).toBe(false)
    expect(normaliseDiagnostic({ ...base, code: "X" }, options).strong).toBe(false)
    expect(normaliseDiagnostic({ ...base, location: { path: "a" } }, options).strong).toBe(false)
  })

  it("keeps durations in the name of a test", () => {
    const named = (test_id: string) => normaliseDiagnostic({ ...base, test_id }, options)
    expect(named("waits 5ms").text).not.toBe(named("waits 6ms").text)
    expect(named("waits 5ms").identity).not.toBe(named("waits 6ms").identity)
  })
})
