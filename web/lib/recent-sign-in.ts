/*
 * Calls that need a sign-in: a dangerous step after an old sign-in (`problemTypes.signInAgain`), or any call after the session has
 * ended (401). They wait here until the person has signed in again in another tab, and are then repeated; or until they cancel, and
 * then fail with the server's error. All waiting calls share one dialog, which subscribes to this store.
 */

export type SignInReason = 'old-sign-in' | 'session-ended'

type Waiting = { reason: SignInReason; end: (isSignedIn: boolean) => void }

let waiting: readonly Waiting[] = []

const listeners = new Set<() => void>()

/** Resolves to whether the person has signed in again; at once to false where no dialog could ask. */
export function waitForSignIn(reason: SignInReason): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => setWaiting([...waiting, { reason, end: resolve }]))
}

/** Why a sign-in is awaited; null if none is. */
export function awaitedSignIn(): SignInReason | null {
  if (waiting.length === 0) return null
  return waiting.some(({ reason }) => reason === 'session-ended') ? 'session-ended' : 'old-sign-in'
}

/** Ends the wait of all calls. */
export function endSignInWait(isSignedIn: boolean): void {
  const ended = waiting
  setWaiting([])
  for (const { end } of ended) end(isSignedIn)
}

/** Forgets the waiting calls without an answer: somebody else has signed in, and what waited for them is gone. */
export function dropSignInWait(): void {
  setWaiting([])
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
