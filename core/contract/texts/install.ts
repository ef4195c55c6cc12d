import type { ErrorTexts } from './types.ts'

export const installTexts = {
  'install.bad_answer': {
    en: { what: '{host} answered in a way nobody can read ({detail}).', fix: 'Try again later, or give the git address.' },
    'zh-CN': { what: '{host} 的答复看不懂（{detail}）。', fix: '稍后再试，或者改用 git 地址。' },
  },
  'install.bad_archive': {
    en: { what: '{file} is no readable zip archive ({detail}).', fix: 'Get the file anew.' },
    'zh-CN': { what: '{file} 不是可读的 zip 压缩包（{detail}）。', fix: '重新获取这个文件。' },
  },
  'install.bad_key': {
    en: { what: 'The file holds no ed25519 private key in PEM.', fix: 'Make one with `openssl genpkey -algorithm ed25519`.' },
    'zh-CN': { what: '文件里没有 PEM 格式的 ed25519 私钥。', fix: '用 `openssl genpkey -algorithm ed25519` 生成。' },
  },
  'install.bad_signature': {
    en: {
      what: 'The signature does not fit the files; they were changed after they were signed. {key}',
      fix: 'Ask the author for the signed files.',
    },
    'zh-CN': { what: '签名与文件不符，文件在签名后被改过。{key}', fix: '向作者要签过名的文件。' },
  },
  'install.bad_source': {
    en: {
      what: '{source} is no place a skill can come from.',
      fix: 'Give a folder, a .zip, owner/repo, owner/repo@skill, registry:skill, or an https or git address.',
    },
    'zh-CN': {
      what: '{source} 不是技能来源。',
      fix: '给出文件夹、.zip、owner/repo、owner/repo@skill、注册表:技能，或者 https、git 地址。',
    },
  },
  'install.changed': {
    en: { what: 'The files are no longer what was shown.', fix: 'Look at it again and confirm.' },
    'zh-CN': { what: '文件和展示时已经不同。', fix: '重新查看再确认。' },
  },
  'install.critical': {
    en: {
      what: 'The scanner found {count} critical places; nothing was installed.',
      fix: 'Read them. To install all the same, say so: `--accept-critical`, or the box on the card.',
    },
    'zh-CN': {
      what: '检查发现 {count} 处严重问题，没有安装。',
      fix: '先看清楚。仍要安装就明确表示：`--accept-critical`，或勾选卡片上的选项。',
    },
  },
  'install.disk': {
    en: { what: '{path} cannot be written ({detail}); nothing was changed.', fix: 'Make room, or check who may write there.' },
    'zh-CN': { what: '{path} 写不进去（{detail}），没有改动任何内容。', fix: '腾出空间，或检查写入权限。' },
  },
  'install.file_too_large': {
    en: { what: '{file} is larger than {limit}.', fix: 'Ask its author for a smaller skill.' },
    'zh-CN': { what: '{file} 超过 {limit}。', fix: '让作者缩小技能。' },
  },
  'install.git_failed': {
    en: { what: 'git could not fetch {url}: {detail}', fix: 'Check the address and that `git ls-remote` reaches it.' },
    'zh-CN': { what: 'git 取不到 {url}：{detail}', fix: '核对地址，确认 `git ls-remote` 能连上。' },
  },
  'install.host': {
    en: {
      what: '{host} is not among the hosts skills may come from.',
      fix: 'Add it to `skills: hosts:` in ~/.mewcode/settings.yaml if you trust it.',
    },
    'zh-CN': { what: '{host} 不在技能来源的主机名单里。', fix: '信任它就加到 ~/.mewcode/settings.yaml 的 `skills: hosts:`。' },
  },
  'install.link_out': {
    en: { what: '{path} leads out of the project; nothing is installed there.', fix: 'Replace the link by a folder.' },
    'zh-CN': { what: '{path} 指向项目之外，不会装到那里。', fix: '用文件夹代替这个链接。' },
  },
  'install.lock_unread': {
    en: { what: '{file} cannot be read ({detail}).', fix: 'Mend it, or restore it from version control.' },
    'zh-CN': { what: '{file} 读不了（{detail}）。', fix: '修好它，或从版本库恢复。' },
  },
  'install.no_git': {
    en: { what: 'This source needs git, and there is none on the path.', fix: 'Install git, or give a GitHub address.' },
    'zh-CN': { what: '这个来源需要 git，但系统里没有。', fix: '安装 git，或改用 GitHub 地址。' },
  },
  'install.no_previous': {
    en: { what: 'No earlier version of {id} is kept.', fix: 'Install the version you want by its tag or commit.' },
    'zh-CN': { what: '没有保留 {id} 的旧版本。', fix: '用标签或提交号安装想要的版本。' },
  },
  'install.no_project': {
    en: { what: 'There is no project here to install into.', fix: 'Open a project, or install for yourself: `--user`.' },
    'zh-CN': { what: '这里没有可安装到的项目。', fix: '打开一个项目，或者装给自己：`--user`。' },
  },
  'install.no_skill': {
    en: { what: 'There is no SKILL.md in {source}.', fix: 'Check the address; a skill is a folder with a SKILL.md.' },
    'zh-CN': { what: '{source} 里没有 SKILL.md。', fix: '核对地址；技能是带 SKILL.md 的文件夹。' },
  },
  'install.no_such_path': {
    en: { what: 'There is no {path} on this machine.', fix: 'Check how it is written; this is the whole path.' },
    'zh-CN': { what: '这台机器上没有 {path}。', fix: '核对写法；这是完整路径。' },
  },
  'install.not_found': {
    en: { what: '{url} does not exist, or is private.', fix: 'Check owner, name, branch and path.' },
    'zh-CN': { what: '{url} 不存在，或者是私有的。', fix: '核对所有者、名称、分支和路径。' },
  },
  'install.not_installed': {
    en: { what: '{id} was not installed from a source.', fix: 'See `mewcode skills verify` for those that were.' },
    'zh-CN': { what: '{id} 不是从来源安装的。', fix: '用 `mewcode skills verify` 查看安装过的技能。' },
  },
  'install.not_pinnable': {
    en: {
      what: '{id} comes from no registry that counts versions.',
      fix: 'Install it from a registry, or by a tag or commit of its repository.',
    },
    'zh-CN': { what: '{id} 的来源不是带版本的注册表。', fix: '从注册表安装，或者按仓库的标签或提交号安装。' },
  },
  'install.offline': {
    en: { what: '{host} cannot be reached ({detail}).', fix: 'Check the network, then try again.' },
    'zh-CN': { what: '连不上 {host}（{detail}）。', fix: '检查网络后重试。' },
  },
  'install.only_registries': {
    en: {
      what: '{source} is no skill of a registry, and `skills.only_registries` allows no other source.',
      fix: 'Name one as registry:skill; `mewcode skills search` lists them.',
    },
    'zh-CN': {
      what: '{source} 不是注册表里的技能，而 `skills.only_registries` 不允许别的来源。',
      fix: '写成“注册表:技能”，用 `mewcode skills search` 查看。',
    },
  },
  'install.preview_gone': {
    en: { what: 'What was to be confirmed is no longer there.', fix: 'Begin the installation anew.' },
    'zh-CN': { what: '待确认的内容已经不在了。', fix: '重新开始安装。' },
  },
  'install.rate_limited': {
    en: { what: '{host} takes no more requests from here until {until}.', fix: 'Wait, or give the git address: https://…/….git' },
    'zh-CN': { what: '{host} 在 {until} 之前不再接受请求。', fix: '等一等，或改用 git 地址：https://…/….git' },
  },
  'install.redirect': {
    en: {
      what: '{host} leads on to {to}, which is not among the allowed hosts; it was not followed.',
      fix: 'Give the right address, or allow that host.',
    },
    'zh-CN': { what: '{host} 转到了 {to}，后者不在允许的主机里，没有跟随。', fix: '给出正确的地址，或允许那台主机。' },
  },
  'install.ref_unknown': {
    en: { what: '{source} has no branch, tag or commit {ref}.', fix: 'Check its spelling.' },
    'zh-CN': { what: '{source} 没有名为 {ref} 的分支、标签或提交。', fix: '核对拼写。' },
  },
  'install.refused': {
    en: { what: '{url} was refused ({status}).', fix: 'A private repository needs its git address, for which git uses your own sign-in.' },
    'zh-CN': { what: '{url} 拒绝访问（{status}）。', fix: '私有仓库改用 git 地址，由 git 使用你自己的登录。' },
  },
  'install.registry_exists': {
    en: {
      what: 'There is a registry {name} already.',
      fix: 'Choose another name, or remove it: `mewcode skills registries remove {name}`.',
    },
    'zh-CN': { what: '已经有名为 {name} 的注册表。', fix: '换一个名称，或先删除：`mewcode skills registries remove {name}`。' },
  },
  'install.registry_refused': {
    en: {
      what: 'The registry {name} lets nobody in who shows no valid token.',
      fix: 'Store one with `mewcode keys set registry:{name:shell}`, and set `token: keychain` for it.',
    },
    'zh-CN': {
      what: '注册表 {name} 要求有效的令牌。',
      fix: '用 `mewcode keys set registry:{name:shell}` 保存令牌，并给它设置 `token: keychain`。',
    },
  },
  'install.registry_token': {
    en: {
      what: 'The keychain has no usable token for the registry {name}.',
      fix: 'Store it with `mewcode keys set registry:{name:shell}`.',
    },
    'zh-CN': { what: '钥匙串里没有注册表 {name} 可用的令牌。', fix: '用 `mewcode keys set registry:{name:shell}` 保存。' },
  },
  'install.registry_unknown': {
    en: { what: 'Your settings name no registry {name}.', fix: 'Add it: `mewcode skills registries add {name} URL`.' },
    'zh-CN': { what: '设置里没有名为 {name} 的注册表。', fix: '添加它：`mewcode skills registries add {name} URL`。' },
  },
  'install.registry_url': {
    en: {
      what: '{url} is no address of a registry.',
      fix: 'Give a site with /.well-known/agent-skills/ or a git repository; one with a token over https.',
    },
    'zh-CN': {
      what: '{url} 不是注册表的地址。',
      fix: '给出带 /.well-known/agent-skills/ 的网站或 git 仓库；要令牌的必须用 https。',
    },
  },
  'install.several': {
    en: { what: '{source} holds several skills: {names}', fix: 'Name one, such as owner/repo@skill, or with `--skill`.' },
    'zh-CN': { what: '{source} 里有多个技能：{names}', fix: '指定一个，例如 owner/repo@skill，或用 `--skill`。' },
  },
  'install.skill_unread': {
    en: { what: '{file} cannot be used: {reason}', fix: 'Ask its author to mend it.' },
    'zh-CN': { what: '{file} 用不了：{reason}', fix: '让作者改正。' },
  },
  'install.timeout': {
    en: { what: 'It was not fetched within {seconds} s.', fix: 'Try again.' },
    'zh-CN': { what: '{seconds} 秒内没有取完。', fix: '再试一次。' },
  },
  'install.too_deep': {
    en: { what: '{file} lies more than {limit} folders deep.', fix: 'Ask its author for a flatter skill.' },
    'zh-CN': { what: '{file} 的文件夹超过 {limit} 层。', fix: '让作者减少层级。' },
  },
  'install.too_large': {
    en: { what: 'Its files are larger than {limit} together.', fix: 'Ask its author for a smaller skill.' },
    'zh-CN': { what: '文件合计超过 {limit}。', fix: '让作者缩小技能。' },
  },
  'install.too_many_files': {
    en: { what: 'It has more than {limit} files.', fix: 'Name the folder of one skill.' },
    'zh-CN': { what: '文件超过 {limit} 个。', fix: '指定单个技能的文件夹。' },
  },
  'install.unsafe_path': {
    en: { what: 'It holds a path that leads elsewhere or cannot be a file everywhere: {path}', fix: 'Do not use it.' },
    'zh-CN': { what: '其中的路径指向别处，或在某些系统上不能用：{path}', fix: '不要使用它。' },
  },
  'install.unsigned': {
    en: {
      what: 'It is not signed with a key of your settings, and `skills.require_signature` asks for that.',
      fix: 'Add the author’s key to `skills.keys`, or choose another source.',
    },
    'zh-CN': {
      what: '它没有用你设置里的密钥签名，而 `skills.require_signature` 要求签名。',
      fix: '把作者的公钥加进 `skills.keys`，或换一个来源。',
    },
  },
} as const satisfies ErrorTexts
