import { expect, it } from "vitest"
import { fileParts } from "./file_parts.ts"

it.each([
  ["a/package.json", '{"scripts":{}}', '{"types":"a.d.ts","devDependencies":{}}'],
  [
    "src/lib.rs",
    "\n#[cfg(test)]\nmod tests {\n    #[test]\n\n    fn a() {}\n}\n",
    "//! A\n\nfn a() {\n\n    b()\n}\n",
  ],
  ["setup.cfg", "[tool:pytest]\na = 1\n[flake8]\n", "[metadata]\nlong_description = file: CHANGES\n"],
  ["Cargo.toml", '[[test]]\nname = "a"\n[lints.rust]\n', '[package]\nname = "x"\n[dev-dependencies]\n'],
  [
    "pyproject.toml",
    '[tool.hatch.envs.test]\nx = 1\n[tool.pytest]\n[tool.tox]\nini = """\n[testenv]\n"""\n',
    '[build-system]\nbuild-backend = "hatchling.build"\n[tool.hatch.build]\n[project]\n[tool.x.dependencies]\n',
  ],
])("divides %s into what is checked and how", (path, checks, product) => {
  const whole = path.endsWith("json") ? `${checks.slice(0, -1)},${product.slice(1)}` : product + checks
  expect(fileParts(path, whole)).toEqual({ checks, product })
})

it("divides no other file, and no source whose items it cannot tell", () => {
  expect(fileParts("pom.xml", "<a/>")).toBeNull()
  expect(fileParts("a.rs", '#[cfg(test)]\nmod tests {\n const A: &str = "\n\nx";\n}\n')).toBeNull()
})
