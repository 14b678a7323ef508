import { expect, it } from "vitest"
import { isTestFile, testLanguageOf } from "./test_file.ts"

it.each([
  ["tests/test_a.py", "python"],
  ["a_test.py", "python"],
  ["pkg/a_test.go", "go"],
  ["src/a.test.ts", "script"],
  ["src/a.spec.mjs", "script"],
  ["tests/smoke.rs", "rust"],
  ["crates/core/tests/smoke.rs", "rust"],
  ["src/test/java/shop/CartTest.java", "java"],
  ["core/src/test/java/CartTests.java", "java"],
])("%s holds tests of the language %s", (path, language) => {
  expect([isTestFile(path), testLanguageOf(path)]).toEqual([true, language])
})

it.each([
  "src/__tests__/a.jsx",
  "src/a.test-d.ts",
  "src/a_test.rs",
  "CartTest.java",
  "CartTests.kt",
  "CartTest.scala",
  "spec/cart_spec.rb",
  "test/cart_test.rb",
  "test/spec_lock.rb",
  "tests/CartTest.php",
  "test/Shop.Tests/CartTests.cs",
  "Tests/CartTests.swift",
  "cart_test.exs",
  "CartSpec.kt",
  "tests/cart_test.cc",
  "test_cart.c",
])("%s holds tests that are not run alone", (path) => {
  expect([isTestFile(path), testLanguageOf(path)]).toEqual([true, null])
})

it.each([
  "tests/conftest.py",
  "tests/common/mod.rs",
  "tests/data.json",
  "src/a.ts",
  "src/testing.py",
  "src/contest.py",
  "latest/a.rs",
  "src/test_.go",
  "src/lib.rs",
  "Latest.java",
  "attestation.cs",
  "contest.rb",
  "test/test_helper.rb",
  "tests/TestUtils.cs",
  "LoadTest.json",
])("%s holds none", (path) => {
  expect([isTestFile(path), testLanguageOf(path)]).toEqual([false, null])
})
