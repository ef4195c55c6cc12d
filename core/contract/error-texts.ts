/** Languages the product speaks. */
export type Language = 'en' | 'zh-CN'

export interface ErrorText {
  /** What happened. One sentence. */
  what: string
  /** What to do. One sentence. */
  fix: string
}

/**
 * Every failure a user can meet, in both languages. `{name}` takes the error's parameter of that name.
 * A code is never renamed or dropped without a major version.
 */
export const errorTexts = {
  internal: {
    en: {
      what: 'MewCode met a fault of its own: {detail}',
      fix: 'Try again; if it stays, run `mewcode doctor` and report it with the log.',
    },
    'zh-CN': { what: 'MewCode 内部出错：{detail}', fix: '重试一次；如果还是这样，运行 `mewcode doctor`，连同日志一起反馈。' },
  },
} as const satisfies Record<string, Record<Language, ErrorText>>

export type ErrorCode = keyof typeof errorTexts

/** The two sentences of `code` in `language`, with `params` filled in; unknown codes read as `internal`. */
export function errorText(code: string, params: Readonly<Record<string, string>>, language: Language): ErrorText {
  const entry = Object.hasOwn(errorTexts, code) ? errorTexts[code as ErrorCode] : errorTexts.internal
  const text: ErrorText = entry[language]
  return { what: fill(text.what, params), fix: fill(text.fix, params) }
}

function fill(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
}
