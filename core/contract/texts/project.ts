import type { ErrorTexts } from './types.ts'

export const projectTexts = {
  'project.bad_name': {
    en: { what: 'A folder cannot be called {name}.', fix: 'Choose a name without slashes that is not a dot.' },
    'zh-CN': { what: '文件夹不能叫 {name}。', fix: '换一个不带斜杠、不是点号的名字。' },
  },
  'project.clone_address': {
    en: {
      what: '{address} is no address a repository can be cloned from.',
      fix: 'Give an https or ssh address, or owner/name for GitHub; no password belongs in it.',
    },
    'zh-CN': {
      what: '{address} 不是可以克隆的仓库地址。',
      fix: '填 https 或 ssh 地址，GitHub 上的可以只写 owner/name；地址里不要带密码。',
    },
  },
  'project.clone_failed': {
    en: { what: 'git could not clone {address}: {detail}', fix: 'Mend what it names, then try again; nothing was left behind.' },
    'zh-CN': { what: 'git 克隆不了 {address}：{detail}', fix: '解决它指出的问题后再试；没有留下任何文件。' },
  },
  'project.clone_no_git': {
    en: { what: 'Git is not installed here, and cloning needs it.', fix: 'Install git, then try again.' },
    'zh-CN': { what: '这里没有安装 Git，克隆需要它。', fix: '装好 Git 再试。' },
  },
  'project.clone_not_found': {
    en: {
      what: '{address} was not found, or it needs a sign-in: {detail}',
      fix: 'Check the address. For a private repository sign in with git in a terminal first: `git ls-remote` must reach it.',
    },
    'zh-CN': {
      what: '找不到 {address}，或者它需要登录：{detail}',
      fix: '核对地址。私有仓库先在终端里用 git 登录，直到 `git ls-remote` 能连上。',
    },
  },
  'project.exists': {
    en: { what: '{path} exists already.', fix: 'Choose another name or open that folder.' },
    'zh-CN': { what: '{path} 已经存在。', fix: '换个名字，或者打开那个文件夹。' },
  },
  'project.home_only': {
    en: { what: 'Only Home can do this.', fix: 'Go to Home first.' },
    'zh-CN': { what: '只有首页可以这样做。', fix: '先回到首页。' },
  },
  'project.missing': {
    en: { what: 'The folder {path} does not exist.', fix: 'Check the path, or choose another folder.' },
    'zh-CN': { what: '文件夹 {path} 不存在。', fix: '检查路径，或者选别的文件夹。' },
  },
  'project.name_too_long': {
    en: { what: 'The name {name} is too long for a folder.', fix: 'Choose a shorter one: most disks take 255 bytes.' },
    'zh-CN': { what: '文件夹名 {name} 太长。', fix: '换一个短些的：多数磁盘最多 255 字节，一个汉字占 3 字节。' },
  },
  'project.no_picker': {
    en: { what: 'This host has no folder dialog of the system.', fix: 'Choose the folder from the list.' },
    'zh-CN': { what: '这里没有系统的文件夹对话框。', fix: '从列表里选文件夹。' },
  },
  'project.none': {
    en: { what: 'This window has no project.', fix: 'Open a project folder first.' },
    'zh-CN': { what: '这个窗口没有打开项目。', fix: '先打开一个项目文件夹。' },
  },
  'project.not_folder': {
    en: { what: '{path} is a file, not a folder.', fix: 'Open the folder that holds it.' },
    'zh-CN': { what: '{path} 是文件，不是文件夹。', fix: '打开它所在的文件夹。' },
  },
  'project.unreadable': {
    en: { what: 'MewCode may not read the folder {path}.', fix: 'Give yourself read access, or choose another folder.' },
    'zh-CN': { what: '没有权限读取文件夹 {path}。', fix: '给自己加上读取权限，或者选别的文件夹。' },
  },
  'project.unwritable': {
    en: { what: 'MewCode may not write to {path}.', fix: 'Give yourself write access, or choose another folder.' },
    'zh-CN': { what: '没有权限写入 {path}。', fix: '给自己加上写入权限，或者选别的文件夹。' },
  },
} as const satisfies ErrorTexts
