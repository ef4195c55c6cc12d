/** One way to break a wall: a file that must be reported by the rule of that name. */
export interface Plant {
  wall: string
  file: string
  text: string
}

const script = (line: string): string => `<script setup lang="ts">\n${line}\n</script>\n<template><p /></template>\n`

/** At least one for every rule of `.dependency-cruiser.mjs`; where a `.vue` file can break the wall, one does. */
export const PLANTS: readonly Plant[] = [
  { wall: 'core has no electron or vue', file: 'core/agent/planted-host.ts', text: "import { app } from 'electron'\nvoid app\n" },
  { wall: 'core has no electron or vue', file: 'core/session/planted-vue.ts', text: "import { ref } from 'vue'\nvoid ref\n" },
  { wall: 'core has no electron or vue', file: 'core/session/planted-page.ts', text: "import '../../renderer/planted-target.ts'\n" },
  { wall: 'contract imports zod only', file: 'core/contract/planted-node.ts', text: "import { readFile } from 'node:fs'\nvoid readFile\n" },
  {
    wall: 'contract imports zod only',
    file: 'core/contract/planted-type.ts',
    text: "import type { A } from '../base/planted-target.ts'\nexport type B = A\n",
  },
  { wall: 'base imports nothing of ours', file: 'core/base/planted.ts', text: "import '../contract/planted-target.ts'\n" },
  {
    wall: 'renderer sees only core/contract',
    file: 'renderer/app/Planted.vue',
    text: script("import '../../core/storage/planted-target.ts'"),
  },
  {
    wall: 'renderer sees only core/contract',
    file: 'renderer/app/planted.ts',
    text: "import type { A } from '../../core/base/planted-target.ts'\nexport type B = A\n",
  },
  { wall: 'renderer has no node', file: 'renderer/app/PlantedNode.vue', text: script("import { readFile } from 'node:fs'\nvoid readFile") },
  { wall: 'preload is a letterbox', file: 'electron/preload/planted.ts', text: "import '../../core/contract/planted-target.ts'\n" },
  { wall: 'preload is a letterbox', file: 'electron/preload/planted-node.ts', text: "import { readFile } from 'node:fs'\nvoid readFile\n" },
  { wall: 'ui is dumb', file: 'renderer/ui/Planted.vue', text: script("import '../stores/planted-target.ts'") },
  {
    wall: 'features do not import each other',
    file: 'renderer/features/one/Planted.vue',
    text: script("import '../two/planted-target.ts'"),
  },
  { wall: 'nobody imports cli', file: 'core/session/planted-cli.ts', text: "import '../cli/planted-target.ts'\n" },
  { wall: 'nobody imports cli', file: 'electron/main/planted-cli.ts', text: "await import('../../core/cli/planted-target.ts')\n" },
  {
    wall: 'serve is imported by cli alone',
    file: 'electron/main/planted-serve.ts',
    text: "await import('../../core/serve/planted-target.ts')\n",
  },
  { wall: 'cli imports serve lazily', file: 'core/cli/planted-eager.ts', text: "import '../serve/planted-target.ts'\n" },
  { wall: 'testing is for tests', file: 'core/session/planted-testing.ts', text: "import '../testing/planted-target.ts'\n" },
  { wall: 'vendor SDKs stay in their protocol', file: 'core/agent/planted-sdk.ts', text: "await import('@anthropic-ai/sdk')\n" },
  {
    wall: 'vendor SDKs are loaded when used',
    file: 'core/llm/anthropic/planted-eager.ts',
    text: "import OpenAI from 'openai'\nvoid OpenAI\n",
  },
  { wall: 'SQL only in storage', file: 'core/session/planted-sql.ts', text: "import Database from 'better-sqlite3'\nvoid Database\n" },
  {
    wall: 'SQL only in storage',
    file: 'core/session/planted-node-sql.ts',
    text: "import { DatabaseSync } from 'node:sqlite'\nvoid DatabaseSync\n",
  },
  {
    wall: 'process spawning only through platform',
    file: 'core/tools/bash/planted-spawn.ts',
    text: "import { spawn } from 'node:child_process'\nvoid spawn\n",
  },
  {
    wall: 'process spawning only through platform',
    file: 'electron/main/planted-spawn.ts',
    text: "import { spawn } from 'child_process'\nvoid spawn\n",
  },
  {
    wall: 'no cycles',
    file: 'core/agent/planted-cycle-a.ts',
    text: "import { b } from './planted-cycle-b.ts'\nexport const a = (): number => b()\n",
  },
  { wall: 'no unresolvable import', file: 'core/agent/planted-nothing.ts', text: "import './not-there.ts'\n" },
]

/** What the plants import. */
export const TARGETS: readonly string[] = [
  'core/base/planted-target.ts',
  'core/cli/planted-target.ts',
  'core/contract/planted-target.ts',
  'core/serve/planted-target.ts',
  'core/storage/planted-target.ts',
  'core/testing/planted-target.ts',
  'renderer/features/two/planted-target.ts',
  'renderer/planted-target.ts',
  'renderer/stores/planted-target.ts',
]

export const CYCLE_BACK = {
  file: 'core/agent/planted-cycle-b.ts',
  text: "import { a } from './planted-cycle-a.ts'\nexport const b = (): number => a()\n",
}

/** Walls the compiler holds: this file must not compile under this project. */
export const COMPILER_PLANTS: readonly (Plant & { project: string })[] = [
  { wall: 'core has no DOM', project: 'core', file: 'core/agent/planted-dom.ts', text: 'export const title = document.title\n' },
  {
    wall: 'contract compiles in a page',
    project: 'contract',
    file: 'core/contract/planted-process.ts',
    text: 'export const home = process.env\n',
  },
  { wall: 'renderer has no node', project: 'renderer', file: 'renderer/app/planted-process.ts', text: 'export const home = process.env\n' },
]
