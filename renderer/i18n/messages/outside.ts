import { defineMessages } from '../define-messages.ts'

/** Files dropped from outside the project. */
export const outside = defineMessages(
  {
    title: 'Add a file from outside the project? | Add {n} files from outside the project?',
    text: 'A copy goes into the message, and with it to the model. The file itself is not touched. | Copies go into the message, and with it to the model. The files themselves are not touched.',
    more: 'and one more | and {n} more',
    leave: 'Leave it out | Leave them out',
    add: 'Add a copy | Add {n} copies',
  },
  {
    title: '添加项目之外的 {n} 个文件？',
    text: '消息里会带上副本，随消息发给模型；文件本身不动。',
    more: '还有 {n} 个',
    leave: '不加',
    add: '添加副本',
  },
)
