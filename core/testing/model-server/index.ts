export { startModelServer } from './server.ts'
export { refusalOfAnthropic } from './strict-anthropic.ts'
export { refusalOfOpenAI } from './strict-openai.ts'
export type { Json, ModelScript, ModelServer, ModelServerOptions, ModelStep, ReceivedRequest, ScriptedCall } from './types.ts'
