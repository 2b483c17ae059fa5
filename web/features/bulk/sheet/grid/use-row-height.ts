import { useSyncExternalStore } from 'react'

const wide = '(width >= 48rem)'

/** Dense where there is a mouse's worth of room, a thumb's size on phones. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches) ? 32 : 40
}

function subscribe(listener: () => void) {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
