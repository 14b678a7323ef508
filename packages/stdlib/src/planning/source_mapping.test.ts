import { describe, expect, test } from "vitest"
import { memoryFacts } from "../repository/memory_facts.ts"
import { inferSourceFiles } from "./source_mapping.ts"

/** The sources of the first file of a repository. */
function sourcesOf(files: Readonly<Record<string, string>>) {
  return inferSourceFiles(Object.keys(files).slice(0, 1), memoryFacts(files))
}

describe("Python", () => {
  test.each<[string, Record<string, string>, readonly string[]]>([
    ["a module", { "tests/test_db.py": "from src.db import find\n", "src/db.py": "" }, ["src/db.py"]],
    ["a package", { "tests/test_a.py": "import app\n", "app/__init__.py": "" }, ["app/__init__.py"]],
    ["third parties", { "tests/test_a.py": "import pytest\nimport os.path\n" }, []],
    ["a src layout", { "tests/test_a.py": "from pkg.db import x\n", "src/pkg/db.py": "" }, ["src/pkg/db.py"]],
    [
      "every name of a line",
      { "tests/test_a.py": "import a, b as c  # and d\n", "a.py": "", "b.py": "", "d.py": "" },
      ["a.py", "b.py"],
    ],
    [
      "a relative import",
      { "app/test_a.py": "from .db import x\nfrom ..top import y\n", "app/db.py": "", "top.py": "" },
      ["app/db.py", "top.py"],
    ],
    [
      "modules of a package, over lines",
      {
        "tests/test_a.py": "from app import (\n    db,  # one\n    net,\n)\n",
        "app/db.py": "",
        "app/net.py": "",
        "app/__init__.py": "",
      },
      ["app/db.py", "app/net.py"],
    ],
    [
      "names beside modules",
      { "tests/test_a.py": "from app import db, VERSION\n", "app/db.py": "", "app/__init__.py": "" },
      ["app/db.py", "app/__init__.py"],
    ],
    ["an indented import", { "tests/test_a.py": "def f():\n    import a\n", "a.py": "" }, ["a.py"]],
    [
      "no helper of the tests",
      { "tests/test_a.py": "from tests.tools import x\n", "tests/tools.py": "" },
      [],
    ],
    ["nothing above the root", { "test_a.py": "from ....x import y\n", "x.py": "" }, []],
    [
      "a package of a monorepo",
      { "packages/one/tests/test_a.py": "import one\n", "packages/one/src/one/__init__.py": "" },
      ["packages/one/src/one/__init__.py"],
    ],
  ])("%s", async (_, files, sources) => {
    expect(await sourcesOf(files)).toEqual(sources)
  })
})

