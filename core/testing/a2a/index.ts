export { connectRemoteCore, endOf, remoteDefinition, type RemoteCore, type RemoteCoreOptions } from './remote-core.ts'
export { startSampleServer } from './sample-server.ts'
