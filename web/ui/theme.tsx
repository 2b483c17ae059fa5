import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useSyncExternalStore } from 'react'
import { t } from '#contract/i18n.ts'
import { IconChoices } from './icon-choices.tsx'

const choices = [
  { value: 'light', label: t('Light'), Icon: Sun },
  { value: 'dark', label: t('Dark'), Icon: Moon },
  { value: 'system', label: t('System'), Icon: Monitor },
] as const

export const ThemeSwitch = () => (
  <IconChoices label={t('Theme')} choices={choices} value={useTheme()} onValueChange={writeTheme} />
)

export const themes = ['light', 'dark', 'system'] as const

type Theme = (typeof themes)[number]

/** `__Host-` where there is HTTPS: no other host of the domain can set the cookie, and it never travels in clear. */
const nameAt = (protocol: string) => (protocol === 'https:' ? '__Host-lockstep_theme' : 'lockstep_theme')

const oneYear = 31_536_000

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Stores the theme in a cookie. The server reads it and renders the theme into the page, so that it does not flash. */
export function writeTheme(theme: Theme) {
  document.cookie = themeCookie(theme, location.protocol)
  document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

export function themeCookie(theme: Theme, protocol: string): string {
  const isChosen = theme !== 'system'
  const secure = protocol === 'https:' ? '; secure' : ''
  const maxAge = isChosen ? oneYear : 0
  return `${nameAt(protocol)}=${isChosen ? theme : ''}; path=/; samesite=lax; max-age=${maxAge}${secure}`
}

const listeners = new Set<() => void>()

/** The chosen theme; follows changes made by other components. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
