import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin } from '#server/platform/context.ts'
import { personName, type SignedIn } from '#server/platform/http/app.ts'
import { sessionContext } from '#server/platform/crypto/encrypted-columns.ts'
import { deleteSession } from './queries.ts'

/** Ends the session here; answers where to go so that it ends at the provider too. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'vault' | 'ports' | 'log'>,
  signedIn: SignedIn,
  origin: Origin,
): Promise<string | null> {
  const { sessionId, user } = signedIn
  const ended = await deps.db.onPlatform(async (tx) => {
    const actor = { type: 'user', userId: user.id, role: user.role, name: personName(user) } as const
    const companyId = signedIn.company?.id ?? null
    await recordAudit(
      tx,
      { actor, origin },
      { action: 'session.end', resource: 'user', resourceId: user.id, companyId },
    )
    return deleteSession(tx, sessionId)
  })
  try {
    const idToken = ended?.idToken ? deps.vault.decrypt(ended.idToken, sessionContext(sessionId)) : null
    return await deps.ports.identity.signOutUrl(idToken)
  } catch (error) {
    deps.log.warn({ err: error }, 'signed out here, but the sign-in provider could not be told')
    return null
  }
}
