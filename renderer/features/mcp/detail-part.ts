/** A part of a server's page that a row leads to; its element's id is `mcp-<part>`. */
export type DetailPart = 'log' | 'sign-in'
