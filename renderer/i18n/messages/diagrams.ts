import { defineMessages } from '../define-messages.ts'

export const diagrams = defineMessages(
  {
    draw: 'Draw',
    drawing: 'Drawing',
    picture: 'Diagram',
    showSource: 'Show source',
    showPicture: 'Show diagram',
    failed: 'This diagram could not be drawn.',
    tooLong: 'Diagrams of more than {n} characters are not drawn.',
    tookTooLong: 'Drawing took more than {n} seconds and was stopped.',
  },
  {
    draw: '绘制',
    drawing: '正在绘制',
    picture: '图表',
    showSource: '显示源码',
    showPicture: '显示图表',
    failed: '没能画出这张图。',
    tooLong: '超过 {n} 个字符的图不绘制。',
    tookTooLong: '绘制超过 {n} 秒，已停止。',
  },
)
