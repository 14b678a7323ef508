import webpack from "webpack"
import type { Bundler } from "./bundler.ts"

export const webpackBundler: Bundler = {
  name: "webpack",
  extension: "cjs",
  async bundle({ folder, programs, out }) {
    const compiler = webpack({
      context: folder,
      entry: { ...programs },
      target: "node20",
      mode: "production",
      optimization: { minimize: false },
      output: {
        path: out,
        filename: "[name].cjs",
        chunkFilename: "[name]-[contenthash].cjs",
        library: { type: "commonjs2" },
      },
      stats: "none",
    })
    const stats = await new Promise<webpack.Stats>((resolve, reject) => {
      compiler.run((error, done) =>
        done === undefined ? reject(error ?? new Error("no stats")) : resolve(done),
      )
    })
    await new Promise<void>((resolve) => compiler.close(() => resolve()))
    const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true })
    const lines = (told: readonly webpack.StatsError[]) =>
      told.map(({ moduleName, message }) => `${moduleName ?? ""}: ${message}`)
    if (errors.length > 0) throw new Error(lines(errors).join("\n"))
    return lines(warnings)
  },
}
