import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { computeFingerprint, manifestDigest } from "./compute_fingerprint.ts"
import { memoryFacts } from "./memory_facts.ts"

const fingerprintOf = (files: Record<string, string>) => computeFingerprint(memoryFacts(files))

const ONE_MANIFEST: ReadonlyArray<readonly [path: string, text: string, ecosystem: string, names: string[]]> =
  [
    [
      "package.json",
      `{"name":"own","dependencies":{"a":"1"},"devDependencies":{"b":"1"},"peerDependencies":{"c":"1"},
      "optionalDependencies":{"d":"npm:@real/name@1.2"},"bundledDependencies":["e"]}`,
      "npm",
      ["@real/name", "a", "b", "c", "d", "e"],
    ],
    [
      "pyproject.toml",
      `[project]\nname = "own"\ndependencies = ["Django>=4", "zope.interface[x] ; python_version<'4'"]
[project.optional-dependencies]\ndocs = ["MkDocs_Material~=9"]
[dependency-groups]\ntest = ["pytest", {include-group = "docs"}]
[tool.poetry.dependencies]\npython = "^3.11"\nflask = "^3"
[tool.poetry.group.dev.dependencies]\nruff = "*"
[tool.uv]\ndev-dependencies = ["mypy"]\n[tool.hatch.envs.lint]\ndependencies = ["black"]`,
      "python",
      ["black", "django", "flask", "mkdocs-material", "mypy", "pytest", "ruff", "zope-interface"],
    ],
    [
      "requirements-dev.txt",
      "# tools\n-r base.txt\n--hash=sha256:00\nrequests[socks]==2 # why\ngit+https://x.y/z.git#egg=Zed\nhttps://x.y/a.whl\n\nname @ file:///a\n",
      "python",
      ["name", "requests", "zed"],
    ],
    [
      "setup.cfg",
      "[metadata]\nname = own\n[options]\ninstall_requires =\n    click>=8\n    rich\npackages = find:\n[options.extras_require]\ndev =\n    pytest\n[flake8]\nignore = E1\n",
      "python",
      ["click", "pytest", "rich"],
    ],
    [
      "setup.py",
      `from setuptools import setup\nREQUIRED = ["a>=1",  # not "z"\n  'b']\nsetup(name="own", install_requires=REQUIRED, extras_require={"dev": ["c"], 'docs': ("d",)}, keywords=["k"])`,
      "python",
      ["a", "b", "c", "d"],
    ],
    [
      "Pipfile",
      `[packages]\nflask = "*"\n[dev-packages]\npytest = "*"\n[requires]\npython_version = "3"`,
      "python",
      ["flask", "pytest"],
    ],
    [
      "Cargo.toml",
      `[package]\nname = "own"\n[dependencies]\nclap = "4"\nshort = { package = "long-name", version = "1" }\n[dev-dependencies]\ninsta = "1"
[build-dependencies]\ncc = "1"\n[target.'cfg(unix)'.dependencies]\nnix = "1"\n[workspace.dependencies]\ntokio = "1"`,
      "rust",
      ["cc", "clap", "insta", "long-name", "nix", "short", "tokio"],
    ],
    [
      "go.mod",
      "module example.com/own\n\ngo 1.22\n\nrequire github.com/spf13/cobra v1.8.0\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1 // indirect\n)\nreplace a.b/c => ../c\n",
      "go",
      ["github.com/gin-gonic/gin", "github.com/spf13/cobra"],
    ],
    [
      "pom.xml",
      `<project><parent><groupId>p.q</groupId><artifactId>up</artifactId></parent><dependencies>
<!-- <dependency><groupId>old</groupId><artifactId>gone</artifactId></dependency> -->
<dependency><groupId> a.b </groupId><artifactId>c</artifactId></dependency></dependencies></project>`,
      "java",
      ["a.b:c", "p.q:up"],
    ],
    [
      "build.gradle.kts",
      `dependencies { implementation("a.b:c:1.0")\n testImplementation(group = "d.e", name = "f")\n api(platform("g:h:1@aar")) }`,
      "java",
      ["a.b:c", "d.e:f", "g:h"],
    ],
    [
      "gradle/libs.versions.toml",
      `[libraries]\na = { module = "a.b:c", version.ref = "x" }\nd = { group = "d", name = "e" }\nf = "f:g:1"`,
      "java",
      ["a.b:c", "d:e", "f:g"],
    ],
  ]

