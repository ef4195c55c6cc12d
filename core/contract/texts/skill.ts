import type { ErrorTexts } from './types.ts'

export const skillTexts = {
  'skill.bad_name': {
    en: { what: 'The name `{name}` could lead elsewhere or hides characters.', fix: 'Name it with letters, digits and hyphens.' },
    'zh-CN': { what: '名称 `{name}` 可能指向别处或藏有看不见的字符。', fix: '只用文字、数字和连字符命名。' },
  },
  'skill.bad_value': {
    en: { what: '`{key}` has a value nobody can act on; {used} is used.', fix: 'Mend the value.' },
    'zh-CN': { what: '`{key}` 的值没法用，改用 {used}。', fix: '改正这个值。' },
  },
  'skill.comment_kept': {
    en: { what: '` #` would end the value of `{key}`; it was read to the end of the line.', fix: 'Put the value in quotes.' },
    'zh-CN': { what: '` #` 会截断 `{key}` 的值，已读到行尾。', fix: '给这个值加上引号。' },
  },
  'skill.description_from_body': {
    en: { what: 'There is no description; the first paragraph stands for it.', fix: 'Add `description:` that says when to use the skill.' },
    'zh-CN': { what: '没有 description，用正文第一段代替。', fix: '加上 `description:`，写明何时使用这个技能。' },
  },
  'skill.duplicate_key': {
    en: { what: '`{key}` stands twice; the first one counts.', fix: 'Remove one of them.' },
    'zh-CN': { what: '`{key}` 出现了两次，以第一个为准。', fix: '删掉其中一个。' },
  },
  'skill.hidden_characters': {
    en: { what: '`{key}` holds characters nobody can see.', fix: 'Type the line anew.' },
    'zh-CN': { what: '`{key}` 里有看不见的字符。', fix: '把这一行重新输入一遍。' },
  },
  'skill.last_good': {
    en: { what: 'The file was changed and cannot be read; its last good text is used.', fix: 'Mend the file.' },
    'zh-CN': { what: '文件改动后读不了，沿用上一次读到的内容。', fix: '修好这个文件。' },
  },
  'skill.link_broken': {
    en: { what: 'The link leads nowhere, or in a circle.', fix: 'Remove it or set it anew.' },
    'zh-CN': { what: '链接失效或绕成了圈。', fix: '删除链接或重新创建。' },
  },
  'skill.link_changed': {
    en: { what: 'The link leads elsewhere by now: {target}', fix: 'Look where it leads, then allow it.' },
    'zh-CN': { what: '链接已指向别处：{target}', fix: '看清它指向哪里，再允许。' },
  },
  'skill.link_out': {
    en: {
      what: 'The link leads to {target}; nothing of it is read until you allow it.',
      fix: 'Allow it in Settings → Skills or with `mewcode skills allow`.',
    },
    'zh-CN': {
      what: '链接指向 {target}，允许之前不会读取。',
      fix: '在“设置 → 技能”里允许，或运行 `mewcode skills allow`。',
    },
  },
  'skill.long_description': {
    en: { what: 'The description is longer than {limit} characters; other programs may refuse it.', fix: 'Shorten it.' },
    'zh-CN': { what: '描述超过 {limit} 个字符，别的程序可能不接受。', fix: '缩短描述。' },
  },
  'skill.name_differs': {
    en: { what: 'It calls itself `{name}`, its folder is `{folder}`.', fix: 'Give both the same name.' },
    'zh-CN': { what: '它自称 `{name}`，文件夹却叫 `{folder}`。', fix: '两处用同一个名称。' },
  },
  'skill.name_form': {
    en: {
      what: '`{name}` is not small letters, digits and hyphens; other programs may refuse it.',
      fix: 'Rename it, such as `write-tests`.',
    },
    'zh-CN': { what: '`{name}` 不是小写字母、数字和连字符，别的程序可能不接受。', fix: '改个名，例如 `write-tests`。' },
  },
  'skill.never_closed': {
    en: {
      what: 'The head begins with `---` and never ends, or is of another kind than YAML.',
      fix: 'Put `---` on a line of its own below it.',
    },
    'zh-CN': { what: '开头的 `---` 没有结束，或者不是 YAML。', fix: '在它下面单独写一行 `---`。' },
  },
  'skill.no_description': {
    en: { what: 'There is no description and no paragraph that could stand for it.', fix: 'Add `description:` to the head.' },
    'zh-CN': { what: '没有 description，也没有能代替它的段落。', fix: '在开头加上 `description:`。' },
  },
  'skill.no_head': {
    en: {
      what: 'There is no head; the first paragraph is the description.',
      fix: 'Begin the file with `---`, `name:`, `description:` and `---`.',
    },
    'zh-CN': { what: '没有文件头，第一段作为描述。', fix: '文件开头写 `---`、`name:`、`description:` 和 `---`。' },
  },
  'skill.no_link': {
    en: { what: 'No skill `{name}` lies behind a link that leads elsewhere.', fix: 'See `mewcode skills list`.' },
    'zh-CN': { what: '没有叫 `{name}`、链接指向别处的技能。', fix: '用 `mewcode skills list` 查看。' },
  },
  'skill.not_found': {
    en: { what: 'There is no skill {name}.', fix: 'Look it up with `mewcode skills list`.' },
    'zh-CN': { what: '没有名为 {name} 的技能。', fix: '用 `mewcode skills list` 查看有哪些。' },
  },
  'skill.not_text': {
    en: { what: 'The file is not text in UTF-8, or cannot be opened.', fix: 'Save it as UTF-8.' },
    'zh-CN': { what: '文件不是 UTF-8 文本，或者打不开。', fix: '另存为 UTF-8。' },
  },
  'skill.repaired': {
    en: { what: '`{key}` was read with a repair ({detail}).', fix: 'Put the value in quotes.' },
    'zh-CN': { what: '`{key}` 经修正后读取（{detail}）。', fix: '给这个值加上引号。' },
  },
  'skill.restriction_unread': {
    en: { what: 'A key that restricts the skill cannot be read, so the model does not get the skill.', fix: 'Mend the key.' },
    'zh-CN': { what: '限制这个技能的键读不了，因此不提供给模型。', fix: '改正这个键。' },
  },
  'skill.runs_shell': {
    en: {
      what: 'A command behind an exclamation mark runs under your rules when the skill is loaded; in a project nobody trusts it stays words.',
      fix: 'Look at the commands in its text.',
    },
    'zh-CN': { what: '加载技能时，感叹号后面的命令会按你的规则运行；项目未受信任时原样保留。', fix: '看看正文里有哪些命令。' },
  },
  'skill.scan_binary': {
    en: { what: 'A file that is no text: what it does cannot be read.', fix: 'Use it only if you know where it comes from.' },
    'zh-CN': { what: '这个文件不是文本，看不出它做什么。', fix: '确认来源可信再使用。' },
  },
  'skill.scan_credentials': {
    en: { what: 'It names places where keys and passwords lie.', fix: 'Check why it needs them.' },
    'zh-CN': { what: '提到了存放密钥或密码的位置。', fix: '查清它为什么需要这些。' },
  },
  'skill.scan_encoded': {
    en: { what: 'A long encoded piece: what it says cannot be read.', fix: 'Decode it before you use the skill.' },
    'zh-CN': { what: '一大段编码内容，看不出写了什么。', fix: '使用之前先解码看看。' },
  },
  'skill.scan_exfiltration': {
    en: { what: 'It sends secrets or files to another machine.', fix: 'Do not use the skill unless you know that machine.' },
    'zh-CN': { what: '会把机密或文件发到别的机器。', fix: '除非认识那台机器，否则不要使用。' },
  },
  'skill.scan_exhaustion': {
    en: { what: 'A program with a loop that has no end.', fix: 'Read it before anybody runs it.' },
    'zh-CN': { what: '程序里有不会结束的循环。', fix: '运行之前先看一遍。' },
  },
  'skill.scan_hidden': {
    en: { what: 'Characters nobody can see, or that turn the reading order.', fix: 'Look at the line in an editor that shows them.' },
    'zh-CN': { what: '有看不见或改变阅读顺序的字符。', fix: '用能显示它们的编辑器查看这一行。' },
  },
  'skill.scan_injectable': {
    en: { what: 'A program runs what it is given, or puts it unchecked into a query or a path.', fix: 'Read it before anybody runs it.' },
    'zh-CN': { what: '程序把收到的内容直接执行，或未经检查放进查询或路径。', fix: '运行之前先看一遍。' },
  },
  'skill.scan_injection': {
    en: {
      what: 'It tells the model to set other instructions aside, or to hide something from you.',
      fix: 'Read the line; remove the skill if it means it.',
    },
    'zh-CN': { what: '要求模型不顾其他指令，或对你隐瞒。', fix: '看看这一行；如果是认真的，就删掉这个技能。' },
  },
  'skill.scan_link': {
    en: { what: 'A link that leads out of the skill’s folder.', fix: 'Remove the link.' },
    'zh-CN': { what: '链接指向技能文件夹之外。', fix: '删除链接。' },
  },
  'skill.scan_persistence': {
    en: {
      what: 'It changes what runs by itself: shell start files, schedules, hooks, settings.',
      fix: 'Check that this is what the skill is for.',
    },
    'zh-CN': { what: '会改动自动运行的内容：shell 启动文件、计划任务、钩子或设置。', fix: '确认这正是它的用途。' },
  },
  'skill.scan_remote_code': {
    en: { what: 'It runs what it fetches from the network, unseen.', fix: 'Fetch and read the script first.' },
    'zh-CN': { what: '从网上取来的内容不经查看就运行。', fix: '先下载脚本并读一遍。' },
  },
  'skill.scan_unscanned': {
    en: { what: 'Not looked through: too large, too many files, or unreadable.', fix: 'Look at it yourself.' },
    'zh-CN': { what: '没有检查：太大、文件太多或读不了。', fix: '自己看一看。' },
  },
  'skill.scan_write_outside': {
    en: { what: 'It writes to a fixed place outside the project.', fix: 'Check what it changes there.' },
    'zh-CN': { what: '会写入项目之外的固定位置。', fix: '查清它在那里改什么。' },
  },
  'skill.shadowed': {
    en: { what: 'Hidden by {by}.', fix: 'Rename or remove one of them.' },
    'zh-CN': { what: '被 {by} 挡住了。', fix: '给其中一个改名，或者删掉。' },
  },
  'skill.too_large': {
    en: { what: 'SKILL.md is larger than {limit}.', fix: 'Keep it to a few pages; put the rest into files beside it.' },
    'zh-CN': { what: 'SKILL.md 超过 {limit}。', fix: '只留几页，其余放进旁边的文件。' },
  },
  'skill.too_many': {
    en: { what: 'More than {limit} folders here; the rest is not looked at.', fix: 'Move some of them elsewhere.' },
    'zh-CN': { what: '这里的文件夹超过 {limit} 个，其余的不再查看。', fix: '把一部分移到别处。' },
  },
  'skill.unknown_keys': {
    en: { what: 'Keys without a meaning here: {keys}', fix: 'Nothing needs to be done.' },
    'zh-CN': { what: '这里不认识的键：{keys}', fix: '不需要做什么。' },
  },
  'skill.unknown_model': {
    en: {
      what: 'The model table has no `{model}`; the conversation’s model is used unless your provider is set to it.',
      fix: 'Mend the name or leave it out.',
    },
    'zh-CN': { what: '模型表里没有 `{model}`；除非服务商就设为它，否则使用对话的模型。', fix: '改正名称，或删掉它。' },
  },
  'skill.unknown_server_tools': {
    en: { what: 'No MCP server has tools of these names: {tools}', fix: 'Check the names, or add the server.' },
    'zh-CN': { what: '没有 MCP 服务器提供这些名称的工具：{tools}', fix: '核对名称，或添加服务器。' },
  },
  'skill.unknown_tools': {
    en: { what: 'There are no tools of these names: {tools}', fix: 'Check the names.' },
    'zh-CN': { what: '没有这些名称的工具：{tools}', fix: '核对名称。' },
  },
  'skill.unread_key': {
    en: { what: '`{key}` could not be read ({detail}).', fix: 'Mend the line; the rest of the file counts.' },
    'zh-CN': { what: '`{key}` 读不了（{detail}）。', fix: '改正这一行；文件的其余部分照常生效。' },
  },
  'skill.untrusted': {
    en: {
      what: 'Nobody has trusted this folder: the model is not told of its skills.',
      fix: 'Trust the folder, or start the skill yourself with `/`.',
    },
    'zh-CN': { what: '这个文件夹还没有被信任，它的技能不告诉模型。', fix: '信任这个文件夹，或者自己用 `/` 启动技能。' },
  },
  'skill.without_effect': {
    en: { what: '`{key}` has no effect here.', fix: 'Nothing needs to be done.' },
    'zh-CN': { what: '`{key}` 在这里不起作用。', fix: '不需要做什么。' },
  },
} as const satisfies ErrorTexts
