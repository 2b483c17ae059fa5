type Ask = (go: () => void) => void

let askFirst: Ask | null = null

/** While there is unsaved work, `ask` decides whether `go` is called. Returns the end of that. */
export function guardLeaving(ask: Ask): () => void {
  askFirst = ask
  return () => {
    if (askFirst === ask) askFirst = null
  }
}

/** For what takes the screen away without a navigation: goes on at once, or after a question about unsaved work. */
export function leaveWith(go: () => void): void {
  if (askFirst) askFirst(go)
  else go()
}
