import type { ErrorTexts } from './types.ts'

export const worktreeTexts = {
  'worktree.gone': {
    en: { what: 'The worktree of this card is no longer there.', fix: 'Go on with the card: it gets a new one.' },
    'zh-CN': { what: '这张卡片的工作树已经不在了。', fix: '继续这张卡片，会新建一个。' },
  },
  'worktree.kept': {
    en: { what: 'The card still has changes in {path}.', fix: 'Merge or discard them first.' },
    'zh-CN': { what: '这张卡片在 {path} 里还有改动。', fix: '先合并或丢弃。' },
  },
  'worktree.main_dirty': {
    en: {
      what: 'The merge would change files with changes of your own that are not committed: {files}',
      fix: 'Commit, stash or undo them, then merge again; nothing was changed.',
    },
    'zh-CN': { what: '合并会改动这些尚未提交的文件：{files}', fix: '先提交、暂存（stash）或撤销，再合并；没有改动任何内容。' },
  },
  'worktree.no_commit': {
    en: { what: 'The repository has no commit a worktree could begin from.', fix: 'Make a first commit.' },
    'zh-CN': { what: '仓库还没有提交，无法建立工作树。', fix: '先做一次提交。' },
  },
  'worktree.none': {
    en: { what: 'This card has no worktree: its agent worked in the project’s own folder.', fix: 'Its changes are already there.' },
    'zh-CN': { what: '这张卡片没有工作树，agent 是直接在项目文件夹里工作的。', fix: '改动已经在项目里了。' },
  },
  'worktree.not_ready': {
    en: {
      what: 'The folder can have no worktree: it must be a git repository in a folder that is trusted, with git installed.',
      fix: 'Trust the folder, or work without a worktree; do not retry.',
    },
    'zh-CN': {
      what: '这里不能建立工作树：需要是 git 仓库，文件夹已受信任，并且装有 git。',
      fix: '信任这个文件夹，或不用工作树；不要重试。',
    },
  },
  'worktree.orphans': {
    en: {
      what: 'These worktrees belong to no card: {paths}',
      fix: 'Look at them; `git worktree remove --force PATH` removes one.',
    },
    'zh-CN': { what: '这些工作树不属于任何卡片：{paths}', fix: '看看还要不要；`git worktree remove --force PATH` 可以删除。' },
  },
  'worktree.place': {
    en: { what: '{path} leads somewhere else, so no worktree is made there.', fix: 'Remove the link.' },
    'zh-CN': { what: '{path} 指向别处，不能在那里建立工作树。', fix: '删掉这个链接。' },
  },
  'worktree.too_much': {
    en: { what: '`.worktreeinclude` names more than {limit}.', fix: 'Name fewer files: they are copied into every worktree.' },
    'zh-CN': { what: '`.worktreeinclude` 包含的内容超过 {limit}。', fix: '少写一些：这些文件会复制到每个工作树。' },
  },
} as const satisfies ErrorTexts
