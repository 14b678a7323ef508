import { describe, expect, it } from "vitest"
import { failureKind, isEnvironmentFailure, isTimeoutExit } from "./environment.ts"
import { moreThanLinear } from "./more_than_linear.fixture.ts"

describe("failureKind", () => {
  it.each([
    ["bash: line 1: foo: command not found"],
    ["zsh: command not found: foo"],
    ["sh: 1: foo: not found"],
    ["/bin/sh: 1: ./gradlew: Permission denied"],
    ["sh: foo: not found"],
    ["'foo' is not recognized as an internal or external command,"],
    ["/usr/bin/env: ‘python’: No such file or directory"],
    ["Error: spawn java ENOENT"],
    ["Command 'mvn' not found, but can be installed with:"],
    ["Command 'pyhton' not found, did you mean:"],
    ['exec: "mvn": executable file not found in $PATH'],
    ["fish: Unknown command: mvn"],
    ["npm ERR! missing: zod@^3.0.0, required by shop@1.0.0"],
    ["├── UNMET DEPENDENCY zod@^3.0.0"],
    ["pkg_resources.DistributionNotFound: The 'six' distribution was not found and is required by shop"],
    ["Could not find rake-13.0.6 in any of the sources"],
    ["Could not find gem 'rails (~> 7.0)' in locally installed gems."],
    ["Run `bundle install` to install missing gems."],
    ["PHP Fatal error:  Uncaught Error: Failed opening required '/app/vendor/autoload.php'"],
    ["Please run composer install first"],
    ["error: failed to get `serde` as a dependency of package `shop v0.1.0`"],
    [
      "[ERROR] Plugin org.apache.maven.plugins:maven-enforcer-plugin:1.0 or one of its dependencies could not be resolved: no network",
    ],
    [
      "Cannot access central (https://repo.maven.apache.org/maven2) in offline mode and junit has not been downloaded",
    ],
    ["[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project a:shop"],
    ["> Could not resolve all files for configuration ':compileClasspath'."],
    ["a.go:3:8: missing go.sum entry for module providing package golang.org/x/text"],
    ["Error: Required package missing from disk. If you keep your packages inside your repository"],
    ["WARN Local package.json exists, but node_modules missing, did you mean to install?"],
    ["Dependencies are not installed. Please run npm install"],
    [" MISSING DEPENDENCY  Cannot find dependency 'jsdom'"],
    ["browserType.launch: Executable doesn't exist at /home/dev/.cache/ms-playwright/chrome"],
    ["error: package `a v1.0.0` cannot be built because it requires rustc 1.80 or newer"],
    ["error: rustc 1.60.0 is not supported by the following packages:"],
    ["shop requires Node >=22.0.0"],
    ["ERROR: Package 'shop' requires a different Python: 3.8.1 not in '>=3.9'"],
    ["java.lang.IllegalArgumentException: Unsupported class file major version 65"],
    ["error: invalid source release: 21"],
    ["go: go.mod requires go >= 1.23 (running go 1.20.1; GOTOOLCHAIN=local)"],
    ["Your Ruby version is 2.7.0, but your Gemfile specified 3.1.0"],
    ["npm ERR! code ECONNRESET"],
    ["WARNING: Retrying (Retry(total=4, connect=None)) after connection broken"],
    ["curl: (28) Connection timed out after 30001 milliseconds to example.com"],
    ["dial tcp: lookup proxy.golang.org: no such host"],
    ["warning: spurious network error (3 tries remaining): could not resolve host"],
    ["curl: (22) The requested URL returned error: 503"],
    ["Error: EACCES: permission denied, mkdir '/usr/lib/node_modules'"],
    ["Killed"],
    ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted"],
    ["a.out: error while loading shared libraries: libfoo.so.1: cannot open shared object file"],
    ["./a.out: cannot execute: required file not found"],
    ["The term 'foo' is not recognized as the name of a cmdlet, function, script file"],
    ["npm ERR! code ENOSPC"],
    ["write failed: No space left on device"],
    ["getaddrinfo EAI_AGAIN registry.npmjs.org"],
    ["getaddrinfo ENOTFOUND registry.npmjs.org"],
    ["connect: Network is unreachable"],
    ["curl: (6) Could not resolve host: example.com"],
    ["Temporary failure in name resolution"],
    ["429 Too Many Requests"],
    ["HTTP/1.1 503 Service Unavailable"],
    ["Request failed with status code 503"],
    ["HTTP Error 429: slow down"],
    ["ERROR: JAVA_HOME is not set and no 'java' command could be found"],
    ["Cannot connect to the Docker daemon at unix:///var/run/docker.sock."],
    ["ERROR: No matching distribution found for foo"],
    ["error: linker `cc` not found"],
    ["  The CMAKE_CXX_COMPILER:\n\n    /opt/none/g++\n\n  is not a full path to an existing compiler tool."],
    ["  The CMAKE_C_COMPILER:\n\n    none-cc\n\n  is not a full path and was not found in the PATH."],
    ["/usr/bin/python3: No module named pytest"],
    ["python: No module named mypy.api"],
    ["The JAVA_HOME environment variable is not defined correctly,"],
    ["ERROR: JAVA_HOME is set to an invalid directory: /opt/jdk"],
    ["[ERROR] No compiler is provided in this environment. Perhaps you are running on a JRE"],
    ["Error: Could not find or load main class org.gradle.wrapper.GradleWrapperMain"],
    ['Exception in thread "main" java.net.UnknownHostException: services.gradle.org'],
    ["Caused by: java.net.UnknownHostException: repo.maven.apache.org"],
    ['error Command "jest" not found.'],
    ["A compatible .NET SDK was not found."],
    ["No .NET SDKs were found."],
    ["bundler: command not found: rspec"],
    ["mvn : The term 'mvn' is not recognized as a name of a cmdlet, function, script file"],
    ['service "web" is not running'],
    ['service "web" is not running container #1'],
    ["EnvironmentLocationNotFound: Not a conda environment: /opt/conda/envs/x"],
    ["curl: (22) The requested URL returned error: 429"],
    ["npm ERR! code ENOTFOUND"],
    ["npm error errno ENOTFOUND"],
    ['npm error npx canceled due to missing packages and no YES option: ["vitest@4.1.12"]'],
    ["npm error could not determine executable to run"],
    ["npm error code ENOTCACHED"],
    ["go: github.com/stretchr/testify@v1.9.0: module lookup disabled by GOPROXY=off"],
    ["  Caused by: Network connectivity is disabled, but the requested data wasn't found in the cache"],
    ["  Test environment jest-environment-jsdom cannot be found. Make sure the testEnvironment"],
    ["  Preset ts-jest not found relative to rootDir ."],
    ["  Module @swc/jest in the transform option was not found."],
    ["error: no matching package named `nowhere-crate-x` found"],
    ["error: toolchain 'nightly-1999-01-01-x86_64-unknown-linux-gnu' is not installed"],
    ["  code: 'ERR_DLOPEN_FAILED'"],
    ["Error: Could not locate the bindings file. Tried:"],
    ["Error: Cannot find module @rollup/rollup-linux-x64-gnu. npm has a bug related to optional"],
    ["Error: Cannot find native binding. npm has a bug related to optional dependencies"],
    ['Error: The package "@esbuild/linux-x64" could not be found, and is needed by esbuild.'],
    ["was compiled against a different Node.js version using\nNODE_MODULE_VERSION 115."],
  ])("takes for environment: %s", (text) => {
    expect(failureKind(text, 1)).toBe("environment")
    expect(isEnvironmentFailure(`first line\n${text}\nlast line`)).toBe(true)
  })

  it.each([
    ["Error: Cannot find module './missing' imported from /a/b.ts"],
    ["Error: Cannot find module '../lib/a'"],
    ["Error: Cannot find module '/a/b.mjs'"],
    ["Error: Cannot find module 'C:\\a\\b.mjs'"],
    ["Error: Cannot find module '#internal/a'"],
    ["Error: Cannot find module '@/components/a'"],
    ["ModuleNotFoundError: No module named 'shop'"],
    ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /a/b.ts"],
    ["Error: Cannot find module 'express'"],
    ["AssertionError: expected status 200, got status 503"],
    ["- status: 503"],
    ["Expected HTTP 200 but was HTTP 503"],
    ["assert response.status == 503"],
    ["assert.equal(status, 200) // status 503 !== 200"],
    ["curl: (7) Failed to connect to localhost port 3000: Connection refused"],
    ["please run the tests again"],
    ["Your application tried to access zod, but it isn't declared in your dependencies"],
    ["AssertionError: expected 503, got 200"],
    ["AssertionError: expected 429 to be 200"],
    ["FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'"],
    ["element not found"],
    ["Error: connect ECONNREFUSED 127.0.0.1:3000"],
    ["PermissionError: [Errno 13] Permission denied: 'a'"],
    ["PermissionError: [Errno 1] Operation not permitted"],
    ["ModuleNotFoundError: No module named pytest"],
    ["/usr/bin/python3: No module named shop.cli"],
    ["/usr/bin/python3: No module named pytest_shop"],
    ["AssertionError: expected UnknownHostException: a.b"],
    ["    at shop.Lookup.find(UnknownHostException)"],
    ['AssertionError: service "web" is not running'],
    ['Command "jest" not found.'],
    ["the term is not recognized as valid"],
    ["AssertionError: Preset dark not found"],
    ["setup.go:3:8: cannot find module providing package a.com/b: module lookup disabled by GOPROXY=off"],
    ["Error: Cannot find module './darwin-x64'"],
    ["Error: Cannot find module 'platform'"],
    ["the toolchain is not installed"],
    [""],
  ])("takes for an ordinary failure: %s", (text) => {
    expect(failureKind(text, 1)).not.toBe("environment")
  })

  it.each([
    [126, "environment"],
    [127, "environment"],
    [137, "environment"],
    [124, "timeout"],
    [143, "timeout"],
    [1, null],
    [0, null],
    [undefined, null],
  ] as const)("reads exit code %s as %s", (exit_code, kind) => {
    expect(failureKind("", exit_code)).toBe(kind)
  })

  it.each([
    [124, undefined, true],
    [124, "npm test", true],
    [143, "npm test", true],
    [137, undefined, false],
    [137, "npm test", false],
    [137, "timeout 60 npm test", false],
    [137, "timeout -k 5 60 npm test", true],
    [137, "cd app && timeout --kill-after=5s 60 npm test", true],
    [137, "timeout -s KILL 60 npm test", true],
    [137, "gtimeout --signal=SIGKILL 60 npm test", true],
    [137, "timeout -s9 60 npm test", true],
    [137, "timeout -k5 60 npm test", true],
    [137, "timeout --foreground --kill-after 5 60 npm test", true],
    [137, "npm run no-timeout -- -s KILL", false],
    [137, "npm test; kill -s KILL 12", false],
    [137, "timeout 60 npm test && pkill -s KILL 9", false],
    [1, "timeout -s KILL 60 npm test", false],
  ] as const)("of exit code %s of %j says whether `timeout` ended it: %j", (exit_code, command, is) => {
    expect(isTimeoutExit(exit_code, command)).toBe(is)
  })

  it.each([
    ["Command timed out", "timeout"],
    ["The last command <command>make</command> timed out and has been killed.", "timeout"],
    [">>>>> Tests Timed Out after 60 seconds", "timeout"],
    ["subprocess.TimeoutExpired: x", "timeout"],
    ["src/a.ts(1,2): error TS2322: no", "type"],
    ["a.py:3: error: Incompatible return value type [return-value]", "type"],
    ["SyntaxError: Unexpected end of input", "build"],
    ["BUILD FAILED", "build"],
    ["src/a.c:31:52: error: expected ';'", "build"],
    ["src/a.c:31: fatal error: expected ';'", "build"],
    ["the log says src/a.c:31:52: error: expected ';'", null],
    ["make: error: nothing to make", null],
    ["a.java:3: error: cannot find symbol", "build"],
    ["AssertionError: expected 3, got 4", null],
  ] as const)("reads %s as %s", (text, kind) => {
    expect(failureKind(text, 1)).toBe(kind)
  })

  it("looks at both ends of a long text", () => {
    const filler = "all is well\n".repeat(50_000)
    expect(failureKind(`${filler}bash: foo: command not found`, 1)).toBe("environment")
    expect(failureKind(`bash: foo: command not found\n${filler}`, 1)).toBe("environment")
    expect(failureKind(`${filler}bash: foo: command not found\n${filler}`, 1)).toBeNull()
  })

  it("reads the whole of a text that is just short enough", () => {
    const half = "x".repeat(8 * 1024 - 15)
    const text = `${half}\nbash: foo: command not found\n${half}`
    expect(text).toHaveLength(16 * 1024)
    expect(failureKind(text, 1)).toBe("environment")
    expect(failureKind(` ${text}`, 1)).toBeNull()
  })

  it("does not look into the middle of a text that is a little too long", () => {
    const words = "all is well\n".repeat(800)
    expect(failureKind(`${words}bash: foo: command not found\n${words}`, 1)).toBeNull()
  })

  it("does not take every word about time for a time-out", () => {
    expect(failureKind("the moon timed out", 1)).toBeNull()
  })

  it("does linear work on hostile texts", () => {
    expect(moreThanLinear((text) => failureKind(text, undefined))).toEqual([])
  })
})
