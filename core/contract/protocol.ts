/** Raised when a frame or its meaning changes incompatibly; both sides refuse another number. */
export const PROTOCOL_VERSION = 1

/** Largest frame a window sends, in bytes of UTF-8 JSON; larger things travel by file ticket. */
export const MAX_FRAME_BYTES = 1_000_000

/** Largest frame of the host. A page of rows stays far below; but one message is never torn, and a model may say megabytes. */
export const MAX_HOST_FRAME_BYTES = 16_000_000

/** `error` frames with this id are about the connection itself, which ends with them; calls count from 1. */
export const CONNECTION_ID = 0
