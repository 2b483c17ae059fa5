/*
 * Dangerous steps need a recent sign-in. A call that the server refuses for that reason (`problemTypes.signInAgain`) waits here
 * until the person has signed in again in another tab, and is then repeated; or until they cancel, and then fails with the
 * server's error. All waiting calls share one dialog, which subscribes to this store.
 */

let waiting: readonly ((isSignedIn: boolean) => void)[] = []

const listeners = new Set<() => void>()

/** Resolves to whether the person has signed in again; at once to false where no dialog could ask. */
export function waitForSignIn(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => setWaiting([...waiting, resolve]))
}

export const isSignInAwaited = (): boolean => waiting.length > 0

/** Ends the wait of all calls. */
export function endSignInWait(isSignedIn: boolean): void {
  const ended = waiting
  setWaiting([])
  for (const end of ended) end(isSignedIn)
}

export function subscribeToSignIn(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setWaiting(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}

const channelName = 'lockstep-sign-in'

/** Tells the other tabs that somebody has signed in again, and by the session key who and in which company. */
export function announceSignIn(sessionKey: string): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(sessionKey)
  channel.close()
}

export function onSignInAnnounced(listener: (sessionKey: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', (event: MessageEvent<string>) => listener(event.data))
  return () => channel.close()
}
