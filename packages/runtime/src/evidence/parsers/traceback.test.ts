import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { hostileTexts } from "../hostile_texts.fixture.ts"
import { moreThanLinear, repeatedTexts } from "../more_than_linear.fixture.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture } from "./fixture.fixture.ts"
import { tracebackParser } from "./traceback.ts"

const read = (text: string) => tracebackParser.parse(text)?.diagnostics ?? []
const signature = (output: string) =>
  signatureOf(diagnose({ ok: false, output }, { check_id: "run" }), {}).signature

const SHOP = "/home/dev/shop"

describe("an error with its stack", () => {
  it.each([
    ["python.plain", "runtime", "KeyError", `${SHOP}/lib/cart.py`, "KeyError: 'price'"],
    [
      "python.library",
      "runtime",
      "JSONDecodeError",
      `${SHOP}/lib/cart.py`,
      "json.decoder.JSONDecodeError: Expecting",
    ],
    [
      "python.chained",
      "runtime",
      "AttributeError",
      `${SHOP}/chained.py`,
      "AttributeError: 'NoneType' object has no attribute 'close'\ncaused by CartError: no sum\nin this cart\ncaused by KeyError: 'sum'",
    ],
    ["python.3.13", "runtime", "AttributeError", `${SHOP}/chained.py`, "AttributeError: 'NoneType' object"],
    ["python.2.7", "runtime", "ZeroDivisionError", undefined, "ZeroDivisionError: integer division"],
    ["python.syntax", "build", "SyntaxError", `${SHOP}/syntax.py`, "SyntaxError: invalid syntax"],
    [
      "python.indent",
      "build",
      "IndentationError",
      `${SHOP}/indent.py`,
      "IndentationError: unexpected indent",
    ],
    [
      "python.missing",
      "runtime",
      "ModuleNotFoundError",
      `${SHOP}/missing.py`,
      "ModuleNotFoundError: No module named 'lib.missing'",
    ],
    [
      "python.group",
      "runtime",
      "ExceptionGroup",
      `${SHOP}/group.py`,
      "ExceptionGroup: several (2 sub-exceptions)\n\nValueError: one",
    ],
    [
      "python.deep",
      "runtime",
      "RecursionError",
      `${SHOP}/deep.py`,
      "RecursionError: maximum recursion depth",
    ],
    [
      "python.assertion",
      "runtime",
      "AssertionError",
      `${SHOP}/assertion.py`,
      "AssertionError: assert 1 + 1 == 3",
    ],
    ["python.inline", "runtime", "TypeError", `${SHOP}/lib/cart.py`, "TypeError: 'int' object"],
    [
      "node.plain",
      "runtime",
      "TypeError",
      `${SHOP}/lib/cart.mjs`,
      "TypeError: Cannot read properties of undefined (reading 'value')",
    ],
    [
      "node.assertion",
      "runtime",
      "ERR_ASSERTION",
      `${SHOP}/lib/cart.mjs`,
      "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n2 !== 3",
    ],
    ["node.absent", "runtime", "Error", undefined, `Error: Cannot find module '${SHOP}/nowhere.js'`],
    [
      "node.missing",
      "runtime",
      "ERR_MODULE_NOT_FOUND",
      undefined,
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module",
    ],
    [
      "node.missing-cjs",
      "runtime",
      "Error",
      `${SHOP}/missing.cjs`,
      "Error: Cannot find module './lib/missing'",
    ],
    [
      "node.package",
      "runtime",
      "ERR_MODULE_NOT_FOUND",
      undefined,
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad'",
    ],
    ["node.syntax", "build", "SyntaxError", `${SHOP}/syntax.mjs`, "SyntaxError: Unexpected end of input"],
    ["node.library", "runtime", "SyntaxError", `${SHOP}/library.cjs`, "SyntaxError: Expected property name"],
    ["node.cause", "runtime", "Error", `${SHOP}/cause.mjs`, "Error: outer\ncaused by TypeError: inner"],
    ["node.rejected", "runtime", "RangeError", `${SHOP}/rejected.mjs`, "RangeError: too far"],
    ["node.text", "runtime", "UnhandledPromiseRejection", undefined, "UnhandledPromiseRejection: This error"],
    ["node.inline", "runtime", "TypeError", undefined, "TypeError: Cannot read properties of null"],
    [
      "java.plain",
      "runtime",
      "IllegalStateException",
      "Plain.java",
      "java.lang.IllegalStateException: no total\ncaused by java.lang.IndexOutOfBoundsException: Index: 3 Size: 1",
    ],
    [
      "java.class",
      "runtime",
      "IllegalStateException",
      "Plain.java",
      "java.lang.IllegalStateException: no total\ncaused by",
    ],
    [
      "ruby.plain",
      "runtime",
      "NoMethodError",
      `${SHOP}/lib/cart.rb`,
      "NoMethodError: undefined method `price' for nil:NilClass",
    ],
    ["ruby.cause", "runtime", "RuntimeError", "cause.rb", "RuntimeError: bad cart\ncaused by invalid value"],
    ["ruby.missing", "runtime", "LoadError", "missing.rb", "LoadError: cannot load such file -- left_pad"],
    ["ruby.syntax", "build", "SyntaxError", "syntax.rb", "syntax error, unexpected `end', expecting ')'"],
    [
      "php.plain",
      "runtime",
      "InvalidArgumentException",
      `${SHOP}/plain.php`,
      "InvalidArgumentException: no price\nat all",
    ],
    [
      "php.type",
      "runtime",
      "TypeError",
      `${SHOP}/type.php`,
      "TypeError: total(): Argument #1 ($items) must be of type array, int given",
    ],
    [
      "php.syntax",
      "build",
      "Parse error",
      `${SHOP}/syntax.php`,
      'syntax error, unexpected token "{", expecting variable',
    ],
    [
      "php.undefined",
      "runtime",
      "Error",
      `${SHOP}/undefined.php`,
      "Error: Call to undefined function nowhere()",
    ],
    [
      "go.index",
      "runtime",
      "panic",
      `${SHOP}/gosrc/main.go`,
      "panic: runtime error: index out of range [3] with length 1",
    ],
    ["go.error", "runtime", "panic", `${SHOP}/gosrc/error.go`, "panic: no price"],
    ["go.run", "runtime", "panic", `${SHOP}/gosrc/main.go`, "panic: runtime error: index"],
    ["rust.index", "runtime", "panic", "plain.rs", "index out of bounds: the len is 1 but the index is 3"],
    [
      "rust.unwrap",
      "runtime",
      "panic",
      "unwrap.rs",
      'called `Result::unwrap()` on an `Err` value: "no price"',
    ],
    ["rust.backtrace", "runtime", "panic", "plain.rs", "index out of bounds"],
  ])("is read from %s", (name, kind, code, path, message) => {
    const diagnostics = read(fixture(`shell/${name}`))
    expect(diagnostics.map((found) => [found.kind, found.code, found.location?.path])).toEqual([
      [kind, code, path],
    ])
    expect(diagnostics[0]?.message.slice(0, message.length)).toBe(message)
  })

  it("is the environment's where its message says so", () => {
    expect(diagnoseFixture("shell/php.autoload").kind).toBe("environment")
  })

  it("of .NET names the file", () => {
    const text =
      "Unhandled exception. System.InvalidOperationException: no total\n ---> System.FormatException: bad\n   at System.Number.Parse(String s)\n   --- End of inner exception stack trace ---\n   at Shop.Cart.Total() in /srv/shop/Cart.cs:line 12\n   at Shop.Main() in /srv/shop/Main.cs:line 3\n"
    expect(read(text)).toEqual([
      {
        kind: "runtime",
        code: "InvalidOperationException",
        message: "System.InvalidOperationException: no total\nSystem.FormatException: bad".replace(
          "\nSystem",
          "\n ---> System",
        ),
        location: { path: "/srv/shop/Cart.cs" },
      },
    ])
  })

  it("of an older Rust is known too", () => {
    const text = "thread 'main' panicked at 'no price', src/main.rs:3:5\nnote: run with `RUST_BACKTRACE=1`\n"
    expect(read(text)).toEqual([
      { kind: "runtime", code: "panic", message: "no price", location: { path: "src/main.rs" } },
    ])
  })

  it("of the JVM is placed by the class", () => {
    const text =
      'Exception in thread "main" java.lang.RuntimeException: no\n\tat java.base/java.util.List.get(List.java:3)\n\tat com.shop.cart.Cart.total(Cart.kt:4)\n\tat com.shop.Main.main(Main.java:5)\n'
    expect(read(text)[0]?.location).toEqual({ path: "com/shop/cart/Cart.kt" })
  })
})

