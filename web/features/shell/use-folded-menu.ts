import { useState } from 'react'

const storageKey = 'lockstep.menu'

/** Whether the menu beside the page shows icons only; remembered in this browser. */
export function useFoldedMenu() {
  const [isFolded, setIsFolded] = useState(() => localStorage.getItem(storageKey) === 'folded')

  function toggle() {
    localStorage.setItem(storageKey, isFolded ? 'open' : 'folded')
    setIsFolded(!isFolded)
  }

  return { isFolded, toggle }
}
