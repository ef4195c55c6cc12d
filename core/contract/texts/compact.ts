import type { ErrorTexts } from './types.ts'

export const compactTexts = {
  'compact.no_gain': {
    en: { what: 'The summary was no shorter than the conversation, so it was not used.', fix: 'Go on, or start a new session.' },
    'zh-CN': { what: '总结并不比对话短，没有采用。', fix: '继续对话，或者新开一个会话。' },
  },
  'compact.no_summary': {
    en: { what: 'The model {model} answered without a summary.', fix: 'Try again, or choose another model.' },
    'zh-CN': { what: '模型 {model} 没有给出总结。', fix: '再试一次，或者换一个模型。' },
  },
  'compact.nothing': {
    en: { what: 'There is nothing to sum up: all of this conversation is recent.', fix: 'Go on; the conversation fits the window.' },
    'zh-CN': { what: '没有可总结的内容：这段对话都是最近的。', fix: '继续即可，对话没有超出窗口。' },
  },
  'compact.small_window': {
    en: {
      what: 'The conversation nearly fills the window of {model} ({window} tokens), which is too small to be summed up without asking.',
      fix: 'Sum it up with /compact, start a new session, or choose a model with a larger window.',
    },
    'zh-CN': {
      what: '对话快占满 {model} 的窗口了（{window} token）。窗口太小，不会自动总结。',
      fix: '用 /compact 总结，新开一个会话，或者换一个窗口更大的模型。',
    },
  },
  'compact.stopped': {
    en: {
      what: 'The conversation could not be summed up {times} times in a row, so it is not tried by itself any more.',
      fix: 'Use /compact to try again, or start a new session.',
    },
    'zh-CN': { what: '连续 {times} 次没能总结对话，不再自动尝试。', fix: '用 /compact 再试一次，或者新开一个会话。' },
  },
} as const satisfies ErrorTexts