describe("a Python message that begins on a line of its own", () => {
  const text = (mismatched: string): string =>
    `Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    check(x, y)\nAssertionError: \nArrays are not equal\n\nMismatched elements: ${mismatched}\n x: array([1, 2])\n y: array([1, 3])`

  it("is kept past its blank lines, with the values", () => {
    expect(read(text("1 / 2"))[0]?.message).toContain("y: array([1, 3])")
    expect(signature(text("1 / 2"))).not.toBe(signature(text("2 / 2")))
  })

  it("ends where the next thing begins", () => {
    expect(read(`${text("1 / 2")}\nexit code 1`)[0]?.message).not.toContain("exit code")
    expect(read(`${text("1 / 2")}\n${fixture("shell/python.plain")}`)).toHaveLength(2)
  })
})

describe("several errors", () => {
  it("are all kept, each once, without what was printed around them", () => {
    const text = `case 2 failed: expected 3, got 4\n${["python", "node", "python"].map((name) => fixture(`shell/${name}.plain`)).join("\n")}`
    expect(read(text).map(({ code, message }) => code ?? message)).toEqual(["KeyError", "TypeError"])
  })
})

describe("the signature of an error", () => {
  it("does not depend on lines, frames of libraries and what was printed before", () => {
    const text = fixture("shell/python.plain")
    expect(signature(text.replaceAll(/line \d+/g, "line 77"))).toBe(signature(text))
    expect(signature(`one more line\n${text}`)).toBe(signature(text))
    const node = fixture("shell/node.plain")
    expect(signature(node.replaceAll("node:internal/modules/esm/loader:606:24", "node:internal/x:1:2"))).toBe(
      signature(node),
    )
  })

  it.each([
    "DEBUG: value is <lazy object>",
    "Caught exception: no rate",
    "expected 3 rows\ngot 4 rows",
    "- one\n- two",
    "| a | b |",
  ])("does not depend on %j printed below it, or above", (printed) => {
    const text = fixture("shell/python.library").trimEnd()
    expect(signature(`${text}\n${printed}\n`)).toBe(signature(text))
    expect(signature(`${printed}\n${text}\n${printed}\n${printed}\n`)).toBe(signature(text))
  })

  it.each([
    ["AssertionError: totals differ\nexpected: 3\nactual: 4", "4", "5"],
    ["AssertionError: 'a[12 chars]b' != 'a[12 chars]c'\n- row 3\n+ row 4", "4", "5"],
    ["CartError: no price in:\n  apples\n  pears", "pears", "plums"],
    ["pydantic.ValidationError: 1 validation error for Cart\nprice\n  field required", "price", "name"],
  ])("depends on what %j announces or compares", (error, left, right) => {
    const text = `Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    check(x, y)\n${error}`
    expect(signature(text.replace(left, right))).not.toBe(signature(text))
  })

  it("depends on the error, its message and its file", () => {
    const text = fixture("shell/python.plain")
    const others = [
      text.replace("'price'", "'cost'"),
      text.replace("KeyError", "IndexError"),
      text.replaceAll("cart.py", "shop.py"),
    ]
    expect(new Set([text, ...others].map(signature)).size).toBe(4)
  })
})

