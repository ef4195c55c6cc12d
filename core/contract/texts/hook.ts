import type { ErrorTexts } from './types.ts'

export const hookTexts = {
  'hook.async_blocking': {
    en: { what: '`async` cannot be used with {event}: nobody would wait for its word.', fix: 'Remove `async`, or choose another event.' },
    'zh-CN': { what: '{event} 不能用 `async`：没有人等它的结论。', fix: '去掉 `async`，或换一个事件。' },
  },
  'hook.bad_duration': {
    en: { what: '`timeout: {value}` is no duration.', fix: 'Write a number with its unit: `500ms`, `30s`, `1m30s`.' },
    'zh-CN': { what: '`timeout: {value}` 不是时长。', fix: '写成带单位的数字：`500ms`、`30s`、`1m30s`。' },
  },
  'hook.bad_regex': {
    en: { what: '`{value}` is no regular expression ({detail}).', fix: 'Mend the expression.' },
    'zh-CN': { what: '`{value}` 不是正则表达式（{detail}）。', fix: '改正这个表达式。' },
  },
  'hook.bad_url': {
    en: { what: '`{value}` is no address of http or https.', fix: 'Write it as `https://host/path`.' },
    'zh-CN': { what: '`{value}` 不是 http 或 https 地址。', fix: '写成 `https://主机/路径`。' },
  },
  'hook.broken': {
    en: {
      what: 'The hook {hook} could not be started: {detail}',
      fix: 'Mend its command, or switch it off with `mewcode hooks disable {hook}`.',
    },
    'zh-CN': { what: '钩子 {hook} 启动不了：{detail}', fix: '改正它的命令，或用 `mewcode hooks disable {hook}` 停用。' },
  },
  'hook.duplicate': {
    en: { what: 'There is another rule named {name} in {other}, line {otherLine}; this one is skipped.', fix: 'Give it another name.' },
    'zh-CN': { what: '{other} 第 {otherLine} 行已有名为 {name} 的规则，跳过这一条。', fix: '换一个名称。' },
  },
  'hook.empty_condition': {
    en: {
      what: '`if` needs `all_of` or `any_of` with at least one condition.',
      fix: 'Add one, or remove `if`: then the rule always runs.',
    },
    'zh-CN': { what: '`if` 里要有 `all_of` 或 `any_of`，至少一个条件。', fix: '加上条件，或去掉 `if`，规则就总是运行。' },
  },
  'hook.failed': {
    en: { what: 'The hook {hook} failed at {event}, so nothing was blocked by it: {detail}', fix: 'See `mewcode hooks log`.' },
    'zh-CN': { what: '钩子 {hook} 在 {event} 时失败，没有阻止任何操作：{detail}', fix: '用 `mewcode hooks log` 查看。' },
  },
  'hook.failed_closed': {
    en: { what: 'The hook {hook} failed at {event} and says to block then: {detail}', fix: 'Mend the hook, or set `on_failure: allow`.' },
    'zh-CN': { what: '钩子 {hook} 在 {event} 时失败，并规定失败即阻止：{detail}', fix: '修好钩子，或设置 `on_failure: allow`。' },
  },
  'hook.glob_on_command': {
    en: { what: '`glob` is for paths, and `{field}` holds a command.', fix: 'Use `type: command_glob`.' },
    'zh-CN': { what: '`glob` 用于路径，而 `{field}` 是命令。', fix: '改用 `type: command_glob`。' },
  },
  'hook.go_on_limit': {
    en: { what: 'A Stop hook sent the turn on {times} times in a row; now it ends.', fix: 'Let the hook heed `stop_hook_active`.' },
    'zh-CN': { what: 'Stop 钩子已连续 {times} 次让回合继续，现在结束。', fix: '让钩子检查 `stop_hook_active`。' },
  },
  'hook.import_condition': {
    en: { what: 'Its condition `{condition}` cannot be said here.', fix: 'Write it by hand where the hook needs it.' },
    'zh-CN': { what: '条件 `{condition}` 在这里无法表达。', fix: '需要时手动写上。' },
  },
  'hook.import_event': {
    en: { what: 'There is no moment like {event} here.', fix: 'Choose an event of ours by hand.' },
    'zh-CN': { what: '这里没有与 {event} 对应的时刻。', fix: '手动选一个事件。' },
  },
  'hook.import_field': {
    en: { what: '`{field}` has no meaning here and is left out.', fix: 'Put what it did into the command where it matters.' },
    'zh-CN': { what: '`{field}` 在这里没有意义，已略去。', fix: '需要的话写进命令里。' },
  },
  'hook.import_handler': {
    en: { what: 'A hook of type {type} has no counterpart.', fix: 'Use a command instead.' },
    'zh-CN': { what: '{type} 类型的钩子没有对应物。', fix: '改用命令。' },
  },
  'hook.import_matcher': {
    en: { what: 'No tool of ours matches `{matcher}`.', fix: 'Name the tool by hand.' },
    'zh-CN': { what: '没有工具匹配 `{matcher}`。', fix: '手动写上工具名。' },
  },
  'hook.import_no_command': {
    en: { what: 'It has no command.', fix: 'Leave it out, or write one.' },
    'zh-CN': { what: '它没有命令。', fix: '略去它，或补上命令。' },
  },
  'hook.invalid': {
    en: { what: 'The rule is not saved: {detail}', fix: 'Mend it first.' },
    'zh-CN': { what: '规则没有保存：{detail}', fix: '先改正。' },
  },
  'hook.managed': {
    en: { what: 'The rule {name} is laid down by {file}.', fix: 'Ask whoever manages this machine.' },
    'zh-CN': { what: '规则 {name} 由 {file} 规定。', fix: '联系管理这台机器的人。' },
  },
  'hook.missing': {
    en: { what: '`{key}` is missing.', fix: 'Add it.' },
    'zh-CN': { what: '缺少 `{key}`。', fix: '加上它。' },
  },
  'hook.modified': {
    en: { what: 'It is not what was trusted: the rule or a script it names has changed.', fix: 'Look at it and trust it again.' },
    'zh-CN': { what: '和信任时不一样：规则或它用到的脚本改过。', fix: '看过之后重新信任。' },
  },
  'hook.no_agents': {
    en: { what: 'There is no agent that could run here.', fix: 'Use another kind of action.' },
    'zh-CN': { what: '这里没有可以运行的 agent。', fix: '换一种动作。' },
  },
  'hook.no_such_run': {
    en: { what: 'That run is no longer kept.', fix: 'Choose another one from `mewcode hooks log`.' },
    'zh-CN': { what: '这次运行的记录已不在。', fix: '在 `mewcode hooks log` 里另选一条。' },
  },
  'hook.not_allowed': {
    en: { what: '`{program}` is not among the programs that hooks may run.', fix: 'Add it to `hooks.allowed_commands` in your settings.' },
    'zh-CN': { what: '`{program}` 不在钩子可以运行的程序之列。', fix: '把它加到设置里的 `hooks.allowed_commands`。' },
  },
  'hook.not_found': {
    en: { what: 'There is no rule named {name}.', fix: 'Look it up with `mewcode hooks list`.' },
    'zh-CN': { what: '没有名为 {name} 的规则。', fix: '用 `mewcode hooks list` 查看有哪些。' },
  },
  'hook.not_list': {
    en: { what: '`hooks` must be a list of rules.', fix: 'Begin each rule with `- name:`.' },
    'zh-CN': { what: '`hooks` 要写成规则列表。', fix: '每条规则以 `- name:` 开头。' },
  },
  'hook.not_yours': {
    en: { what: '`{key}` counts in your own file only.', fix: 'Put it into hooks.yaml in your MewCode folder.' },
    'zh-CN': { what: '`{key}` 只在你自己的文件里有效。', fix: '写到 MewCode 文件夹的 hooks.yaml 里。' },
  },
  'hook.nothing_to_import': {
    en: { what: 'There are no hooks of another product there.', fix: 'Name its settings.json, hooks.json, config.toml or hooks.yaml.' },
    'zh-CN': { what: '那里没有别的产品的钩子。', fix: '指定它的 settings.json、hooks.json、config.toml 或 hooks.yaml。' },
  },
  'hook.odd_duration': {
    en: { what: '`timeout: {value}` looks like the wrong unit.', fix: 'Usual are `5s` to `10m`.' },
    'zh-CN': { what: '`timeout: {value}` 的单位可能写错了。', fix: '一般是 `5s` 到 `10m`。' },
  },
  'hook.overridden': {
    en: { what: 'The rule of the same name in {other} counts.', fix: 'Nothing needs to be done.' },
    'zh-CN': { what: '以 {other} 里的同名规则为准。', fix: '不需要做什么。' },
  },
  'hook.payload_not_kept': {
    en: { what: 'What this run was given was too long to keep.', fix: 'Choose another run.' },
    'zh-CN': { what: '这次运行的输入太长，没有保留。', fix: '换一次运行。' },
  },
  'hook.prompt_blocked': {
    en: { what: 'The hook {hook} does not let this prompt pass: {reason}', fix: 'Change the prompt, or the hook.' },
    'zh-CN': { what: '钩子 {hook} 不放行这条提示词：{reason}', fix: '修改提示词，或修改钩子。' },
  },
  'hook.said': {
    en: { what: 'The hook {hook} says: {text}', fix: 'Nothing needs to be done.' },
    'zh-CN': { what: '钩子 {hook} 说：{text}', fix: '不需要做什么。' },
  },
  'hook.secret_header': {
    en: { what: 'The variable {variable} holds a key of yours and is not sent to hooks.', fix: 'Use a variable of its own for the hook.' },
    'zh-CN': { what: '变量 {variable} 里是你的密钥，不会发给钩子。', fix: '给钩子单独设一个变量。' },
  },
  'hook.stopped': {
    en: { what: 'The hook {hook} ended the turn: {reason}', fix: 'Change the hook if this is not wanted.' },
    'zh-CN': { what: '钩子 {hook} 结束了回合：{reason}', fix: '如果不想这样，修改钩子。' },
  },
  'hook.two_conditions': {
    en: { what: '`if` has both `all_of` and `any_of`.', fix: 'Keep one of them.' },
    'zh-CN': { what: '`if` 里同时有 `all_of` 和 `any_of`。', fix: '只留一个。' },
  },
  'hook.unknown_action': {
    en: { what: 'There is no action `{value}`. The nearest is `{near}`.', fix: 'Choose one of: {known}' },
    'zh-CN': { what: '没有动作 `{value}`，最接近的是 `{near}`。', fix: '可选：{known}' },
  },
  'hook.unknown_event': {
    en: { what: 'There is no event `{value}`. The nearest is {near}.', fix: 'Choose one of: {known}' },
    'zh-CN': { what: '没有 `{value}` 事件，最接近的是 {near}。', fix: '可选：{known}' },
  },
  'hook.unknown_field': {
    en: { what: '{event} has no field `{field}`, so this condition never matches. The nearest is `{near}`.', fix: 'Correct the field.' },
    'zh-CN': { what: '{event} 没有字段 `{field}`，这个条件永远不成立。最接近的是 `{near}`。', fix: '改正字段名。' },
  },
  'hook.unknown_key': {
    en: { what: '`{key}` means nothing here. The nearest is `{near}`.', fix: 'Correct or remove it.' },
    'zh-CN': { what: '这里没有 `{key}`，最接近的是 `{near}`。', fix: '改正或删除。' },
  },
  'hook.unknown_match': {
    en: { what: 'There is no match `{value}`. The nearest is `{near}`.', fix: 'Choose one of: {known}' },
    'zh-CN': { what: '没有匹配方式 `{value}`，最接近的是 `{near}`。', fix: '可选：{known}' },
  },
  'hook.unknown_name': {
    en: { what: 'There is no rule named {name} to switch off.', fix: 'Correct the name, or remove the entry.' },
    'zh-CN': { what: '没有名为 {name} 的规则可以停用。', fix: '改正名称，或删除这一条。' },
  },
  'hook.unread_entry': {
    en: { what: 'The entry is no YAML ({detail}).', fix: 'Mend the line; the other rules count.' },
    'zh-CN': { what: '这一条不是 YAML（{detail}）。', fix: '改正这一行；其他规则照常生效。' },
  },
  'hook.untrusted': {
    en: { what: 'Nobody has trusted this folder, so its hooks do not run.', fix: 'Look at them and trust the folder.' },
    'zh-CN': { what: '这个文件夹还没有被信任，它的钩子不运行。', fix: '看过之后信任这个文件夹。' },
  },
  'hook.value': {
    en: { what: '`{key}` must be {expected}.', fix: 'Mend the value.' },
    'zh-CN': { what: '`{key}` 应为 {expected}。', fix: '改正这个值。' },
  },
} as const satisfies ErrorTexts
