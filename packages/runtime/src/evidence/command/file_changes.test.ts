import { describe, expect, it } from "vitest"
import { fileChanges } from "./file_changes.ts"

describe("files that a command line writes", () => {
  it.for<[string, readonly string[]]>([
    ["sed -i s/a/b/ src/a.ts src/b.ts", ["src/a.ts", "src/b.ts"]],
    ["cd app && cat > src/a.ts <<'EOF'\nx\nEOF", ["src/a.ts"]],
    ["mv a.ts b.ts && rm c.ts", ["a.ts", "b.ts", "c.ts"]],
    ["cp /tmp/a.ts src/a.ts", ["src/a.ts"]],
    ["sed -i s/a/b/ src/*.ts", ["src/*.ts"]],
    ["bash -c 'echo x > a.ts'", ["a.ts"]],
    [
      "python - <<'EOF'\nimport os\nopen('src/a.py', 'w').write('x')\nos.remove('b.py')\nEOF",
      ["src/a.py", "b.py"],
    ],
    ["git mv a.ts b.ts", ["a.ts", "b.ts"]],
    ["python gen.py > src/schema.ts", ["src/schema.ts"]],
    ["python report.py > report.json", []],
    ["cat a.json > b.json", ["b.json"]],
    ["cat > /tmp/a.py <<'EOF'\nx\nEOF", []],
    ["npx prettier --write src/a.ts", []],
    ["black src/a.py", []],
    ["sed -n 1,5p src/a.ts", []],
    ["node src/a.js", []],
    ["python -c 'print(open(\"a.py\").read())'", []],
    ["touch a.ts && mkdir b && chmod +x c.sh", []],
    ["git commit -m 'Write a.ts'", []],
    ["npm install", []],
  ])("%j", ([line, written]) => {
    expect(fileChanges(line)).toMatchObject({ written, writes_unnamed: false, reverted: [] })
  })
})

it.for([
  "grep -rl a src | xargs sed -i s/a/b/",
  "find src -name '*.ts' -exec sed -i s/a/b/ {} +",
  "git apply fix.patch",
  "git stash pop",
  "patch -p1 < fix.diff",
])("%j writes what it does not name", (line) => {
  expect(fileChanges(line)).toMatchObject({ written: [], writes_unnamed: true })
})

describe("files that get back what they held", () => {
  it.for<[string, readonly string[]]>([
    ["git checkout -- src/a.ts", ["src/a.ts"]],
    ["git checkout src/a.ts", ["src/a.ts"]],
    ["git checkout .", ["."]],
    ["git -C /work restore src", ["src"]],
    ["git reset --hard", ["."]],
    ["git stash", ["."]],
    ["git stash && npm test; git stash pop", []],
    ["git stash list", []],
    ["git checkout main", []],
    ["git checkout main -- src/a.ts", []],
    ["git restore --staged src/a.ts", []],
    ["git restore --source HEAD~1 src/a.ts", []],
    ["git reset --hard HEAD~1", []],
  ])("%j", ([line, reverted]) => {
    expect(fileChanges(line).reverted).toEqual(reverted)
  })
})

it("knows a commit", () => {
  expect(fileChanges("git add -A && git commit -m x").commits).toBe(true)
  expect(fileChanges("git log").commits).toBe(false)
})
