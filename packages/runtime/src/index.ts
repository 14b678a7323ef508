export * from "./detector.ts"
