import { describe, expect, it } from "vitest"
import { readCheckCommand, readGivenCheck } from "./read_command.ts"

describe("a check behind a program that nobody knows", () => {
  it.each([
    ["rtk vitest run", "vitest"],
    ["rtk cargo test", "cargo-test"],
    ["mise run test", "mise-test"],
    ["mise run test -- -run TestCart", "mise-test -run TestCart"],
    ["moon run app:test", "moon-app:test"],
    ["ddev exec phpunit tests", "phpunit tests"],
    ["nix develop -c pytest -q", "pytest"],
    ["nix-shell --run 'cd app && pytest'", "pytest (in app)"],
    ["doppler run -- npm test", "npm-test"],
    ["ssh host 'cd app && npm test'", "npm-test (in app)"],
    ["ssh host pytest -q", "pytest"],
    ["notify 'npm test'", "npm-test"],
    ["pacman -S gcc", "gcc"],
  ])("has its own name, and passes by its report alone: %s", (command, check_id) => {
    expect(readCheckCommand(command)).toEqual({ check_id, exit_code_hidden: true, is_wrapped: true })
    expect(readCheckCommand(`${command} | tail`)).toEqual({
      check_id,
      exit_code_hidden: true,
      shown: "end",
    })
    expect(readGivenCheck(command)).toBeNull()
  })

  it.each([
    "brew install jest",
    "conda create -n app pytest",
    "conda create pytest",
    "git commit -m 'npm test'",
    "gh issue create --title 'npm test'",
    "pkill -f vitest",
    "man jest",
    "kubectl run test",
    "createdb test",
    "code test.py",
    "bash run.sh pytest",
    "python -c 'import pytest'",
    "say 'all is well'",
    "rtk vitest run &",
  ])("is none in %s", (command) => {
    expect(readCheckCommand(command)).toBeNull()
  })
})
