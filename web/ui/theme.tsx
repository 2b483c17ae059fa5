import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId, useSyncExternalStore } from 'react'

const options = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
} as const satisfies Record<Theme, unknown>

export function ThemeSwitch() {
  const name = useId()
  const chosen = useTheme()

  return (
    <fieldset className="inline-flex rounded-lg border bg-sunken p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const { label, Icon } = options[theme]
        return (
          <label
            key={theme}
            title={label}
            className="flex size-10 cursor-pointer items-center justify-center rounded-md text-muted transition-colors hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-raised has-focus-visible:outline-2 has-focus-visible:outline-accent md:size-8"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={chosen === theme}
              onChange={() => writeTheme(theme)}
            />
            <Icon aria-hidden className="size-4" />
            <span className="sr-only">{label}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

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
