import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { computeFingerprint } from "../../../repository/compute_fingerprint.ts"
import { memoryFacts } from "../../../repository/memory_facts.ts"
import { importGrounding } from "./import_grounding.ts"

async function told(files: Readonly<Record<string, string>>, path: string, text: string) {
  const change = changeSet([{ path, before: files[path] ?? null, after: text }])
  const plain = memoryFacts(files, change)
  const facts = { ...plain, fingerprint: () => computeFingerprint(plain) }
  const verdict = await importGrounding.check(change, facts)
  return verdict.status === "fail"
    ? verdict.violations.map(({ line, evidence }) => `${line} ${evidence}`)
    : []
}

const NPM = {
  "package.json": '{"name": "shop", "dependencies": {"express": "5"}, "imports": {"#own": "./src/b.ts"}}',
  "packages/a/package.json": '{"name": "@shop/a"}',
  "vite.config.ts": 'export default { resolve: { alias: { "~ui": "./src" } } }\n',
  "src/b.ts": "export const b = 1\nexport type B = number\nexport * from './c'\n",
  "src/c.ts": "export function c() {}\n",
  ".gitignore": "src/made.ts\n",
}

it.each([
  ['import a from "left-pad-kit"', "1 left-pad-kit"],
  ['const a = require("left-pad-kit")', "1 left-pad-kit"],
  ['export { a } from "@kit/deep/merge"', "1 @kit/deep/merge"],
  ['import { a } from "node:objects"', "1 node:objects"],
  ['import { a } from "./none"', "1 ./none"],
  ['import { a, b } from "./b"', "1 ./b"],
])("script: %s", async (line, expected) => {
  expect(await told(NPM, "src/a.ts", `${line}\n`)).toEqual([expected])
})

it.each([
  'import express from "express"\nimport fs from "fs"\nimport { test } from "node:test"',
  'import { b, type B, c as d } from "./b.js"\nimport own from "#own"',
  'import a from "@shop/a"\nimport x from "~ui/x"\nimport y from "src/b"',
  'import made from "./made"\nimport v from "virtual:pwa"',
  'try { require("left-pad-kit") } catch {}',
  '// import a from "left-pad-kit"\nconst a = `import b from "left-pad-kit"`',
])("script passes: %s", async (text) => {
  expect(await told(NPM, "src/a.ts", `${text}\n`)).toEqual([])
})

it("a package that another file loads is how the repository does it", async () => {
  const files = { ...NPM, "src/old.ts": 'import a from "left-pad-kit"\n' }
  expect(await told(files, "src/a.ts", 'import a from "left-pad-kit"\n')).toEqual([])
})

it("a package that the tests keep in a folder of their own is there", async () => {
  const files = { ...NPM, "test/esm/node_modules/left-pad-kit/package.json": "{}" }
  const line = 'import a from "left-pad-kit"\n'
  expect(await told(files, "test/esm/a.ts", line)).toEqual([])
  expect(await told(files, "test/cjs/a.ts", line)).toEqual(["1 left-pad-kit"])
  const installed = { ...NPM, "node_modules/left-pad-kit/package.json": "{}" }
  expect(await told(installed, "test/esm/a.ts", line)).toEqual(["1 left-pad-kit"])
})

const PIP = {
  "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\ndependencies = ["PyYAML", "python-dateutil"]\n',
  "src/shop/__init__.py": "from .cart import Cart\n",
  "src/shop/cart.py": "class Cart:\n    pass\n",
  "src/shop/_fast.pyx": "",
}

it.each([
  ["import deepmerge_kit", "1 deepmerge_kit"],
  ["from os.filesystem import walk", "1 os.filesystem"],
  ["from .helpers import a", "1 .helpers"],
  ["from shop.helpers import a", "1 shop.helpers"],
  ["from .cart import Cart, Basket", "1 .cart"],
])("python: %s", async (line, expected) => {
  expect(await told(PIP, "src/shop/a.py", `${line}\n`)).toEqual([expected])
})

