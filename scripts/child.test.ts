import { expect, test } from "vitest"
import { cleanEnvironment, run } from "./child.mjs"

const here = { cwd: process.cwd(), env: process.env }

test("children inherit what reaches the registry and nothing of the run around them", () => {
  const environment = {
    PATH: "/bin",
    NODE_OPTIONS: "--inspect",
    NODE_TEST_CONTEXT: "child",
    NODE_EXTRA_CA_CERTS: "/etc/ca.pem",
    VITEST_POOL_ID: "1",
    npm_lifecycle_event: "test",
    npm_config_local_prefix: "/elsewhere",
    npm_config_registry: "https://registry.example",
    "npm_config_@scope:registry": "https://scope.example",
    NPM_CONFIG_HTTPS_PROXY: "http://proxy.example",
  }
  expect(Object.keys(cleanEnvironment(environment))).toEqual([
    "PATH",
    "NODE_EXTRA_CA_CERTS",
    "npm_config_registry",
    "npm_config_@scope:registry",
    "NPM_CONFIG_HTTPS_PROXY",
  ])
})

test("a command's output comes back in order, from both streams, with its exit code", async () => {
  const script = `process.stdout.write("a"); setTimeout(() => { process.stderr.write("b"); process.exitCode = 3 }, 50)`
  expect(await run(process.execPath, ["-e", script], here)).toEqual({ code: 3, output: "ab" })
})

test("a command that does not exist is code 127", async () => {
  expect(await run("no-such-command-here", [], here)).toMatchObject({ code: 127 })
})

test("a command that hangs is stopped with its children", async () => {
  const script = `require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" })`
  const { code, output } = await run(process.execPath, ["-e", script], { ...here, timeout: 500 })
  expect({ code, output }).toEqual({ code: 124, output: expect.stringContaining("stopped after") })
})
