import { antParser } from "./ant.ts"
import { avaParser } from "./ava.ts"
import { biomeParser } from "./biome.ts"
import { cargoParser } from "./cargo.ts"
import { ctestParser } from "./ctest.ts"
import { dotnetParser } from "./dotnet.ts"
import { eslintParser } from "./eslint.ts"
import { flake8Parser } from "./flake8.ts"
import { gccClangParser } from "./gcc_clang.ts"
import { goTestParser } from "./go_test.ts"
import { gradleParser } from "./gradle.ts"
import { jasmineParser } from "./jasmine.ts"
import { javacParser } from "./javac.ts"
import { jestParser } from "./jest.ts"
import { junitParser } from "./junit.ts"
import { junitXmlParser } from "./junit_xml.ts"
import { mavenParser } from "./maven.ts"
import { mochaParser } from "./mocha.ts"
import { mypyParser } from "./mypy.ts"
import { nodeTestParser } from "./node_test.ts"
import { oxlintParser } from "./oxlint.ts"
import type { OutputParser } from "./parser.ts"
import { phpunitParser } from "./phpunit.ts"
import { playwrightParser } from "./playwright.ts"
import { proveParser } from "./prove.ts"
import { pylintParser } from "./pylint.ts"
import { pyrightParser } from "./pyright.ts"
import { pytestParser } from "./pytest.ts"
import { rspecParser } from "./rspec.ts"
import { ruffParser } from "./ruff.ts"
import { tapParser } from "./tap.ts"
import { tscParser } from "./tsc.ts"
import { unittestParser } from "./unittest.ts"
import { uvuParser } from "./uvu.ts"
import { vitestParser } from "./vitest.ts"

/** The tools whose output is understood, in the order they are tried. */
export const defaultParsers: readonly OutputParser[] = [
  nodeTestParser,
  vitestParser,
  jestParser,
  mochaParser,
  jasmineParser,
  avaParser,
  uvuParser,
  playwrightParser,
  tapParser,
  proveParser,
  junitXmlParser,
  tscParser,
  eslintParser,
  oxlintParser,
  biomeParser,
  pytestParser,
  unittestParser,
  goTestParser,
  flake8Parser,
  pylintParser,
  ruffParser,
  mypyParser,
  pyrightParser,
  cargoParser,
  gccClangParser,
  ctestParser,
  rspecParser,
  phpunitParser,
  javacParser,
  mavenParser,
  gradleParser,
  junitParser,
  antParser,
  dotnetParser,
]
