/** Languages the product speaks. */
export type Language = 'en' | 'zh-CN'

export interface ErrorText {
  /** What happened. One sentence. */
  what: string
  /** What to do. One sentence. */
  fix: string
}

/** Texts of one namespace, by code. `{name}` takes the error's parameter of that name. */
export type ErrorTexts = Record<string, Record<Language, ErrorText>>
