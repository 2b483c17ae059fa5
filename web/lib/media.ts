import { useSyncExternalStore } from 'react'

/** Wide enough for tables: Tailwind's `md`. Narrower screens show cards. */
export const tableWidth = '(width >= 48rem)'

/** Wide enough for a drawer that leaves the list beside it alive: Tailwind's `xl`. */
export const besideWidth = '(width >= 80rem)'

/** Whether the media query matches; follows a resized window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
