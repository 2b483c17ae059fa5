import { createHash } from 'node:crypto'
import { apiKeyScopes, type ApiKeyScope } from '#contract/roles.ts'
import type { Deps } from '#server/platform/context.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { findKeyHolder } from './key-queries.ts'

/** Under which a key is found: keys themselves are kept sealed, or not at all. */
export const handleOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Whose key this is; null when it is nobody's, has been replaced, or its channel or company is switched off. */
export async function authenticateKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
): Promise<KeyHolder | null> {
  const holder = await findKeyHolder(db, handleOfKey(key), clock.now())
  return holder && { ...holder, scopes: holder.scopes?.filter(isScope) ?? apiKeyScopes }
}

const isScope = (word: string): word is ApiKeyScope => (apiKeyScopes as readonly string[]).includes(word)
