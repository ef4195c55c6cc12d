/** The one channel frames travel on, each way. */
export const FRAME_CHANNEL = 'frame'
