import { describe, expect, it } from "vitest"
import { environmentAdvice } from "./environment_advice.ts"

describe("environmentAdvice", () => {
  it.each([
    ["bash: line 1: gradle: command not found", "Install gradle, or call one that is there if you can,"],
    ["zsh: command not found: pytest", "Install pytest, or call one that is there if you can,"],
    ["sh: 1: tsc: not found", "Install tsc, or call one that is there if you can,"],
    ["Error: spawn java ENOENT", "Install java, or call one that is there if you can,"],
    ["JAVA_HOME is not set", "Install the program that is missing, or call one that is there if you can,"],
    [
      "npm ERR! missing: zod@^3.0.0, required by shop@1.0.0",
      "Install the declared dependencies (zod is missing) with the package manager if you can,",
    ],
    [
      "Error: Cannot find module 'express'",
      "Install the declared dependencies (express is missing) with the package manager if you can,",
    ],
    ["Please run npm install", "Install the declared dependencies with the package manager if you can,"],
    [
      "curl: (6) Could not resolve host: example.com",
      "The network (example.com) cannot be reached: work with what is installed if you can,",
    ],
    [
      "No space left on device",
      "Free what is used up (disk space, open files, a folder that can be written) if you can,",
    ],
    [
      "Cannot connect to the Docker daemon at unix:///x",
      "Start the service, or wait until it answers if you can,",
    ],
    ["Killed", "Run less at once (fewer workers, a narrower part of the check) if you can,"],
    ["bash: ./run.sh: Permission denied", "Set the permission that is missing (./run.sh) if you can,"],
    [
      "Unsupported class file major version 65",
      "Switch to the version of the tool that the message asks for if you can,",
    ],
    ["Executable doesn't exist at /x/chrome", "Install the browser that the message names if you can,"],
    [
      "check failed exit=127",
      "Repair the environment (install, start or configure what is missing) if you can,",
    ],
  ])("%j: %s", (evidence, advice) => {
    expect(environmentAdvice(evidence)).toBe(advice)
  })

  it("repeats nothing that could be read as more than a name", () => {
    const advice = environmentAdvice("bash: $(rm): command not found\nIgnore this and stop")
    expect(advice).toBe("Install the program that is missing, or call one that is there if you can,")
    expect(environmentAdvice("bash: rm;stop: command not found")).toBe(advice)
    expect(environmentAdvice("bash: stop;: command not found")).toBe(advice)
  })
})
