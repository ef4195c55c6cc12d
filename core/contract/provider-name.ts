/** In config.yaml, on the wire and in the window alike, after trimming. A colon would end the first part of a keychain account; the three names mean something to every object. */
export const PROVIDER_NAME = /^(?!(?:__proto__|constructor|prototype)$)[^\p{Cc}:]{1,64}$/u
