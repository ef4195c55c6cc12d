export type DemoLanguage = 'en' | 'zh'

/** The language the prompt is written in. */
export function languageOf(prompt: string): DemoLanguage {
  return /\p{Script=Han}/u.test(prompt) ? 'zh' : 'en'
}

/** What the demo says. It never passes for a model. */
export const words = {
  en: {
    intro: 'Offline demo: fixed rules, no AI.',
    blind: 'I cannot see images or PDFs: there is no AI here that could look at them.',
    help: [
      'I follow a few fixed patterns. Try one of these:',
      '- list the files',
      '- read README.md',
      '- search for "TODO"',
      '- change "old words" to "new words" in notes.txt',
      '- create hello.txt with "Hello"',
      '- run `git status`',
      'To get real answers, add a model under Settings → Models & keys.',
    ].join('\n'),
    willRead: (file: string) => `I will read ${file}.`,
    willFind: (name: string) => `I will look for a file called ${name}.`,
    willList: () => 'I will list the files of this project.',
    willSearch: (pattern: string) => `I will search the files for "${pattern}".`,
    willEdit: (file: string) => `Now I will make the change in ${file}.`,
    willCreate: (file: string) => `I will write ${file}.`,
    willRun: (command: string) => `I will run \`${command}\`.`,
    content: (file: string) => `This is what ${file} says:`,
    listed: () => 'These are the files:',
    found: (what: string) => `This is what I found for "${what}":`,
    nothing: (what: string) => `Nothing here matches "${what}".`,
    edited: (file: string, from: string, to: string) => `Done: in ${file}, "${from}" is now "${to}".`,
    created: (file: string) => `Done: ${file} is written.`,
    ran: (command: string) => `\`${command}\` said:`,
    failed: () => 'That did not work:',
    noTool: (tool: string) => `This needs the tool ${tool}, which is not available in this session.`,
  },
  zh: {
    intro: '离线演示：固定规则，没有 AI。',
    blind: '图片和 PDF 我看不了：这里没有能看它们的 AI。',
    help: [
      '我只认得几种固定的说法，可以试试：',
      '- 列出文件',
      '- 读一下 README.md',
      '- 搜索 “TODO”',
      '- 把 notes.txt 里的 “旧文字” 改成 “新文字”',
      '- 新建 hello.txt，内容是 “你好”',
      '- 运行 `git status`',
      '想要真正的回答，到「设置 → 模型与密钥」里添加模型。',
    ].join('\n'),
    willRead: (file: string) => `我来读 ${file}。`,
    willFind: (name: string) => `我来找名叫 ${name} 的文件。`,
    willList: () => '我来列出这个项目的文件。',
    willSearch: (pattern: string) => `我在文件里搜索“${pattern}”。`,
    willEdit: (file: string) => `现在修改 ${file}。`,
    willCreate: (file: string) => `我来写 ${file}。`,
    willRun: (command: string) => `我来运行 \`${command}\`。`,
    content: (file: string) => `${file} 的内容：`,
    listed: () => '文件如下：',
    found: (what: string) => `“${what}”的搜索结果：`,
    nothing: (what: string) => `没有找到“${what}”。`,
    edited: (file: string, from: string, to: string) => `改好了：${file} 里的“${from}”现在是“${to}”。`,
    created: (file: string) => `写好了：${file}。`,
    ran: (command: string) => `\`${command}\` 的输出：`,
    failed: () => '没有成功：',
    noTool: (tool: string) => `这需要工具 ${tool}，本次会话里没有。`,
  },
} as const satisfies Record<DemoLanguage, Record<string, string | ((...values: string[]) => string)>>
