import { expect, it } from "vitest"
import { isCheckPath } from "./check_path.ts"

it.each(
  `test/a.test.js tests/test_a.py pkg/a_test.go src/ATest.java conftest.py lib/conftest.py src/__snapshots__/a.snap
  package.json packages/a/package.json Makefile Cargo.toml pyproject.toml setup.cfg tox.ini pytest.ini build.rs
  vitest.config.ts web/jest.config.cjs .mocharc.json tsconfig.json tsconfig.test.json eslint.config.mjs .babelrc
  .env .env.test .npmrc .cargo/config.toml sitecustomize.py site/x.pth requirements-test.txt
  node_modules/.bin/jest vendor/bin/phpunit .venv/bin/pytest pytest.py unittest/case.py
  pytest.toml local.mk shop.egg-info/entry_points.txt shlex.py difflib/__init__.py re.pyi`.split(/\s+/),
)("decides what a check means: %s", (path) => {
  expect(isCheckPath(path)).toBe(true)
})

it.each(
  `src/a.ts src/config.ts README.md docs/testing.md src/pytest.py src/environment.ts lib/make.ts index.js src/snapshot.ts
  src/manifest.json data/x.json src/shlex.py calendar.py code.py entry_points.txt shop.egg-info/PKG-INFO re.js.md
  types/index.d.ts`.split(/\s+/),
)("is code like any other: %s", (path) => {
  expect(isCheckPath(path)).toBe(false)
})
