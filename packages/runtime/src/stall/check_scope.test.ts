import { describe, expect, it } from "vitest"
import { coversCheck, isNarrowerCheck, isPartialCheck } from "./check_scope.ts"

describe("isNarrowerCheck", () => {
  it.each([
    ["a file of the folder", "pytest tests/test_a.py", "pytest tests"],
    ["a test of the file", "pytest tests/test_a.py::test_one", "pytest tests/test_a.py"],
    ["a case of the test", "pytest a.py::one[2]", "pytest a.py::one"],
    ["a line of the file", "rspec spec/a_spec.rb:12", "rspec spec/a_spec.rb"],
    ["any targets of a run of everything", "jest src/a.test.ts", "jest"],
    ["in the same folder", "jest src/a.test.ts (in packages/p1)", "jest (in packages/p1)"],
    ["one target of two", "jest src/a.test.ts", "jest src/a.test.ts src/b.test.ts"],
    ["chosen by name", "vitest src/a.test.ts -t 'adds up'", "vitest src/a.test.ts"],
    ["a module of all", "mvn-test -pl m1", "mvn-test"],
    ["with a flag of its own", "cargo-test --lib -p one", "cargo-test -p one"],
    ["with flags of its own", "tool --all --x=1 -p one", "tool --all -p one"],
    ["with a value behind a sign", "tool --x=1/2", "tool --x=1"],
    ["one of two inputs", "tool -", "tool - a"],
    ["one package of two", "cargo-test -p one", "cargo-test -p one -p two"],
    ["a method of the class", "mvn-test -Dtest=A#adds", "mvn-test -Dtest=A"],
    ["a package below", "go-test ./store/disk", "go-test ./store/..."],
    ["the package itself", "go-test ./store", "go-test ./store/..."],
    ["anything below here", "go-test ./store", "go-test ./..."],
    ["anything in the root", "pytest tests", "pytest ."],
    ["two targets of a folder", "pytest tests/a.py tests/b.py", "pytest tests"],
  ])("%s", (_what, check, wider) => {
    expect(isNarrowerCheck(check, wider)).toBe(true)
    expect(isNarrowerCheck(wider, check)).toBe(false)
  })

  it.each([
    ["the same check", "pytest tests", "pytest tests"],
    ["another runner", "unittest tests/test_a.py", "pytest tests"],
    ["a runner with a longer name", "jests a", "jest"],
    ["another folder", "jest (in packages/p2)", "jest (in packages/p1)"],
    ["a folder below", "jest (in packages/p1)", "jest"],
    ["another module", "mvn-test -pl m2", "mvn-test -pl m1"],
    ["another project", "tsc -p b", "tsc -p a"],
    ["another file", "pytest tests/test_b.py", "pytest tests/test_a.py"],
    ["a file with a longer name", "pytest tests/test_a.pyx", "pytest tests/test_a.py"],
    ["one target more", "pytest tests/a.py tests/b.py", "pytest tests/a.py"],
    ["other tests by name", "vitest -t two", "vitest -t one"],
    ["more than the chosen tests", "vitest src/a.test.ts", "vitest src/a.test.ts -t one"],
    ["another place", "cargo-test --manifest-path b/Cargo.toml", "cargo-test"],
    ["outside the root", "pytest ../other", "pytest ."],
    ["an absolute path", "pytest /tmp/other", "pytest ."],
    ["a chain of checks", "tsc && jest a", "tsc"],
    ["another value behind a sign", "tool --x=1", "tool --x=2"],
    ["the start of a value behind a sign", "tool --x=x/b", "tool --x=x/a"],
    ["another folder by a flag", "make-test -C b a", "make-test -C a"],
    ["its own flag alone", "tool --all", "tool --all --fast"],
    ["one check of a chain", "tsc a", "tsc && jest"],
    ["nothing known", "default", ""],
  ])("not %s", (_what, check, wider) => {
    expect(isNarrowerCheck(check, wider)).toBe(false)
  })
})

it.each([
  ["the whole its part", ["jest"], "jest src/a.test.ts", true],
  ["no part the whole", ["jest src/a.test.ts"], "jest", false],
  ["a part from the root the same in its folder", ["jest app/test/a"], "jest test/a (in app)", true],
  ["the root no part of another folder by a longer name", ["jest ap"], "jest test/a (in app)", false],
  ["a task the same by another manager", ["pnpm-test"], "npm-test", true],
  ["no task another", ["npm-lint"], "npm-test", false],
  ["a folder by a flag the same by the shell", ["npm-test --prefix app"], "npm-test (in app)", true],
  ["no folder another", ["npm-test (in app)"], "npm-test", false],
  ["all, however it is written", ["go-test ./..."], "go-test", true],
  ["a variable or none", ["make-test V=1"], "make-test", true],
  ["a target with the same flag", ["jest --ci"], "jest a --ci", true],
  ["what leaves out the same", ["pytest --ignore=a"], "pytest --ignore=a", true],
  ["the project's tests a runner", ["make-test"], "pytest", true],
  ["no part of the project's tests a runner", ["make-test a"], "pytest", false],
  ["a runner the project's tests", ["pytest"], "make-test", true],
  ["a chain by two passes", ["tsc", "jest"], "tsc && jest", true],
  ["no chain by one", ["jest"], "jest && pytest", false],
  [
    "a failing test by the part of a chain that runs tests",
    ["go-test"],
    "go-build && go-test a && lint",
    true,
  ],
])("covers %s", (_what, passed, failed, expected) => {
  expect(coversCheck(passed, failed, "test")).toBe(expected)
})

