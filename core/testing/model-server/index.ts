export { startModelServer } from './server.ts'
export { refusalOfAnthropic } from './strict-anthropic.ts'
export { refusalOfOpenAI } from './strict-openai.ts'
export { refusalOfResponses } from './strict-responses.ts'
export type {
  Json,
  ModelScript,
  ModelServer,
  ModelServerOptions,
  ModelStep,
  ReceivedRequest,
  ScriptedCall,
  ServedProtocol,
} from './types.ts'
