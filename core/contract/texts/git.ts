import type { ErrorTexts } from './types.ts'

export const gitTexts = {
  'git.bad_branch': {
    en: { what: '“{name}” cannot be the name of a branch.', fix: 'Use letters, digits, “-” and “/”, without blanks.' },
    'zh-CN': { what: '“{name}”不能作为分支名。', fix: '用字母、数字、“-”和“/”，不要有空格。' },
  },
  'git.failed': {
    en: { what: 'git {verb} failed: {detail}', fix: 'Mend what it names, then try again; nothing else was done.' },
    'zh-CN': { what: 'git {verb} 失败：{detail}', fix: '解决它指出的问题后再试；没有做别的事。' },
  },
  'git.no_branch': {
    en: { what: 'No branch is checked out.', fix: 'Make a branch first.' },
    'zh-CN': { what: '当前没有检出任何分支。', fix: '先新建一个分支。' },
  },
  'git.no_pull_requests': {
    en: {
      what: 'GitHub’s program `gh` is not installed.',
      fix: 'Install it and sign in with `gh auth login`, or open the pull request in the browser.',
    },
    'zh-CN': { what: '没有安装 GitHub 的命令行程序 `gh`。', fix: '安装后用 `gh auth login` 登录，或在浏览器里发起拉取请求。' },
  },
  'git.not_ready': {
    en: { what: 'git cannot be used in this folder.', fix: 'It must be a repository in a folder that is trusted, with git installed.' },
    'zh-CN': { what: '这个文件夹里不能使用 git。', fix: '它需要是一个仓库，文件夹已受信任，并且装有 git。' },
  },
  'git.nothing_staged': {
    en: { what: 'Nothing is staged.', fix: 'Choose the files that go into the commit.' },
    'zh-CN': { what: '没有暂存任何内容。', fix: '选择要放进这次提交的文件。' },
  },
} as const satisfies ErrorTexts
