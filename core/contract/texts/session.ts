import type { ErrorTexts } from './types.ts'

export const sessionTexts = {
  'session.budget_day': {
    en: {
      what: 'The budget of today is spent: ${spent} of ${limit}.',
      fix: 'Raise budget.day_usd in config.yaml, or go on in the window.',
    },
    'zh-CN': { what: '今天的预算用完了：${spent} / ${limit}。', fix: '在 config.yaml 里调高 budget.day_usd，或者在窗口里继续。' },
  },
  'session.budget_month': {
    en: {
      what: 'The budget of this month is spent: ${spent} of ${limit}.',
      fix: 'Raise budget.month_usd in config.yaml, or go on in the window.',
    },
    'zh-CN': { what: '这个月的预算用完了：${spent} / ${limit}。', fix: '在 config.yaml 里调高 budget.month_usd，或者在窗口里继续。' },
  },
  'session.budget_near_day': {
    en: { what: 'Four fifths of the budget of today (${limit}) are spent.', fix: 'At the limit it asks whether to go on.' },
    'zh-CN': { what: '今天的预算（${limit}）已用掉八成。', fix: '用完时会问是否继续。' },
  },
  'session.budget_near_month': {
    en: { what: 'Four fifths of the budget of this month (${limit}) are spent.', fix: 'At the limit it asks whether to go on.' },
    'zh-CN': { what: '这个月的预算（${limit}）已用掉八成。', fix: '用完时会问是否继续。' },
  },
  'session.budget_near_session': {
    en: { what: 'Four fifths of the budget of this session (${limit}) are spent.', fix: 'At the limit it asks whether to go on.' },
    'zh-CN': { what: '这个会话的预算（${limit}）已用掉八成。', fix: '用完时会问是否继续。' },
  },
  'session.budget_session': {
    en: {
      what: 'The budget of this session is spent: ${spent} of ${limit}.',
      fix: 'Raise budget.session_usd in config.yaml, or go on in the window.',
    },
    'zh-CN': { what: '这个会话的预算用完了：${spent} / ${limit}。', fix: '在 config.yaml 里调高 budget.session_usd，或者在窗口里继续。' },
  },
  'session.busy': {
    en: { what: 'This session is at work already.', fix: 'Wait until the turn ends, or stop it.' },
    'zh-CN': { what: '这个会话正在工作。', fix: '等这一回合结束，或者停下它。' },
  },
  'session.cost_unknown': {
    en: { what: 'The price of {model} is not known, so --max-cost cannot end this turn.', fix: 'Use --max-turns or --timeout as well.' },
    'zh-CN': { what: '不知道 {model} 的价格，--max-cost 对这一回合不起作用。', fix: '再加上 --max-turns 或 --timeout。' },
  },
  'session.empty': {
    en: { what: 'Nothing has been said in this session yet.', fix: 'Write what is to be done.' },
    'zh-CN': { what: '这个会话里还没有内容。', fix: '写下要做的事。' },
  },
  'session.interrupted': {
    en: { what: 'MewCode stopped while this turn was running.', fix: 'Finished steps are kept; send a message to go on.' },
    'zh-CN': { what: '这一回合运行时 MewCode 停止了。', fix: '已完成的步骤都在，发消息就能继续。' },
  },
  'session.mode_limited': {
    en: { what: 'The agent {agent} keeps this session to the mode {mode}.', fix: 'Return to yourself first: `/agent default`.' },
    'zh-CN': { what: 'agent {agent} 让这个会话最多用 {mode} 模式。', fix: '先换回来：`/agent default`。' },
  },
  'session.no_answer': {
    en: {
      what: 'The process that drives this session ({program}, {pid}) does not answer.',
      fix: 'Try again; if it hangs, end it: the session goes on from what is stored.',
    },
    'zh-CN': {
      what: '驱动这个会话的进程（{program}，{pid}）没有回应。',
      fix: '再试一次；如果它卡住了，结束那个进程，会话会从已保存的地方继续。',
    },
  },
  'session.no_such_message': {
    en: { what: 'There is no such message to go back to in this session.', fix: 'Choose one from the list of rewind points.' },
    'zh-CN': { what: '这个会话里没有可以回退到的这条消息。', fix: '从回退点列表里选一个。' },
  },
  'session.none_to_continue': {
    en: { what: 'This folder has no session to go on with.', fix: 'Leave out --continue to start one.' },
    'zh-CN': { what: '这个文件夹还没有可以继续的会话。', fix: '去掉 --continue，开始一个新会话。' },
  },
  'session.not_found': {
    en: { what: 'There is no such session in this project.', fix: 'Choose one from the list.' },
    'zh-CN': { what: '这个项目里没有这个会话。', fix: '从列表里选一个。' },
  },
  'session.queue_full': {
    en: { what: '{limit} messages are waiting already.', fix: 'Take one back, or wait until one has been sent.' },
    'zh-CN': { what: '已有 {limit} 条消息在等待。', fix: '撤回一条，或者等发出一条之后再加。' },
  },
} as const satisfies ErrorTexts
