import { symlink } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { toolchains } from "./toolchains.ts"

describe.skipIf(process.platform === "win32")("toolchains", () => {
  it("are folders of PATH with the installation around them, and no other part of the home folder", async () => {
    const home = await folderWith({
      "n/bin/node": "",
      "n/lib/x": "",
      "bin/mine": "",
      ".cargo/bin/cargo": "",
      ".cargo/credentials.toml": "token",
      ".ssh/id_rsa": "key",
      "project/.git/HEAD": "",
      "project/node_modules/.bin/vitest": "",
      "project/bin/run": "",
    })
    await symlink(join(home, "n"), join(home, "current"))
    const folders = ["current/bin", "bin", ".cargo/bin", "project/node_modules/.bin", "project/bin", "absent"]
    const PATH = ["/usr/bin", "relative", ...folders.map((folder) => join(home, folder))].join(":")
    const { path, readable } = toolchains({ PATH }, home)
    const own = (paths: readonly string[]) =>
      paths.filter((one) => one.startsWith(home)).map((one) => one.slice(home.length))
    expect(own(readable)).toEqual(["/.cargo/bin", "/n", "/bin"])
    expect(own(path.split(":"))).toEqual(["/n/bin", "/bin", "/.cargo/bin"])
    expect(path.split(":")).toContain(dirname(process.execPath))
  })

  it("are what variables name, unless that is the home folder or one above it", async () => {
    const home = await folderWith({ "jdk/bin/java": "", "certificates.pem": "" })
    const env = {
      JAVA_HOME: join(home, "jdk"),
      NODE_EXTRA_CA_CERTS: join(home, "certificates.pem"),
      GOROOT: home,
    }
    expect(toolchains(env, home).readable).toEqual(
      expect.arrayContaining([join(home, "jdk"), join(home, "certificates.pem")]),
    )
    expect(toolchains(env, home).readable).not.toContain(home)
  })
})
