/** A turn's id is 128 bits as a trace's is: the trace of a turn that is sent anywhere has this id, so that rows and spans meet. */
export function traceIdOf(turnId: string): string {
  return turnId.replaceAll('-', '')
}
