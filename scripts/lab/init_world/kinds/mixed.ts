import type { Kind } from "../kind.ts"

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const LIB = `export function slug(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-")
}

export function titleOf(slug) {
  return slug.replaceAll("-", " ")
}
`

export const MIXED_KINDS: readonly Kind[] = [
  {
    name: "npm workspaces, husky, an agent and a workflow",
    programs: ["npm"],
    tools: [],
    files: {
      ".gitignore": "node_modules/\n",
      "package.json": json({
        name: "site",
        private: true,
        type: "module",
        workspaces: ["packages/*"],
        scripts: { test: "npm test --workspaces --if-present", prepare: "husky" },
      }),
      "packages/lib/package.json": json({
        name: "@site/lib",
        version: "1.0.0",
        type: "module",
        exports: "./index.js",
      }),
      "packages/lib/index.js": LIB,
      "packages/app/package.json": json({
        name: "@site/app",
        version: "1.0.0",
        type: "module",
        scripts: { test: "node --test" },
        dependencies: { "@site/lib": "^1.0.0" },
      }),
      "packages/app/page.js":
        'import { slug, titleOf } from "@site/lib"\n\nexport function pageOf(title) {\n  return { path: slug(title), title: titleOf(slug(title)) }\n}\n',
      "packages/app/page.test.js":
        'import assert from "node:assert/strict"\nimport { test } from "node:test"\nimport { pageOf } from "./page.js"\n\ntest("has a path", () => {\n  assert.equal(pageOf("Two Words").path, "two-words")\n})\n',
      ".github/workflows/test.yml":
        "name: test\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm ci && npm test\n",
      "CLAUDE.md": "Run `npm test` before you say that you are done.\n",
    },
    make: [
      "git init --quiet",
      "npm install --save-dev husky@9",
      "npx husky",
      "echo 'npm test' > .husky/pre-commit",
    ],
    proofloop: { install: "npm install", command: "npx proofloop" },
    uncommitted: {},
    bad_edit: {
      about: "drops a function of one package that another one imports",
      files: { "packages/lib/index.js": LIB.slice(0, LIB.indexOf("\n\n") + 1) },
      critic: "G7-TS",
      level: "error",
    },
  },
  {
    name: "Unfinished work, a hook and a workflow of its own",
    programs: ["go"],
    tools: [],
    files: {
      "go.mod": "module example.com/slug\n\ngo 1.19\n",
      "slug.go":
        'package slug\n\nimport "strings"\n\nfunc Slug(title string) string {\n\treturn strings.ReplaceAll(strings.ToLower(title), " ", "-")\n}\n',
      "slug_test.go":
        'package slug\n\nimport "testing"\n\nfunc TestSlug(t *testing.T) {\n\tif Slug("Two Words") != "two-words" {\n\t\tt.Fatal(Slug("Two Words"))\n\t}\n}\n\nfunc TestEmpty(t *testing.T) {\n\tif Slug("") != "" {\n\t\tt.Fatal()\n\t}\n}\n',
      ".github/workflows/proofloop.yml": "name: proofloop\non: push\njobs: {}\n",
      ".mcp.json": '{\n    "mcpServers": { "files": { "command": "files-server" } }\n}\n',
    },
    make: [
      "git init --quiet",
      "printf '#!/bin/sh\\ngofmt -l . >&2\\nexit 0\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit",
    ],
    proofloop: "global",
    uncommitted: {
      "notes.md": "See [the plan](plan.md).\n",
      "slug_test.go":
        'package slug\n\nimport "testing"\n\nfunc TestSlug(t *testing.T) {\n\tif Slug("Two Words") != "two-words" {\n\t\tt.Fatal(Slug("Two Words"))\n\t}\n}\n\nfunc TestEmpty(t *testing.T) {\n\tif Slug("") != "" {\n\t\tt.Fatal()\n\t}\n}\n\nfunc TestOne(t *testing.T) {\n\tif Slug("One") != "one" {\n\t\tt.Fatal()\n\t}\n}\n',
    },
    bad_edit: {
      about: "leaves a conflict marker where two edits met",
      files: {
        "slug.go":
          'package slug\n\nimport "strings"\n\nfunc Slug(title string) string {\n<<<<<<< HEAD\n\treturn strings.ReplaceAll(strings.ToLower(title), " ", "-")\n=======\n\treturn strings.ToLower(title)\n>>>>>>> topic\n}\n',
      },
      critic: "G2",
      level: "error",
    },
  },
  {
    name: "A page and its documents, no tests",
    programs: [],
    tools: [],
    files: {
      "index.html": '<!doctype html>\n<title>Shop</title>\n<script src="page.js"></script>\n',
      "page.js": 'document.title = "Shop"\n',
      "README.md": "# Shop\n\nHow it is [deployed](docs/deploy.md).\n",
      "docs/deploy.md": "# Deploy\n\nCopy the files.\n",
    },
    make: [],
    proofloop: "global",
    uncommitted: {},
    bad_edit: {
      about: "links a document that nobody wrote",
      files: {
        "README.md":
          "# Shop\n\nHow it is [deployed](docs/deploy.md), and how it is [tested](docs/testing.md).\n",
      },
      critic: "G14",
      level: "error",
    },
  },
  {
    name: "A Python service and a page in folders, nothing at the root",
    programs: ["python3", "pytest"],
    tools: [],
    files: {
      ".gitignore": "__pycache__/\nnode_modules/\n",
      "service/pyproject.toml": '[project]\nname = "service"\nversion = "1.0.0"\n',
      "service/slug.py": 'def slug(title):\n    return title.lower().replace(" ", "-")\n',
      "service/test_slug.py":
        'from slug import slug\n\n\ndef test_slug():\n    assert slug("Two Words") == "two-words"\n',
      "web/package.json": json({ name: "web", private: true, scripts: { test: "node --test" } }),
      "web/page.js": 'exports.path = (slug) => "/" + slug\n',
      "web/page.test.js":
        'const test = require("node:test")\nconst assert = require("node:assert")\nconst { path } = require("./page.js")\n\ntest("begins at the root", () => assert.equal(path("a"), "/a"))\n',
    },
    make: [],
    proofloop: "global",
    uncommitted: {},
    bad_edit: {
      about: "deletes the only test of the service",
      files: { "service/test_slug.py": null },
      critic: "forged-deleted",
      level: "error",
    },
  },
]
