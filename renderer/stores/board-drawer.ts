import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { drawerHeight, drawerHeightOf } from '../lib/drawer-height.ts'

const KEY = 'mewcode.boardDrawer'

/** How high the task in full stands under the board; kept for the next time. */
export const useBoardDrawerStore = defineStore('boardDrawer', () => {
  const height = shallowRef(drawerHeightOf(Number(localStorage.getItem(KEY) ?? drawerHeight.usual)))

  function resize(wanted: number): void {
    height.value = drawerHeightOf(wanted)
    localStorage.setItem(KEY, String(height.value))
  }

  return { height, resize }
})
