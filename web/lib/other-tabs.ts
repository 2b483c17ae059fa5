const storageKey = 'lockstep.session-changed-at'

/** All tabs share one session, so a company switched in one must not leave another showing the old name. */
export function tellOtherTabs(): void {
  localStorage.setItem(storageKey, String(Date.now()))
}

export function onOtherTabChange(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === storageKey) react()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