it.each([
  "import os.path, sys\nfrom collections.abc import Mapping\nimport yaml\nfrom dateutil import tz",
  "from . import cart\nfrom .cart import (\n    Cart,\n)\nfrom shop import Cart\nimport shop._fast",
  "try:\n    import deepmerge_kit\nexcept ImportError:\n    pass",
  '"""\nimport deepmerge_kit\n"""',
])("python passes: %s", async (text) => {
  expect(await told(PIP, "src/shop/a.py", `${text}\n`)).toEqual([])
})

const GO = {
  "go.mod":
    "module example.com/shop\n\ngo 1.22\n\nrequire (\n\tgithub.com/spf13/cobra v1.8.0\n\tgolang.org/x/text v0.1.0 // indirect\n)\n",
  "cart/cart.go": "package cart\n",
}

it("go", async () => {
  const bad =
    'package a\n\nimport "strings/builder"\n\nimport (\n\t"example.com/shop/none"\n\tx "github.com/kit/merge/v2"\n)\n'
  expect(await told(GO, "a.go", bad)).toEqual([
    "3 strings/builder",
    "6 example.com/shop/none",
    "7 github.com/kit/merge/v2",
  ])
  const good =
    'package a\n\nimport (\n\t"fmt"\n\t_ "net/http/pprof"\n\t"C"\n\t"example.com/shop/cart"\n\t"github.com/spf13/cobra/doc"\n\t"golang.org/x/text/unicode"\n)\n'
  expect(await told(GO, "a.go", good)).toEqual([])
})

it.each([
  ["an own name", "cart.New()\n\tcart.Gone()", ["3 example.com/shop/cart"]],
  ["own names", "cart.New()\n\tcart.New().Gone()", []],
  ["a variable of the name", "cart := cart.New()\n\tcart.Gone()", []],
  ["a parameter of the name", "func(cart Cart, n int) { cart.Gone() }", []],
])("go looks up %s", async (_what, body, found) => {
  const files = { ...GO, "cart/cart.go": "package cart\n\nfunc New() Cart { return Cart{} }\n" }
  const text = (inside: string) =>
    `package a\n\nimport "example.com/shop/cart"\n\nfunc run() {\n\t${inside}\n}\n`
  expect(await told(files, "a.go", text(body))).toEqual(found)
  expect(await told({ ...files, "a.go": text("cart.New()") }, "a.go", text(body))).toEqual(found)
  const made = { ...files, "cart/gen.go": "package cart\n\n//go:generate stringer -type=Cart\n" }
  expect(await told(made, "a.go", text(body))).toEqual([])
})

const CARGO = {
  "Cargo.toml":
    '[package]\nname = "shop"\n\n[dependencies]\nserde_json = "1"\n\n[build-dependencies]\nprost-build = "1"\n',
  "src/lib.rs": "mod cart;\npub use cart::Cart;\n",
  "src/cart.rs": "pub struct Cart;\n",
}

it("rust", async () => {
  const bad =
    "use std::collection::HashMap;\nuse std::{fmt, strings::Text};\nuse crate::helpers::a;\nuse merge_kit::Merge;\n"
  expect(await told(CARGO, "src/a.rs", bad)).toEqual([
    "1 std::collection",
    "2 std::strings",
    "3 crate::helpers",
    "4 merge_kit::Merge",
  ])
  const good =
    "use std::{collections::HashMap, fmt::{self, Display}};\nuse crate::cart::Cart;\nuse super::*;\nuse serde_json::Value;\nuse prost_build::Config;\nuse self::inner::A;\nmod inner { pub enum A { B } }\nuse inner::A as C;\n"
  expect(await told(CARGO, "src/a.rs", good)).toEqual([])
})

it("rust looks up names in modules below others", async () => {
  const files = {
    ...CARGO,
    "src/out/mod.rs": "pub mod format;\n",
    "src/out/format.rs": "pub fn total() {}\npub enum Unit { Euro }\n",
  }
  const bad = "use crate::out::format::{total, percent};\nuse crate::out::format::gone;\n"
  expect(await told(files, "src/a.rs", bad)).toEqual([
    "1 crate::out::format::percent",
    "2 crate::out::format::gone",
  ])
  const good =
    "use crate::out::format::{self, total};\nuse crate::out::format::Unit::Euro;\nuse crate::out::format;\n"
  expect(await told(files, "src/a.rs", good)).toEqual([])
})