describe("output that is no such error", () => {
  it("stays with the parser that knows it", () => {
    expect(diagnoseFixture("shell/python.plain").parser).toBe("traceback")
    expect(diagnoseFixture("pytest.default").parser).toBe("pytest")
    expect(diagnoseFixture("node.22.tap").parser).toBe("node_test")
  })

  it.each([
    "",
    "look at me\n",
    "panic: at the disco\n",
    "Traceback (most recent call last):\n",
    "Error: no\n",
  ])("%j is left alone", (text) => {
    expect(tracebackParser.parse(text)).toBeNull()
  })

  it("says nothing of a call that is ok", () => {
    const output = fixture("shell/python.plain")
    expect(diagnose({ ok: true, output }, { check_id: "run" })).toMatchObject({ count: 0, parser: "lines" })
  })

  it("does linear work on hostile texts", () => {
    const marks = [
      "Error: a\n",
      "    at a\n",
      "Traceback (most recent call last):\n",
      '  File "a", line 1\n',
      "panic: a\n",
      "PHP Fatal error:  a\n",
      "a.rb:1:in `a': b\n",
    ]
    const texts = (length: number) => [
      ...hostileTexts(length),
      ...repeatedTexts(marks, length),
      ...marks.flatMap((mark) => repeatedTexts(["  x\n"], length, mark)),
    ]
    expect(moreThanLinear((text) => tracebackParser.parse(text), texts)).toEqual([])
  })
})
