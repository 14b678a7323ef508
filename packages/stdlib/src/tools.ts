export { aiSdkTools } from "./tools/ai_sdk_tools.ts"
export {
  type CriticAnswer,
  criticAnswer,
  type CriticToolOptions,
  criticTools,
  toolName,
} from "./tools/critic_tools.ts"