describe("computeFingerprint", () => {
  it.each(ONE_MANIFEST)("reads the dependencies of %s", async (path, text, ecosystem, names) => {
    const { declared_deps, manifest_files } = await fingerprintOf({ [path]: text })
    expect(manifest_files).toEqual([path])
    expect(declared_deps).toEqual({ npm: [], python: [], rust: [], go: [], java: [], [ecosystem]: names })
  })

  it("joins the manifests of a tree, those nearest to the root first, and leaves out what is installed", async () => {
    const fingerprint = await fingerprintOf({
      "packages/web/package.json": `{"dependencies":{"react-dom":"18"}}`,
      "package.json": `{"workspaces":["packages/*"],"devDependencies":{"vite":"5"}}`,
      "node_modules/vue/package.json": `{"name":"vue","dependencies":{"@vue/shared":"3"}}`,
    })
    expect(fingerprint.manifest_files).toEqual(["package.json", "packages/web/package.json"])
    expect(fingerprint.declared_deps.npm).toEqual(["react-dom", "vite"])
    expect(fingerprint.declared_frameworks).toEqual(["react"])
  })

  it("names the framework that the repository itself is", async () => {
    const fingerprint = await fingerprintOf({ "package.json": `{"name":"express"}` })
    expect(fingerprint.declared_frameworks).toEqual(["express"])
    expect(fingerprint.declared_deps.npm).toEqual([])
  })

  it("tells languages, stack and entrypoints from the names of the files", async () => {
    const fingerprint = await fingerprintOf({
      "src/main.rs": "",
      "src/a.rs": "",
      "web/x.ts": "",
      Dockerfile: "",
      ".github/workflows/ci.yml": "",
      "package.json": `{"bin":{"x":"./bin/x.js","y":"./bin/gone.js"}}`,
      "bin/x.js": "",
    })
    expect(fingerprint.languages).toEqual([
      { name: "Rust", files: 2 },
      { name: "JavaScript", files: 1 },
      { name: "TypeScript", files: 1 },
    ])
    expect(fingerprint.stack).toEqual(["docker", "github-actions"])
    expect(fingerprint.entrypoints).toEqual(["bin/x.js", "src/main.rs"])
  })

  it.each([
    ["package.json", "{"],
    ["package.json", "[]"],
    ["package.json", "null"],
    ["package.json", `{"dependencies":["a"],"name":7,"bin":[1]}`],
    ["package.json", "[".repeat(100_000)],
    ["Cargo.toml", "[a"],
    ["Cargo.toml", `a = ${"[".repeat(50_000)}`],
    ["pyproject.toml", "project = 3"],
    ["setup.py", `requires=["${"(".repeat(10_000)}`],
    ["pom.xml", "<dependency>".repeat(10_000)],
  ])("declares nothing for a hostile %s", async (path, text) => {
    const fingerprint = await fingerprintOf({ [path]: text })
    expect(Object.values(fingerprint.declared_deps).flat()).toEqual([])
  })

  it("is not polluted by a manifest", async () => {
    const text = `{"__proto__":{"dependencies":{"evil":"1"}},"dependencies":{"__proto__":"1","constructor":"1"}}`
    const fingerprint = await fingerprintOf({ "package.json": text })
    expect(fingerprint.declared_deps.npm).toEqual(["__proto__", "constructor"])
    expect(Object.hasOwn(Object.prototype, "dependencies")).toBe(false)
  })

  it("keeps a bounded number of names", async () => {
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`d${index}`, "1"]))
    const fingerprint = await fingerprintOf({ "package.json": JSON.stringify({ dependencies: many }) })
    expect(fingerprint.declared_deps.npm).toHaveLength(5000)
  })

  it("throws for no text at all", async () => {
    const names = ONE_MANIFEST.map(([path]) => path)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.string({ maxLength: 200 }), async (path, text) => {
        expect((await fingerprintOf({ [path]: text })).manifest_files).toEqual([path])
      }),
      { numRuns: 200 },
    )
  })
})

describe("manifestDigest", () => {
  const digest = (files: Record<string, string>) => manifestDigest(memoryFacts(files))

  it("changes with a manifest and with the tree, and with nothing else", async () => {
    const first = await digest({ "go.mod": "module a", "main.go": "1" })
    expect(await digest({ "go.mod": "module a", "main.go": "2" })).toBe(first)
    expect(await digest({ "go.mod": "module b", "main.go": "1" })).not.toBe(first)
    expect(await digest({ "go.mod": "module a", "other.go": "1" })).not.toBe(first)
  })
})