const MAVEN = {
  "pom.xml":
    "<project><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId></dependency></project>",
  "src/main/java/io/shop/cart/Cart.java": "package io.shop.cart;\nclass Cart {}\n",
}

it("a group of many owners is not all of one repository", async () => {
  const own = (folder: string) => ({
    ...MAVEN,
    [`src/main/java/com/google/common/${folder}/A.java`]: `package com.google.common.${folder};\nclass A {}\n`,
  })
  const path = "src/main/java/com/google/common/truth/B.java"
  const judged = (module: string, files: Readonly<Record<string, string>> = own("truth")) =>
    told(files, path, `package com.google.common.truth;\n\nimport ${module};\n`)
  expect(await judged("com.google.common.base.Function")).toEqual([])
  expect(await judged("com.google.common.truth.Basket")).toEqual(["3 com.google.common.truth.Basket"])
  expect(await judged("com.google.common.base.Function", { ...own("truth"), ...own("io") })).toEqual([
    "3 com.google.common.base.Function",
  ])
})

it("java", async () => {
  const head = "package io.shop.cart;\n\n"
  const bad = `${head}import java.utils.List;\nimport java.util.StringUtils;\nimport io.shop.cart.Basket;\nimport org.deepmerge.Merger;\n`
  expect(await told(MAVEN, "src/main/java/io/shop/cart/A.java", bad)).toEqual([
    "3 java.utils.List",
    "4 java.util.StringUtils",
    "5 io.shop.cart.Basket",
    "6 org.deepmerge.Merger",
  ])
  const good = `${head}import java.util.*;\nimport static java.util.Map.Entry;\nimport javax.inject.Inject;\nimport io.shop.cart.Cart;\nimport com.google.common.base.Strings;\n`
  expect(await told(MAVEN, "src/main/java/io/shop/cart/A.java", good)).toEqual([])
})

it("says nothing of imports that were there, without a manifest, and in fixtures", async () => {
  const text = 'import a from "left-pad-kit"\n'
  expect(await told({ ...NPM, "src/a.ts": text }, "src/a.ts", `${text}export {}\n`)).toEqual([])
  expect(await told({}, "src/a.ts", text)).toEqual([])
  expect(await told(NPM, "test/fixtures/a.ts", text)).toEqual([])
  expect(await told(NPM, "dist/shop.js", text)).toEqual([])
  expect(await told(NPM, "docs/shop.bundle.js", text)).toEqual([])
})

it("believes manifests that the change writes, modules at the root of a project, and bundles", async () => {
  const python = { "setup.py": "from setuptools import setup\nsetup(install_requires=['attrs'])\n" }
  const judged = async (requirements: string) => {
    const change = changeSet([
      { path: "tests/test_a.py", before: null, after: "import pexpect\n" },
      { path: "tests/requirements.txt", before: "attrs\n", after: requirements },
    ])
    const plain = memoryFacts(python, change)
    const facts = { ...plain, fingerprint: () => computeFingerprint(plain) }
    return (await importGrounding.check(change, facts)).status
  }
  expect([await judged("attrs\npexpect >= 4.8\n"), await judged("attrs\n")]).toEqual(["pass", "fail"])
  const own = { ...NPM, "examples/a/shop-settings.tsx": "export const a = 1\n" }
  expect(await told(own, "examples/a/pages/app.tsx", 'import { a } from "shop-settings"\n')).toEqual([])
  const bundle =
    '(function(){function r(e,n,t){}return r})()({1:[function(require,module){\nvar a = require("left-pad-kit")\n'
  expect(await told(NPM, "shop.js", bundle)).toEqual([])
  expect(await told(NPM, "shop.js", 'var a = require("left-pad-kit")\n')).toEqual(["1 left-pad-kit"])
})

