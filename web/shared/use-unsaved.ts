import { useEffect, useState } from 'react'
import { addLeaveGuard } from '#web/lib/leaving.ts'

/** Whether something typed is not saved yet, and what waits for the answer whether it may be lost. */
export function useUnsavedChanges() {
  const [isDirty, setIsDirty] = useState(false)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  useEffect(() => (isDirty ? addLeaveGuard((go) => setWaiting(() => go)) : undefined), [isDirty])

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
export type UnsavedChanges = ReturnType<typeof useUnsavedChanges>
