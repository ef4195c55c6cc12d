/** In config.yaml, on the wire and in the window alike, after trimming. A colon would end the first part of a keychain account. */
export const PROVIDER_NAME = /^[^\p{Cc}:]{1,64}$/u
