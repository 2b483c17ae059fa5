import { useEffect, useState } from 'react'
import { guardLeaving } from '#web/lib/leaving.ts'

/** Whether something typed is not saved yet, and what waits for the answer whether it may be lost. */
export function useUnsaved() {
  const [isDirty, setIsDirty] = useState(false)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  useEffect(() => (isDirty ? guardLeaving((go) => setWaiting(() => go)) : undefined), [isDirty])

  return {
    onDirtyChange: setIsDirty,
    /** Goes on at once, or after a question where something would be lost. */
    leave: (go: () => void) => (isDirty ? setWaiting(() => go) : go()),
    isAsking: waiting !== null,
    stay: () => setWaiting(null),
    discard: () => {
      setIsDirty(false)
      setWaiting(null)
      waiting?.()
    },
  }
}
export type Unsaved = ReturnType<typeof useUnsaved>
