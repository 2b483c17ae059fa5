type LeaveGuard = (go: () => void) => void

/** A form in a dialog may lie over another on the screen: the newest is asked. */
let guards: readonly LeaveGuard[] = []

/** While there is unsaved work, `ask` decides whether `go` is called. Returns the end of that. */
export function addLeaveGuard(ask: LeaveGuard): () => void {
  guards = [...guards, ask]
  return () => {
    guards = guards.filter((guard) => guard !== ask)
  }
}

/** For what takes the screen away without a navigation: goes on at once, or after a question about unsaved work. */
export function leaveAfterConfirmation(go: () => void): void {
  const ask = guards.at(-1)
  if (ask) ask(go)
  else go()
}
