import { describe, expect, it } from "vitest"
import { readCommand } from "./read_command.ts"

describe("a command that writes", () => {
  it.each([
    "sed -i s/a/b/ src/a.ts",
    "sed -i.bak s/a/b/ src/a.ts",
    "sed -Ei 's/a/b/' src/a.ts",
    "perl -pi -e s/a/b/ src/a.ts",
    "awk -i inplace 1 src/a.ts",
    "echo x > src/a.ts",
    "echo x >> src/a.ts",
    "cat <<EOF > src/a.ts\nx\nEOF",
    "echo x | tee src/a.ts",
    "mv a b",
    "cp /tmp/a src/a.ts",
    "rm src/a.ts",
    "mkdir src/b",
    "touch src/a.ts",
    "chmod +x run.sh",
    "ln -s a b",
    "git apply a.patch",
    "git -C sub checkout -- a.ts",
    "git restore a.ts",
    "git reset --hard",
    "git stash",
    "git stash pop",
    "git merge main",
    "git revert HEAD",
    "patch -p1 < a.patch",
    "npm install zod",
    "npm ci",
    "pnpm add zod",
    "pip install -e .",
    "python -m pip install x",
    "uv pip install x",
    "poetry add x",
    "cargo add serde",
    "go mod tidy",
    "npx prettier --write .",
    "gofmt -w a.go",
    "cargo fmt",
    "black .",
    "ruff format .",
    "npm run format",
    "find . -name '*.ts' -exec sed -i s/a/b/ {} +",
    "find src -name a -delete",
    "ls | xargs sed -i s/a/b/",
    "bash -c 'echo x > a.ts'",
    "curl -sO https://example.com/a.ts",
    "curl -o src/a.ts https://example.com/a.ts",
    "for f in a b; do sed -i s/a/b/ $f; done",
  ])("%s is a change", (command) => {
    const reading = readCommand(command)
    expect([reading.writes, reading.role, reading.runs]).toEqual([true, "mutation", null])
  })

  it.each([
    "sed -i s/a/b/ src/a.ts && pytest",
    "npx eslint --fix src",
    "ruff check --fix .",
    "npx vitest run -u",
    "npm run lint:fix",
    "echo x > src/a.ts; npm test",
  ])("%s is a change and a check", (command) => {
    const reading = readCommand(command)
    expect([reading.writes, reading.role]).toEqual([true, "verification"])
  })

  it.each([
    "ls > /dev/null",
    "ls 2>/dev/null >&2",
    "ls > /tmp/list.txt",
    "ls > build.log",
    "cp src/a.ts /tmp/a.ts",
    "rm -rf dist coverage node_modules/.cache",
    "npm test > out.txt 2>&1",
    "npm test 2>&1 | tee out.txt",
    "npm test | grep x | tee out.txt",
    "cat a.ts",
    "sed -n 1,5p a.ts",
    "git status",
    "git diff > /tmp/a.diff",
    "git stash list",
    "git apply --check a.patch",
    "git checkout -b fix",
    "git reset HEAD a.ts",
    "git commit -am 'x > y'",
    "git push",
    "prettier --check .",
    "cargo fmt --check",
    "echo 'a > b'",
    "curl -s https://example.com",
    "wget -qO- https://example.com",
    "find . -name a -exec grep b {} +",
    "python fix.py",
    "mkdir -p /tmp/x",
  ])("%s changes no file that a check looks at", (command) => {
    expect(readCommand(command).writes).toBe(false)
  })
})

describe("the role of a command", () => {
  it.each([
    ["ls -la && cat a.ts | head", "observation"],
    ["git log --oneline | head -3; git status", "observation"],
    ["cd src; pwd", "observation"],
    ["FOO=1", "observation"],
    ["node --version", "observation"],
    ["npm ls", "observation"],
    ["ls && python fix.py", null],
    ["git commit -am x", "mutation"],
    ["ls && git push", "mutation"],
    ["npm start", null],
    ["some-tool", null],
    ["", null],
    ["  ", null],
  ])("%j is %s", (command, role) => {
    expect(readCommand(command).role).toBe(role)
  })

  it.each([
    ["sleep 5; cat log", true],
    ["sleep 5 && npm test", false],
    ["watch -n 1 ls", true],
    ["while ! curl -s localhost; do sleep 1; done", true],
    ["tail -f log", true],
    ["tail -n 5 log", false],
    ["gh run watch 3", true],
    ["docker ps", true],
    ["docker images", false],
    ["kubectl rollout status deploy/a", true],
    ["curl -s localhost/status", true],
    ["curl -s localhost/a.html", false],
    ["ps aux | grep node", true],
    ["systemctl status nginx", true],
    ["ls", false],
    ["sleep 30; ./status.sh", true],
    ["sleep 30 && bash scripts/ci-status.sh 12", true],
    ["sleep 5; python wait_for_db.py", true],
    ["until ./ready.sh; do sleep 1; done", true],
    ["sleep 5; bash -c 'ls; ./health'", false],
    ["bash -c 'sleep 5; ./health'", true],
    ["./status.sh", false],
    ["sleep 5; ./statusquo.sh", false],
    ["sleep 5; ./waiting/fix.sh", false],
    ["sleep 5; ./status.sh > out.txt", false],
    ["sleep 5; ./status.sh; python fix.py", false],
    ["sleep 5; python fix.py", false],
    ["sleep 30; git push", false],
    ["sleep 30; echo x > a.ts", false],
  ])("%s polls: %s", (command, polling) => {
    expect(readCommand(command).polling).toBe(polling)
  })

  it.each([
    ["python3.11 reproduce.py --fast", "python reproduce.py"],
    ["python -u reproduce.py", "python reproduce.py"],
    ["cd a && timeout 5 node b.js | head", "node b.js"],
    ["python -m shop.cli x", "python -m shop.cli"],
    ["python - <<EOF\nprint(1)\nEOF", "python -"],
    ["python <<EOF\nprint(1)\nEOF", "python -"],
    ["node -e '1'", "node -e"],
    ["./a.out", "./a.out"],
    ["java -jar a.jar", "java -jar a.jar"],
    ["go run ./cmd/x", "go run ./cmd/x"],
    ["npm start", "npm run start"],
    ["sed -i s/a/b/ a && ruby b.rb", "ruby b.rb"],
    ["npm test", null],
    ["ls", null],
    ["/usr/bin/env true", null],
    ["npm install", null],
  ])("%j runs %s", (command, runs) => {
    expect(readCommand(command).runs).toBe(runs)
  })
})