describe("JavaScript and TypeScript", () => {
  test.each<[string, Record<string, string>, readonly string[]]>([
    ["with its extension", { "test/a.test.js": 'import { a } from "../a.js"\n', "a.js": "" }, ["a.js"]],
    ["without it", { "test/a.test.js": "const a = require('../a')\n", "a.ts": "" }, ["a.ts"]],
    ["packages", { "test/a.test.js": 'import x from "react"\nimport fs from "node:fs"\n' }, []],
    [".js for .ts", { "src/a.test.ts": 'import { a } from "./a.js"\n', "src/a.ts": "" }, ["src/a.ts"]],
    [".mjs for .mts", { "src/a.test.ts": 'export * from "./a.mjs"\n', "src/a.mts": "" }, ["src/a.mts"]],
    [".jsx for .tsx", { "src/a.test.tsx": 'import A from "./a.jsx"\n', "src/a.tsx": "" }, ["src/a.tsx"]],
    ["for its effects", { "src/a.test.ts": 'import "./setup"\n', "src/setup.ts": "" }, ["src/setup.ts"]],
    ["at run time", { "src/a.test.ts": 'const a = await import("./a.ts")\n', "src/a.ts": "" }, ["src/a.ts"]],
    [
      "a folder",
      { "src/a.test.ts": 'import x from "./lib"\n', "src/lib/index.ts": "" },
      ["src/lib/index.ts"],
    ],
    ["its own folder", { "src/a.test.ts": 'import x from "."\n', "src/index.ts": "" }, ["src/index.ts"]],
    [
      "a package of the workspace, by its main",
      {
        "apps/one/a.test.js": 'import { b } from "@m/lib"\n',
        "packages/lib/package.json": '{ "name": "@m/lib", "main": "./source/b.js" }',
        "packages/lib/source/b.js": "",
      },
      ["packages/lib/source/b.js"],
    ],
    [
      "a package of the workspace, by its exports, and built ones by their sources",
      {
        "a.test.ts": 'import "@m/lib/b"\nimport "@m/lib"\nimport "left"\n',
        "packages/lib/package.json":
          '{ "name": "@m/lib", "exports": { ".": "./dist/index.js", "./b": { "import": "./own/b.ts" } } }',
        "packages/lib/own/b.ts": "",
        "packages/lib/src/index.ts": "",
        "left/package.json": "no JSON",
      },
      ["packages/lib/own/b.ts", "packages/lib/src/index.ts"],
    ],
    [
      "its own package, by the folder",
      {
        "test/a.js": 'const ini = require("../")\n',
        "package.json": '{ "name": "ini", "main": "lib/ini.js" }',
        "lib/ini.js": "",
      },
      ["lib/ini.js"],
    ],
    ["over lines", { "src/a.test.ts": 'import {\n  a,\n} from "./a"\n', "src/a.ts": "" }, ["src/a.ts"]],
    ["not in a comment", { "src/a.test.ts": '// import x from "./a"\n', "src/a.ts": "" }, []],
    ["not above the root", { "a.test.ts": 'import x from "../a"\n', "a.ts": "" }, []],
    [
      "each once",
      { "a.test.ts": 'import "./b"\nimport "./b"\nimport "./a"\n', "a.ts": "", "b.ts": "" },
      ["b.ts", "a.ts"],
    ],
  ])("%s", async (_, files, sources) => {
    expect(await sourcesOf(files)).toEqual(sources)
  })
})

test("Go: the file a test is named after comes first, and once", async () => {
  const files = { "db/sql_test.go": "package db\n", "db/db.go": "", "db/sql.go": "" }
  expect(await sourcesOf(files)).toEqual(["db/sql.go", "db/db.go"])
})

describe("Go", () => {
  test.each<[string, Record<string, string>, readonly string[]]>([
    [
      "its package",
      { "db/db_test.go": "package db\n", "db/db.go": "", "db/sql.go": "", "net/net.go": "" },
      ["db/db.go", "db/sql.go"],
    ],
    [
      "imported packages, by the module",
      {
        "a_test.go": 'package a\n\nimport (\n\t"fmt"\n\tstore "example.com/me/app/internal/db"\n)\n',
        "go.mod": "module example.com/me/app\n",
        "internal/db/db.go": "",
        "internal/db/db_test.go": "",
        "me/app/internal/db/x.go": "",
      },
      ["internal/db/db.go"],
    ],
    [
      "a single line",
      { "a_test.go": 'package a\n\nimport "app/db"\n', "go.mod": "module app\n", "db/db.go": "" },
      ["db/db.go"],
    ],
    ["without a go.mod", { "x/a_test.go": 'import (\n"app/db"\n)\n', "db/db.go": "" }, ["db/db.go"]],
    [
      "a module inside the repository",
      {
        "svc/a_test.go": 'import "example.com/svc/db"\n',
        "go.mod": "module example.com\n",
        "svc/go.mod": "module example.com/svc\n",
        "svc/db/db.go": "",
      },
      ["svc/db/db.go"],
    ],
    [
      "not other people's",
      {
        "a_test.go": 'import "other.org/x/db"\n',
        "go.mod": "module app\n",
        "x/db/db.go": "",
        "db/db.go": "",
      },
      [],
    ],
  ])("%s", async (_, files, sources) => {
    expect(await sourcesOf(files)).toEqual(sources)
  })
})

