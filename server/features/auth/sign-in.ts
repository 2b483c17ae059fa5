import type { CurrentUser } from '#contract/auth.ts'
import { AppError } from '#contract/errors.ts'
import { sessionTimeoutSeconds } from '#contract/settings-values.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin, PlatformContext } from '#server/platform/context.ts'
import { sessionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { personName, type SignedIn } from '#server/platform/http/app.ts'
import type { RestoreGate } from '#server/platform/restore-gate.ts'
import type { Identity } from '#server/ports/identity.ts'
import { defaultSessionTimeout } from './authenticate.ts'
import {
  type Account,
  bindSubject,
  deleteSession,
  findAccountByEmail,
  findAccountBySubject,
  findSession,
  insertSession,
  isActiveCompany,
  recordSignIn,
  setSessionCompany,
} from './queries.ts'

type SignIn = { identity: Identity; idToken: string; sid: string; previousSid: string | null; origin: Origin }

/** Creates a session for an identity that the provider has verified, if there is an account for it. */
export async function signIn(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, input: SignIn): Promise<void> {
  await deps.db.onPlatform(async (tx) => {
    const account = await accountFor(tx, input.identity)
    if (account.companyId && !(await isActiveCompany(tx, account.companyId))) {
      throw new AppError(
        'forbidden',
        'Your company’s account is not active, so nobody of it can sign in. Ask your contact at the provider.',
      )
    }
    const now = deps.clock.now()
    const { firstName, lastName, pictureUrl } = input.identity
    // Session fixation: the browser's former session ends with every sign-in.
    if (input.previousSid) await deleteSession(tx, input.previousSid)
    await recordSignIn(tx, account.id, { at: now, firstName, lastName, pictureUrl })
    await insertSession(tx, {
      sid: input.sid,
      userId: account.id,
      sess: { seenAt: now.toISOString(), idToken: deps.vault.encrypt(input.idToken, sessionContext(input.sid)) },
      expire: new Date(now.getTime() + sessionTimeoutSeconds[defaultSessionTimeout] * 1000),
    })
    const actor = { type: 'user', userId: account.id, role: account.role, name: personName(account) } as const
    await recordAudit(
      tx,
      { actor, origin: input.origin },
      {
        action: 'session.start',
        resource: 'user',
        resourceId: account.id,
        companyId: account.companyId,
      },
    )
  })
}

const noAccount =
  'There is no Lockstep account for this sign-in. Accounts are created by the provider’s team: ask your contact there to add you.'

/**
 * Finds the account by the provider's subject, at first sign-in by verified e-mail. An e-mail that is bound to another
 * subject is rejected.
 */
async function accountFor(tx: Tx, identity: Identity): Promise<Account> {
  const known = await findAccountBySubject(tx, identity.issuer, identity.subject)
  if (known) return known
  if (!identity.email) throw new AppError('forbidden', noAccount)
  if (!identity.isEmailVerified) {
    throw new AppError(
      'forbidden',
      'Your sign-in provider has not verified your email address. Verify it there, then sign in again.',
    )
  }
  const account = await findAccountByEmail(tx, identity.email)
  if (!account) throw new AppError('forbidden', noAccount)
  if (!(await bindSubject(tx, account.id, identity.issuer, identity.subject))) {
    throw new AppError(
      'forbidden',
      'This email address belongs to another sign-in already. Ask your contact at the provider.',
    )
  }
  return account
}

/** Ends the session and returns the URL that ends it at the provider too. */
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
    deps.log.warn({ err: error }, 'auth: session ended here, but could not be ended at the sign-in provider')
    return null
  }
}

/** Lets an admin work in another company, under their own name. */
export async function switchCompany(
  ctx: PlatformContext,
  input: { companyId: string },
  signedIn: SignedIn,
): Promise<CurrentUser> {
  return ctx.transaction(async (tx) => {
    await setSessionCompany(tx, signedIn.sessionId, input.companyId)
    const session = await findSession(tx, signedIn.sessionId)
    if (!session?.company) throw new AppError('not_found', 'There is no such company.')
    await recordAudit(tx, ctx, {
      action: 'session.switch-company',
      resource: 'company',
      resourceId: input.companyId,
      companyId: input.companyId,
      before: { companyId: signedIn.company?.id ?? null },
      after: { companyId: input.companyId },
    })
    return currentUser({ ...signedIn, company: session.company }, ctx.gate)
  })
}

export function currentUser({ user, company }: SignedIn, { closedBy }: Pick<RestoreGate, 'closedBy'>): CurrentUser {
  return {
    ...user,
    companyId: company?.id ?? null,
    companyName: company?.name ?? null,
    timeZone: company?.timeZone ?? 'UTC',
    restoredTo: closedBy?.restoredTo.toISOString() ?? null,
  }
}
