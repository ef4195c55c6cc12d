import type { ErrorTexts } from './types.ts'

export const a2aTexts = {
  'a2a.address': {
    en: {
      what: '{host} leads to {address}, which is not on the public internet, so nothing was sent there.',
      fix: 'If you trust that host, add it to `a2a: allowed_hosts` in your settings.yaml.',
    },
    'zh-CN': {
      what: '{host} 指向 {address}，不是公网地址，没有向它发送任何内容。',
      fix: '如果信任这台主机，把它加进 settings.yaml 的 `a2a: allowed_hosts`。',
    },
  },
  'a2a.auth': {
    en: {
      what: 'The remote agent {agent} turned the sign-in away (status {status}).',
      fix: 'Check `auth` in its definition and the secret it names.',
    },
    'zh-CN': { what: '远程 agent {agent} 拒绝了登录（状态码 {status}）。', fix: '检查定义里的 `auth` 和它引用的密钥。' },
  },
  'a2a.canceled': {
    en: { what: 'The remote agent {agent} cancelled the work itself. {detail}', fix: 'Start it again, or ask whoever runs it.' },
    'zh-CN': { what: '远程 agent {agent} 自行取消了任务。{detail}', fix: '重新启动，或问问它的管理者。' },
  },
  'a2a.card': {
    en: {
      what: 'The card of the remote agent {agent} cannot be used: {detail}',
      fix: 'Check `agent_card_url`, and that the agent offers JSON-RPC or HTTP+JSON.',
    },
    'zh-CN': {
      what: '远程 agent {agent} 的 agent card 无法使用：{detail}',
      fix: '检查 `agent_card_url`，并确认它提供 JSON-RPC 或 HTTP+JSON。',
    },
  },
  'a2a.failed': {
    en: { what: 'The remote agent {agent} failed: {detail}', fix: 'Read what it says, change the task, and start it again.' },
    'zh-CN': { what: '远程 agent {agent} 失败了：{detail}', fix: '看看它的说明，改一下任务再启动。' },
  },
  'a2a.insecure': {
    en: {
      what: '{url} is not encrypted, so the secret of the agent {agent} was not sent there.',
      fix: 'Use an https address, or add the host to `a2a: allowed_hosts` in your settings.yaml.',
    },
    'zh-CN': {
      what: '{url} 没有加密，agent {agent} 的密钥没有发出。',
      fix: '改用 https 地址，或把主机加进 settings.yaml 的 `a2a: allowed_hosts`。',
    },
  },
  'a2a.lost': {
    en: {
      what: 'The connection to the remote agent {agent} was lost: {detail}',
      fix: 'Resume the run: the work is taken up where it is by then.',
    },
    'zh-CN': { what: '与远程 agent {agent} 的连接断了：{detail}', fix: '恢复这次运行，会接上对方当时的进度。' },
  },
  'a2a.no_sign_in': {
    en: {
      what: 'The agent {agent} is not signed in to in the browser.',
      fix: 'Only a remote agent with `auth: oauth` in its definition is.',
    },
    'zh-CN': { what: 'agent {agent} 不用在浏览器里登录。', fix: '只有定义里写了 `auth: oauth` 的远程 agent 才需要。' },
  },
  'a2a.redirect': {
    en: {
      what: '{url} redirects to {target}, which is not followed.',
      fix: 'Write the final address into the definition, if you trust it.',
    },
    'zh-CN': { what: '{url} 重定向到 {target}，没有跟随。', fix: '如果信任它，把最终地址写进定义。' },
  },
  'a2a.refused': {
    en: { what: 'The remote agent {agent} refused the request: {detail}', fix: 'Change the task, or ask whoever runs it.' },
    'zh-CN': { what: '远程 agent {agent} 拒绝了请求：{detail}', fix: '改一下任务，或问问它的管理者。' },
  },
  'a2a.secret_missing': {
    en: { what: 'There is no secret under `{name}`.', fix: 'Set the variable; for the keychain run `mewcode keys set {account:shell}`.' },
    'zh-CN': { what: '`{name}` 没有密钥。', fix: '设置这个环境变量；钥匙串用 `mewcode keys set {account:shell}` 存入。' },
  },
  'a2a.secret_project': {
    en: {
      what: 'The agent {agent} of this project asks for a secret of your keychain, and does not get it.',
      fix: 'Name a variable in its definition, or copy it to your own agents.',
    },
    'zh-CN': {
      what: '本项目的 agent {agent} 想要钥匙串里的密钥，没有给它。',
      fix: '在定义里改用环境变量，或把它复制到自己的 agent 目录。',
    },
  },
  'a2a.secret_variable': {
    en: {
      what: 'The variable {name} holds the key of a model provider, which a remote agent does not get.',
      fix: 'Name a variable of its own in the definition.',
    },
    'zh-CN': { what: '环境变量 {name} 存着模型服务的密钥，不会交给远程 agent。', fix: '在定义里换一个专用的变量。' },
  },
  'a2a.sign_in': {
    en: { what: 'The remote agent {agent} wants you to sign in.', fix: 'Run `mewcode agents login {agent}`, then start it again.' },
    'zh-CN': { what: '远程 agent {agent} 需要登录。', fix: '运行 `mewcode agents login {agent}`，再重新启动。' },
  },
  'a2a.too_long': {
    en: { what: 'The remote agent {agent} said more than {limit} characters and was stopped.', fix: 'Ask it for less at once.' },
    'zh-CN': { what: '远程 agent {agent} 的回答超过 {limit} 个字符，已停止。', fix: '一次少要一些内容。' },
  },
  'a2a.unanswered': {
    en: {
      what: 'The remote agent {agent} asked something that nobody here could answer, and was stopped.',
      fix: 'Put what it asks for into the task, or run it from a window.',
    },
    'zh-CN': { what: '远程 agent {agent} 提了问题，这里没人能回答，已停止。', fix: '把它要的信息写进任务，或在窗口里运行。' },
  },
  'a2a.unreachable': {
    en: { what: 'The remote agent {agent} cannot be reached: {detail}', fix: 'Check its address and your network, then start it again.' },
    'zh-CN': { what: '连不上远程 agent {agent}：{detail}', fix: '检查地址和网络，再重新启动。' },
  },
} as const satisfies ErrorTexts