describe("Rust", () => {
  const manifest = '[package]\nname = "my-app"\nversion = "0.1.0"\n'
  test.each<[string, Record<string, string>, readonly string[]]>([
    [
      "the crate",
      { "tests/db.rs": "use my_app::find;\n", "Cargo.toml": manifest, "src/lib.rs": "" },
      ["src/lib.rs"],
    ],
    [
      "its modules",
      {
        "tests/db.rs": "use my_app::{db::query::find, net};\n",
        "Cargo.toml": manifest,
        "src/lib.rs": "",
        "src/db/mod.rs": "",
        "src/db/query.rs": "",
        "src/net.rs": "",
      },
      ["src/db/query.rs", "src/net.rs"],
    ],
    [
      "std is nothing",
      { "tests/db.rs": "use std::fs;\nuse serde::Deserialize;\n", "Cargo.toml": manifest, "src/lib.rs": "" },
      [],
    ],
    [
      "a path without use",
      { "tests/db.rs": "fn t() { my_app::db::find(); }\n", "Cargo.toml": manifest, "src/db.rs": "" },
      ["src/db.rs"],
    ],
    [
      "a test inside the source",
      {
        "src/db.rs": "#[cfg(test)]\nmod tests { use super::*; use crate::net::get; }\n",
        "Cargo.toml": manifest,
        "src/net.rs": "",
      },
      ["src/db.rs", "src/net.rs"],
    ],
    [
      "without a manifest",
      { "tests/db.rs": "use db::find;\n", "src/db.rs": "", "src/lib.rs": "" },
      ["src/db.rs"],
    ],
    ["std without a manifest", { "tests/db.rs": "use std::fs;\n", "src/lib.rs": "" }, []],
    [
      "another crate of the workspace",
      {
        "a/tests/t.rs": "use b::x as y;\n",
        "a/Cargo.toml": '[package]\nname = "a"\n',
        "b/Cargo.toml": '[lib]\nname = "b"\n',
        "b/src/lib.rs": "",
      },
      ["b/src/lib.rs"],
    ],
    [
      "a file named by path",
      { "tests/t.rs": '#[path = "../src/db.rs"]\nmod db;\n', "src/db.rs": "" },
      ["src/db.rs"],
    ],
  ])("%s", async (_, files, sources) => {
    expect(await sourcesOf(files)).toEqual(sources)
  })
})

describe("Java", () => {
  const main = "src/main/java/org/app"
  const path = "src/test/java/org/app/DbTest.java"
  test.each<[string, Record<string, string>, readonly string[]]>([
    [
      "the class it is named after",
      { [path]: "package org.app;\nclass DbTest {}\n", [`${main}/Db.java`]: "", [`${main}/Net.java`]: "" },
      [`${main}/Db.java`],
    ],
    [
      "imports",
      {
        [path]: "package org.test;\nimport org.app.Net;\nimport static org.app.Sql.find;\n",
        [`${main}/Net.java`]: "",
        [`${main}/Sql.java`]: "",
        [`${main}/Db.java`]: "",
      },
      [`${main}/Net.java`, `${main}/Sql.java`],
    ],
    [
      "a whole package, as far as it is named",
      {
        [path]: "package org.test;\nimport org.app.*;\nclass DbTest { Net n; }\n",
        [`${main}/Net.java`]: "",
        [`${main}/Sql.java`]: "",
      },
      [`${main}/Net.java`],
    ],
    [
      "its own package",
      {
        [path]: "package org.app;\nclass DbTest { Sql s; }\n",
        [`${main}/Sql.java`]: "",
        [`${main}/Net.java`]: "",
      },
      [`${main}/Sql.java`],
    ],
    [
      "in a module",
      { [`core/${path}`]: "package org.app;\n", [`core/${main}/Db.java`]: "" },
      [`core/${main}/Db.java`],
    ],
  ])("%s", async (_, files, sources) => {
    expect(await sourcesOf(files)).toEqual(sources)
  })
})

test("a test that is not there and a language that is not read have no sources", async () => {
  const facts = memoryFacts({ "a.rb": "require './b'", "b.rb": "" })
  expect(await inferSourceFiles(["gone.py", "a.rb"], facts)).toEqual([])
})
