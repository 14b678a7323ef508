import { suiteTool, type Test, type WriteSuite } from "../suite.ts"
import type { Tool } from "../tool.ts"

interface Language {
  readonly file: (name: string) => string
  readonly head: (name: string) => string
  readonly test: (test: Test) => string
  readonly tail?: string
  readonly values?: readonly [path: string, write: (test: Test) => string, head?: string]
  readonly fixed?: Readonly<Record<string, string>>
}

function written({ file, head, test, tail = "", values, fixed }: Language): WriteSuite {
  return (suite) => {
    const files: Record<string, string> = { ...fixed }
    for (const [name, tests] of Object.entries(suite))
      files[file(name)] = head(name) + tests.map(test).join("\n") + tail
    if (values) {
      const [path, write, start = ""] = values
      files[path] = start + Object.values(suite).flat().map(write).join("")
    }
    return files
  }
}

const python = ({ name, actual }: Test): string => `def ${name}():\n    return ${actual}\n`

const PYTEST = written({
  file: (name) => `test_${name}.py`,
  head: () => "import time\nimport values\n\n",
  test: ({ name, expected, raises, sleeps }) =>
    `def test_${name}():\n${sleeps ? "    time.sleep(60)\n" : ""}${
      raises === undefined ? "" : `    raise KeyError("${raises}")\n`
    }    assert values.${name}() == ${expected}\n`,
  values: ["values.py", python],
})

const UNITTEST = written({
  file: (name) => `test_${name}.py`,
  head: (name) =>
    `import time\nimport unittest\nimport values\n\nclass ${name.toUpperCase()}(unittest.TestCase):\n    maxDiff = None\n\n`,
  test: ({ name, expected, raises, sleeps }) =>
    `    def test_${name}(self):\n${sleeps ? "        time.sleep(60)\n" : ""}${
      raises === undefined ? "" : `        raise KeyError("${raises}")\n`
    }        self.assertEqual(values.${name}(), ${expected})\n`,
  values: ["values.py", python],
})

const CARGO = written({
  file: (name) => `tests/${name}.rs`,
  head: () => "use bed::*;\n\n",
  test: ({ name, expected, raises, sleeps }) =>
    `#[test]\nfn ${name}_the_order() {\n${
      sleeps ? "    std::thread::sleep(std::time::Duration::from_secs(60));\n" : ""
    }${raises === undefined ? "" : `    if ${name}() > 0 { panic!("${raises}"); }\n`}    assert_eq!(${name}(), ${expected});\n}\n`,
  values: ["src/lib.rs", ({ name, actual }) => `pub fn ${name}() -> i32 { ${actual} }\n`],
  fixed: { "Cargo.toml": '[package]\nname = "bed"\nversion = "0.1.0"\nedition = "2021"\n' },
})

