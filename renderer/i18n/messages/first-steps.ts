import { defineMessages } from '../define-messages.ts'

export const firstSteps = defineMessages(
  {
    title: 'Good to know',
    close: 'Hide these hints',
    files: "{'@'} names a file or a folder of the project.",
    commands: '/ brings commands, skills and prompts of MCP servers.',
    modes: '{keys} in the message box changes what runs without asking.',
    drop: 'Files, images and folders can be dropped anywhere on the conversation.',
  },
  {
    title: '小提示',
    close: '不再显示这些提示',
    files: "{'@'} 用来引用项目里的文件或文件夹。",
    commands: '/ 打开命令、技能和 MCP 服务器的提示词。',
    modes: '在输入框按 {keys}，切换哪些事不用问。',
    drop: '文件、图片和文件夹可以直接拖到对话里。',
  },
)
