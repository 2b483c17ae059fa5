type LeaveGuard = (go: () => void) => void

/** Stack of guards: a form in a dialog may be open over a form on the screen, and the newest guard is asked. */
let guards: readonly LeaveGuard[] = []

/**
 * Registers a guard that decides whether `go` is called while there are unsaved changes. Returns the function that
 * removes it.
 */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards = [...guards, guard]
  return () => {
    guards = guards.filter((other) => other !== guard)
  }
}

/**
 * For changes of the screen that are no navigation, such as another company: calls `go` at once, or after the guard has
 * confirmed.
 */
export function leaveAfterConfirmation(go: () => void): void {
  const guard = guards.at(-1)
  if (guard) guard(go)
  else go()
}