it("a module that a file of declarations describes is there", async () => {
  const files = {
    ...NPM,
    "src/native.d.ts": 'declare module "acme-native" {\n  export const on: boolean\n}\n',
  }
  expect(
    await told(files, "src/a.ts", 'import { on } from "acme-native"\nimport { off } from "acme-other"\n'),
  ).toEqual(["2 acme-other"])
})

it("starters of Spring Boot bring what no manifest names", async () => {
  const path = "src/main/java/io/shop/cart/A.java"
  const text = "package io.shop.cart;\nimport org.apache.tomcat.util.http.Parameters;\n"
  expect(await told(MAVEN, path, text)).toHaveLength(1)
  const starters = {
    ...MAVEN,
    "pom.xml": `${MAVEN["pom.xml"]}<artifactId>spring-boot-starter-web</artifactId>\n`,
  }
  expect(await told(starters, path, text)).toEqual([])
})

it("leaves the packages of examples and benchmarks to their readers, not their own modules", async () => {
  const script = 'import a from "left-pad-kit"\nimport { b } from "./none"\n'
  expect(await told(NPM, "examples/cart/a.ts", script)).toEqual(["2 ./none"])
  expect(await told(NPM, "src/cart/a.ts", script)).toEqual(["1 left-pad-kit", "2 ./none"])
  expect(await told(PIP, "bench/a.py", "import couchdb_kit\n")).toEqual([])
  expect(await told(CARGO, "benches/a.rs", "use merge_kit::Merge;\nuse std::strings::Text;\n")).toEqual([
    "2 std::strings",
  ])
  const go = 'package main\n\nimport "github.com/kit/merge"\n'
  expect(await told(GO, "_examples/a/main.go", go)).toEqual([])
  expect(await told(GO, "cmd/a/main.go", go)).toEqual(["3 github.com/kit/merge"])
})

it("a tool brings itself to the files that it runs", async () => {
  expect(await told(PIP, "fabfile.py", "from fabric.api import task\nimport couchdb_kit\n")).toEqual([
    "2 couchdb_kit",
  ])
  expect(await told(PIP, "src/shop/a.py", "from fabric.api import task\n")).toEqual(["1 fabric.api"])
})

it("a package brings those along that it always needs", async () => {
  const sphinx = { ...PIP, "requirements.txt": "sphinx\n" }
  expect(await told(sphinx, "sites/blog.py", "from docutils import nodes\n")).toEqual([])
  expect(await told(PIP, "sites/blog.py", "from docutils import nodes\n")).toEqual(["1 docutils"])
})

it("knows the modules of Python 2 where something is written in it", async () => {
  const text = "import SocketServer\nimport urllib3_kit\n"
  expect(await told(PIP, "forward.py", `${text}print "on"\n`)).toEqual(["2 urllib3_kit"])
  expect(await told(PIP, "forward.py", text)).toEqual(["1 SocketServer", "2 urllib3_kit"])
})

it("leaves a file to the program of the repository that writes it", async () => {
  const head = "// This file is generated automatically by `scripts/index.js`. Do not edit.\n"
  const text = `${head}export { a } from "./made-later/a"\n`
  const files = { ...NPM, "scripts/index.js": "write()\n" }
  expect(await told(files, "src/index.ts", text)).toEqual([])
  expect(await told(NPM, "src/index.ts", text)).toEqual(["2 ./made-later/a"])
  expect(await told({ ...NPM, "src/index.ts": head }, "src/index.ts", text)).toEqual([])
})

it("knows modules that Rust had before 1.0, in a crate without an edition", async () => {
  const text = "use std::old_io::IoError;\n"
  const edition = { ...CARGO, "Cargo.toml": CARGO["Cargo.toml"].replace("\n", '\nedition = "2021"\n') }
  expect(await told(CARGO, "src/a.rs", text)).toEqual([])
  expect(await told(edition, "src/a.rs", text)).toEqual(["1 std::old_io"])
})
