/** Raised when a frame or its meaning changes incompatibly; both sides refuse another number. */
export const PROTOCOL_VERSION = 1

/** Largest frame in bytes of UTF-8 JSON; larger things travel by file ticket. */
export const MAX_FRAME_BYTES = 1_000_000

/** `error` frames with this id are about the connection itself, which ends with them; calls count from 1. */
export const CONNECTION_ID = 0