it("a runner's pass tells nothing of a task in which no test failed", () => {
  expect(coversCheck(["pytest"], "make-test", "runtime")).toBe(false)
})

it.each([
  ["vitest src/a.test.ts", true],
  ["tsc && vitest -t one", true],
  ["go-test ./... (in app)", false],
  ["make-test V=1", false],
])("%s runs a part: %s", (check_id, expected) => {
  expect(isPartialCheck(check_id)).toBe(expected)
})

it.each([
  ["nx-lint", "ruff src", "lint", true],
  ["nx-typecheck", "mypy (in api)", "type", true],
  ["nx-lint", "mypy", "type", false],
  ["nx-lint a", "ruff src", "lint", false],
  ["npm-lint:css", "eslint", "lint", false],
  ["cargo-build", "vite-build", "build", false],
  ["nx-lint (in web)", "ruff (in api)", "lint", false],
  ["pnpm-build", "astro-build (in site)", "build", true],
  ["npm-lint:fix", "npm-lint", "runtime", true],
  ["ruff --fix", "ruff", "runtime", true],
  ["cargo-fmt", "cargo-fmt --check", "runtime", true],
] as const)("a pass of %s covers %s, which failed by %s: %s", (passed, failed, kind, expected) => {
  expect(coversCheck([passed], failed, kind)).toBe(expected)
})

it.each([
  ["run_tests.sh", true],
  ["run-all-tests.sh", true],
  ["runtests.sh", true],
  ["alltests.py", true],
  ["all_tests.py", true],
  ["test.sh", true],
  ["my_tests.sh", false],
  ["test.shell5", false],
  ["tests.a.b", false],
  ["tests.s!", false],
  ["npm-tests", true],
  ["npm-latest", false],
  ["npm-testing", false],
  ["xnpm-test", false],
  ["npm-test a", false],
  ["npm-test (in b)", false],
])("%s is the project's tests: %s", (passed, expected) => {
  expect(coversCheck([passed], "pytest", "test")).toBe(expected)
})

it.each([
  ["nx-type-check", "type", true],
  ["nx-types", "type", true],
  ["nx-mytypes", "type", false],
  ["nx-types2", "type", false],
  ["nx-lint:all", "lint", true],
  ["nx-lint-fix", "lint", true],
  ["nx-splint", "lint", false],
  ["nx-lint.all", "lint", false],
  ["nx-build_all", "build", true],
  ["nx-rebuild", "build", false],
  ["nx-builder", "build", false],
  ["nx-build.all", "build", false],
  ["xnx-lint", "lint", false],
  ["nx-lint", "runtime", false],
  ["nx-lint", "test", false],
] as const)("%s looks for failures of kind %s: %s", (passed, kind, expected) => {
  expect(coversCheck([passed], "forge check (in a)", kind)).toBe(expected)
})

it.each(["jest", "go-test", "test:unit", "e2e_tests"])("no lint settles %s", (runner) => {
  expect(coversCheck(["nx-lint"], `${runner} (in a)`, "lint")).toBe(false)
})

it.each([
  ["forge:fix", "forge", true],
  ["forge:fixed", "forge", false],
  ["forge_write", "forge", true],
  ["forge a=b", "forge a=b", true],
  ["forge . a", "forge", false],
  ["forge A1=2 B=3", "forge", true],
  ["forge bA=2", "forge", false],
  ["forge A-B=2", "forge", false],
  ["forge --at=.", "forge", false],
  ["forge -C . a", "forge a", true],
  ["forge -C a b (in c)", "forge b (in c/a)", true],
  ["forge -C a b (in c)", "forge b (in ca)", false],
  ["forge --x=1 a", "forge --x=1 a", true],
  ["xnpm-lint", "lint", false],
  ["jest", "jest a (in b", true],
  ["jest (in b)", "jest a", false],
  ["jest -t x (in b)", "jest -t x", false],
])("a pass of %s settles %s: %s", (passed, failed, expected) => {
  expect(coversCheck([passed], failed, "runtime")).toBe(expected)
})

it.each([
  ["pytest --ignore=a b", "pytest --ignore=a", true],
  ["pytest b", "pytest --deselect=a", true],
  ["pytest a/x", "pytest --deselect=a", false],
  ["pytest b", "pytest -x a", true],
  ["ctest b", "ctest -LE a", true],
  ["tool b", "tool --my-skip-tests=a", true],
  ["tool b", "tool --unignorable!=a", false],
  ["tool b", "tool --=a", false],
  ["go-test -run Tx", "go-test -run T", true],
  ["tool --my-run Tx", "tool --my-run T", false],
  ["tool -tx Tx", "tool -tx T", false],
])("%s is a part of %s: %s", (check, wider, expected) => {
  expect(isNarrowerCheck(check, wider)).toBe(expected)
})
