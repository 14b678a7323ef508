import { expect, it } from "vitest"
import { roomEnvironment } from "./room_environment.ts"

const BASE = {
  PATH: "/usr/bin",
  HOME: "/home/me",
  LANG: "de_DE.UTF-8",
  LC_ALL: "C",
  GITHUB_TOKEN: "secret",
  DATABASE_URL: "secret",
  SSH_AUTH_SOCK: "/run/agent",
  PYTHONPATH: "/home/me/project",
  RUSTUP_HOME: "/opt/rustup",
  npm_config_registry: "https://npm.example.org/",
  HTTPS_PROXY: "http://me:secret@proxy:3128",
  NODE_EXTRA_CA_CERTS: "/etc/ssl/ca.pem",
}
const PLACES = { path: "/usr/bin", home: "/home/room", temporary: "/tmp" }

it("keeps locales and toolchains, and nothing that may be a secret", () => {
  expect(roomEnvironment(BASE, { ...PLACES, network: false })).toEqual({
    PATH: "/usr/bin",
    HOME: "/home/room",
    TMPDIR: "/tmp",
    CI: "1",
    NO_COLOR: "1",
    PYTHONDONTWRITEBYTECODE: "1",
    LANG: "de_DE.UTF-8",
    LC_ALL: "C",
    RUSTUP_HOME: "/opt/rustup",
  })
})

it("adds with the network where that is, but no address with a password", () => {
  const environment = roomEnvironment(BASE, { ...PLACES, network: true })
  expect(environment).toMatchObject({
    npm_config_registry: "https://npm.example.org/",
    NODE_EXTRA_CA_CERTS: "/etc/ssl/ca.pem",
  })
  expect(Object.keys(environment)).not.toContain("HTTPS_PROXY")
})