const GO = written({
  file: (name) => `${name}_test.go`,
  head: () =>
    'package bed\n\nimport (\n\t"testing"\n\t"time"\n)\n\nvar _ = time.Second\nvar _ *testing.T\n\n'.replaceAll(
      "var _ *testing.T\n",
      "var _ testing.T\n",
    ),
  test: ({ name, expected, raises, sleeps }) =>
    `func Test${name}(t *testing.T) {\n${sleeps ? "\ttime.Sleep(time.Minute)\n" : ""}${
      raises === undefined ? "" : `\tt.Fatal("${raises}")\n`
    }\tif got := ${name}(); got != ${expected} {\n\t\tt.Errorf("got %d, want %d", got, ${expected})\n\t}\n}\n`.replaceAll(
      `Test${name}`,
      `Test${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    ),
  values: ["values.go", ({ name, actual }) => `func ${name}() int { return ${actual} }\n`, "package bed\n\n"],
  fixed: { "go.mod": "module bed\n\ngo 1.19\n" },
})

const PROVE = written({
  file: (name) => `t/${name}.t`,
  head: () => "use strict;\nuse Test::More;\nuse lib '.';\nrequire './values.pl';\n",
  test: ({ name, expected, raises, sleeps }) =>
    `${sleeps ? "sleep 60;\n" : ""}${
      raises === undefined ? "" : `die "${raises}";\n`
    }is(${name}(), ${expected}, '${name} the order');\n`,
  tail: "done_testing();\n",
  values: ["values.pl", ({ name, actual }) => `sub ${name} { ${actual} }\n`, "1;\n"],
})

const MINITEST = written({
  file: (name) => `test_${name}.rb`,
  head: (name) =>
    `require 'minitest/autorun'\nrequire_relative 'values'\nclass ${name.slice(0, 1).toUpperCase()}${name.slice(1)}Test < Minitest::Test\n`,
  test: ({ name, expected, raises, sleeps }) =>
    `  def test_${name}\n${sleeps ? "    sleep 60\n" : ""}${
      raises === undefined ? "" : `    raise KeyError, "${raises}"\n`
    }    assert_equal ${expected}, V.${name}\n  end\n`,
  tail: "end\n",
  values: ["values.rb", ({ name, actual }) => `def V.${name} = ${actual}\n`, "module V; end\n"],
})

const RSPEC = written({
  file: (name) => `spec/${name}_spec.rb`,
  head: (name) => `require_relative '../values'\nRSpec.describe '${name}' do\n`,
  test: ({ name, expected, raises, sleeps }) =>
    `  it '${name} the order' do\n${sleeps ? "    sleep 60\n" : ""}${
      raises === undefined ? "" : `    raise KeyError, "${raises}"\n`
    }    expect(V.${name}).to eq(${expected})\n  end\n`,
  tail: "end\n",
  values: ["values.rb", ({ name, actual }) => `def V.${name} = ${actual}\n`, "module V; end\n"],
})

const BATS = written({
  file: (name) => `test/${name}.bats`,
  head: () => "source ./values.sh\n",
  test: ({ name, expected, raises, sleeps }) =>
    `@test "${name} the order" {\n${sleeps ? "  sleep 60\n" : ""}${
      raises === undefined ? "" : `  echo "${raises}"; return 3\n`
    }  echo "got $(${name})"\n  [ "$(${name})" -eq ${expected} ]\n}\n`,
  values: ["values.sh", ({ name, actual }) => `${name}() { echo ${actual}; }\n`],
})

const BUSTED = written({
  file: (name) => `spec/${name}_spec.lua`,
  head: (name) => `local values = dofile('values.lua')\ndescribe('${name}', function()\n`,
  test: ({ name, expected, raises, sleeps }) =>
    `  it('${name} the order', function()\n${sleeps ? "    os.execute('sleep 60')\n" : ""}${
      raises === undefined ? "" : `    error('${raises}')\n`
    }    assert.are.equal(${expected}, values.${name})\n  end)\n`,
  tail: "end)\n",
  values: ["values.lua", ({ name, actual }) => `v.${name} = ${actual}\n`, "v = {}\n"],
})

const bustedWithValues: WriteSuite = (suite) => {
  const files = BUSTED(suite)
  return { ...files, "values.lua": `${files["values.lua"] ?? ""}return v\n` }
}

function row(name: string, program: string, command: string): Omit<Tool, "variants"> {
  return { name, packages: [], programs: [program], command }
}

export const otherTests: readonly Tool[] = [
  suiteTool(PYTEST, {
    ...row("pytest", "pytest", "pytest -p no:cacheprovider"),
    calls: {
      long: "pytest -p no:cacheprovider --tb=long",
      verbose: "pytest -p no:cacheprovider -v",
      colour_flag: "pytest -p no:cacheprovider --color=yes",
    },
  }),
  suiteTool(PYTEST, row("pytest -q --tb=short", "pytest", "pytest -q --tb=short -p no:cacheprovider")),
  suiteTool(UNITTEST, {
    ...row("unittest", "python3", "python3 -m unittest"),
    calls: { verbose: "python3 -m unittest -v" },
  }),
  suiteTool(CARGO, row("cargo test", "cargo", "cargo test --offline --no-fail-fast")),
  suiteTool(CARGO, row("cargo test -q", "cargo", "cargo test -q --offline --no-fail-fast")),
  suiteTool(
    CARGO,
    row("cargo test --nocapture", "cargo", "cargo test --offline --no-fail-fast -- --nocapture"),
  ),
  suiteTool(
    CARGO,
    row("cargo test, one thread", "cargo", "cargo test --offline --no-fail-fast -- --test-threads=1"),
  ),
  suiteTool(GO, {
    ...row("go test", "go", "go test ./..."),
    calls: { verbose: "go test -v ./...", shuffled: "go test -shuffle=7 ./..." },
  }),
  suiteTool(PROVE, {
    ...row("prove", "prove", "prove t"),
    calls: { jobs: "prove -j2 t", verbose: "prove -v t", timer: "prove --timer t" },
  }),
  suiteTool(MINITEST, {
    ...row("minitest", "ruby", "ruby -e 'Dir[\"./test_*.rb\"].sort.each { |f| require f }'"),
    calls: { seed: "ruby -e 'Dir[\"./test_*.rb\"].sort.each { |f| require f }' -- --seed 7" },
  }),
  suiteTool(RSPEC, {
    ...row("rspec", "rspec", "rspec"),
    calls: { random: "rspec --order rand:7", documentation: "rspec --format documentation" },
  }),
  suiteTool(BATS, { ...row("bats", "bats", "bats test"), calls: { tap: "bats --tap test" } }),
  suiteTool(bustedWithValues, {
    ...row("busted", "busted", "busted"),
    calls: { shuffled: "busted --shuffle --seed=7" },
  }),
]
