import { useSyncExternalStore } from 'react'

const tick = 30_000

/** The present, renewed twice a minute, so that "x ago" stays true on a page that is open all day. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / tick) * tick)
}

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, tick)
  return () => clearInterval(timer)
}
