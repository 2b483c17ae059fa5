/*
 * What somebody has typed and not saved, kept in this browser so that it survives a reload, a crash and the end of a session. Signing out
 * clears it with the rest of the browser's storage (Clear-Site-Data). Callers leave out secrets.
 */

/** `owner` is the session key: the person and the company that it was typed for. */
type DraftKey = { owner: string; name: string }

export type Draft = { at: string; values: unknown }

const prefix = 'lockstep.draft '

const keptMs = 7 * 86_400_000

const storageKey = ({ owner, name }: DraftKey) => `${prefix}${owner} ${name}`

export const readDraft = (key: DraftKey): Draft | null => parseDraft(storage()?.getItem(storageKey(key)) ?? null)

/** A draft that doesn't fit into the storage is left out: typing goes on without it. */
export function writeDraft(key: DraftKey, values: unknown): void {
  try {
    storage()?.setItem(storageKey(key), JSON.stringify({ at: new Date().toISOString(), values } satisfies Draft))
  } catch {
    dropDraft(key)
  }
}

export const dropDraft = (key: DraftKey): void => storage()?.removeItem(storageKey(key))

/** Drops what is too old, and what another person left here: it may hold data of customers. */
export function dropForeignDrafts(userId: string): void {
  const stored = storage()
  if (!stored) return
  const keys = Object.keys(stored).filter((key) => key.startsWith(prefix))
  for (const key of keys) {
    const isOwn = key.startsWith(`${prefix}${userId} `)
    if (!isOwn || !parseDraft(stored.getItem(key))) stored.removeItem(key)
  }
}

/** Null for none, for one that can't be read, and for one that is too old. */
function parseDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && Date.now() - Date.parse(draft.at) < keptMs ? draft : null
  } catch {
    return null
  }
}

/** Null where the browser forbids storage. */
function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
