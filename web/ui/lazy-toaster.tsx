import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { currentToast, subscribeToToasts } from './toast.ts'

/**
 * The toaster, fetched when somebody touches the page for the first time: before that, nothing answers to anything they
 * did. By the time there is a toast to show it is there, also if the connection has been lost since.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const toast = useSyncExternalStore(subscribeToToasts, currentToast)

  useEffect(() => {
    if (Toaster) return undefined
    const fetchIt = () => {
      // If it can't be fetched, the next touch or toast tries again.
      import('./toaster.tsx').then(({ Toaster: fetched }) => setToaster(() => fetched)).catch(() => {})
    }
    if (toast) fetchIt()
    addEventListener('pointerdown', fetchIt)
    addEventListener('keydown', fetchIt)
    return () => {
      removeEventListener('pointerdown', fetchIt)
      removeEventListener('keydown', fetchIt)
    }
  }, [Toaster, toast])

  return Toaster && <Toaster />
}
