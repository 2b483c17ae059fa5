import { AppError } from '#contract/errors.ts'
import { sessionTimeoutSeconds } from '#contract/settings-values.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { personName } from '#server/platform/http/app.ts'
import { sessionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Identity } from '#server/ports/identity.ts'
import { defaultSessionTimeout } from './authenticate.ts'
import {
  bindSubject,
  deleteSession,
  findAccountByEmail,
  findAccountBySubject,
  insertSession,
  isActiveCompany,
  recordSignIn,
  type Account,
} from './queries.ts'

const noAccount =
  'There is no Lockstep account for this sign-in. Accounts are created by the provider’s team: ask your contact there to add you.'

type SignIn = { identity: Identity; idToken: string; sid: string; previousSid: string | null; origin: Origin }

/** Opens a session for a person the provider vouches for, if the provider's team has made an account for them. */
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
    // Whatever session the browser had before ends: its id must not survive a sign-in.
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

/** By the provider's subject; the first time by verified e-mail. An e-mail that is bound already opens nothing. */
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
