export { startModelServer } from './model-server/index.ts'
export type { ModelScript, ModelServer, ModelServerOptions, ModelStep, ReceivedRequest, ScriptedCall } from './model-server/index.ts'
