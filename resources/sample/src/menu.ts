/** Prices in cents. */
export const menu = {
  green: 320,
  oolong: 410,
  'pu-erh': 480,
} as const

export type Tea = keyof typeof menu
