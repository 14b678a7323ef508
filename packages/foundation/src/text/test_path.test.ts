import { describe, expect, it } from "vitest"
import { isTestPath } from "./test_path.ts"

describe("a path of the tests", () => {
  it.each([
    [
      "a folder of tests",
      "tests/a.py test/a.py src/__tests__/a.ts spec/a.rb a/specs/a.js a/test/fixture.json",
    ],
    ["such a folder in capitals", "Test/a.js SPEC/a.rb"],
    ["nothing but the folder", "tests spec/"],
    ["a name that begins with test", "test_a.py src/test_utils.py tests.py src/test.js test-a.mjs"],
    ["a name that ends with test", "a_test.py a_test.go a_test.rs a_test.rb b/a-test.js"],
    ["test in the middle of a name", "src/my_test_case.py conftest.py"],
    ["a dotted name", "a/b.test.ts b.test.tsx b.test.mts b.spec.js b.spec.jsx src/a.spec.ts c_spec.rb"],
    ["a class", "DbTest.java TestDb.java DbIT.java DbTestCase.kt HTTPTest.java CartTests.scala Test.java"],
    [
      "a word by case in any language of code",
      "CartTests.swift CartTest.php CartSpec.groovy cart_test.cc TestCart.cs",
    ],
    ["spec as a word in front", "spec_lock.rb"],
    [
      "a folder that ends with the word",
      "Shop.Tests/Cart.cs src/androidTest/A.kt unit-tests/a.cc UnitTests/a.swift",
    ],
  ])("has %s", (_what, paths) => {
    expect(paths.split(" ").filter((path) => !isTestPath(path))).toEqual([])
  })

  it.each([
    [
      "the word within a word of other languages",
      "attestation.cs Contest.php latest.rb inspect.rb Protest.swift greatest/a.cs",
    ],
    ["a word of data", "LoadTest.json SmokeTest.xml api-spec.yaml Shop.Tests.csproj"],
    ["test within a word", "contest.py contesto/a.py latest/a.py latest_news.py attestation.go greatest.js"],
    ["a longer word", "testimony.md a/testing.py testdata.py Testimony.java failing_tests.ts inspect.ts"],
    ["a folder that only begins like one", "src/test_utils/a.py src/testing/a.ts spectrum/a.ts"],
    ["spec outside of code", "docs/spec.md src/spec.ts openapi.spec.yaml"],
    ["no capital", "Latest.java Contest.kt LATEST.java AUDIT.java"],
    ["the name of a script", "test.py src/test.py"],
  ])("has more than %s", (_what, paths) => {
    expect(paths.split(" ").filter(isTestPath)).toEqual([])
  })
})
