import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { z } from 'zod'
import type { Mode } from '../../core/contract/common.ts'
import type { WireError } from '../../core/contract/errors.ts'
import type {
  ExtraFolder,
  permissions as permissionsContract,
  ManagedPolicy,
  PermissionAnswer,
  PermissionRule,
  RuleEffect,
  SandboxState,
} from '../../core/contract/permissions.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

type RuleHome = z.input<typeof permissionsContract.remove.input>['from']

/** Rules in force in this project, and what they would do to a call. */
export const usePermissionsStore = defineStore('permissions', () => {
  const { client, onEvent } = useConnection()
  const rules = shallowRef<readonly PermissionRule[]>()
  const error = shallowRef<WireError>()
  const folders = shallowRef<readonly ExtraFolder[]>()
  const foldersError = shallowRef<WireError>()
  const sandbox = shallowRef<SandboxState>()
  const policy = shallowRef<ManagedPolicy>()
  let asked = 0
  let askedRules = 0
  let takenRules = 0

  /** An older answer never replaces a newer one: one that was read before a rule was added may come after it. */
  async function takeRules(ask: () => Promise<readonly PermissionRule[]>): Promise<void> {
    const mine = ++askedRules
    const answer = await ask()
    if (mine < takenRules) return
    takenRules = mine
    rules.value = answer
  }

  async function load(): Promise<void> {
    try {
      await takeRules(() => client.permissions.rules({}))
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function loadFolders(): Promise<void> {
    try {
      folders.value = await client.permissions.folders({})
      foldersError.value = undefined
    } catch (failure) {
      foldersError.value = failureOf(failure)
    }
  }

  async function addFolder(path: string, to: 'user' | 'local'): Promise<void> {
    folders.value = await client.permissions.addFolder({ path, to })
  }

  async function removeFolder({ path }: ExtraFolder, from: RuleHome): Promise<void> {
    folders.value = await client.permissions.removeFolder({ path, from })
  }

  /** What it is stays unsaid where the core does not answer. */
  async function loadSandbox(): Promise<void> {
    sandbox.value = await client.permissions.sandbox({}).catch(() => undefined)
  }

  async function loadPolicy(): Promise<void> {
    policy.value = (await client.permissions.policy({}).catch(() => null)) ?? undefined
  }

  async function add(effect: RuleEffect, rule: string, to: 'user' | 'local'): Promise<void> {
    await takeRules(() => client.permissions.add({ effect, rule, to }))
  }

  async function remove({ effect, rule }: PermissionRule, from: RuleHome): Promise<void> {
    await takeRules(() => client.permissions.remove({ effect, rule, from }))
  }

  /** Undefined when a newer question was asked meanwhile. */
  async function check(tool: string, input: unknown, mode: Mode): Promise<PermissionAnswer | undefined> {
    const id = (asked += 1)
    const answer = await client.permissions.check({ tool, input, mode })
    return id === asked ? answer : undefined
  }

  onScopeDispose(
    onEvent((event) => {
      if (event.type !== 'settings.changed') return
      if (rules.value) void load()
      if (folders.value) void loadFolders()
      if (sandbox.value) void loadSandbox()
    }),
  )

  return {
    rules,
    folders,
    foldersError,
    sandbox,
    policy,
    error,
    load,
    loadFolders,
    loadSandbox,
    loadPolicy,
    add,
    remove,
    addFolder,
    removeFolder,
    check,
  }
})
