import { useSyncExternalStore } from 'react'

export const themes = ['light', 'dark', 'system'] as const

export type Theme = (typeof themes)[number]

const cookieName = 'lockstep_theme'
const oneYear = 31_536_000

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** The server reads the cookie and writes the theme into the page, so that it never flashes. */
export function writeTheme(theme: Theme) {
  const isChosen = theme !== 'system'
  document.cookie = `${cookieName}=${isChosen ? theme : ''}; path=/; samesite=lax; max-age=${isChosen ? oneYear : 0}`
  document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** The theme that is chosen, also when another is chosen elsewhere. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
