import type { CurrentUser } from '#contract/auth.ts'
import { AppError } from '#contract/errors.ts'
import { type Language, type Message, say } from '#contract/i18n.ts'
import { sessionTimeoutSeconds } from '#contract/settings-values.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Deps, Origin, PlatformContext } from '#server/platform/context.ts'
import { sessionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { personName, type SignedIn } from '#server/platform/http/app.ts'
import type { RestoreGate } from '#server/platform/restore-gate.ts'
import type { CompletedSignIn, Identity } from '#server/ports/identity.ts'
import { defaultSessionTimeout } from './authenticate.ts'
import {
  type Account,
  bindSubject,
  deleteSession,
  findAccount,
  findAccountByEmail,
  findAccountBySubject,
  findSession,
  insertSession,
  isActiveCompany,
  recordSignIn,
  setSessionCompany,
  storeLanguage,
} from './queries.ts'

type SignIn = Pick<CompletedSignIn, 'identity' | 'idToken' | 'authenticatedAt' | 'providerSessionId'> & {
  sid: string
  previousSid: string | null
  /** Who must have signed in, when a signed-in person was asked to sign in again. */
  expectedUserId: string | null
  origin: Origin
}

/**
 * Creates a session for an identity that the provider has verified, if there is an active account for it. A refusal is
 * recorded in the audit log of the account's company, or of the platform when there is no account.
 */
export async function signIn(deps: Pick<Deps, 'db' | 'clock' | 'vault'>, input: SignIn): Promise<Account> {
  try {
    return await deps.db.onPlatform((tx) => startSession(tx, deps, input))
  } catch (error) {
    if (error instanceof SignInRefused) await deps.db.onPlatform((tx) => recordRefusal(tx, input, error))
    throw error
  }
}

async function startSession(tx: Tx, deps: Pick<Deps, 'clock' | 'vault'>, input: SignIn): Promise<Account> {
  const account = await accountFor(tx, input.identity)
  if (input.expectedUserId !== null && input.expectedUserId !== account.id) {
    throw new SignInRefused(
      account,
      say('You signed in with a different account. Sign in with the one you were using.'),
    )
  }
  if (!account.isActive) {
    throw new SignInRefused(account, say('Your account is deactivated. Ask an admin of your company to reactivate it.'))
  }
  if (!(await isActiveCompany(tx, account.companyId))) {
    throw new SignInRefused(
      account,
      say('Your company’s account is not active, so no one from it can sign in. Ask your contact at the provider.'),
    )
  }
  const now = deps.clock.now()
  const { firstName, lastName, pictureUrl } = input.identity
  // Session fixation: the browser's former session ends with every sign-in.
  const former = input.previousSid ? await deleteSession(tx, input.previousSid) : undefined
  // Whoever confirms a step goes on in the company in which they were asked.
  const chosen = input.expectedUserId !== null && former?.companyId ? { companyId: former.companyId } : {}
  await recordSignIn(tx, account.id, { at: now, firstName, lastName, pictureUrl })
  await insertSession(tx, {
    sid: input.sid,
    userId: account.id,
    sess: {
      seenAt: now.toISOString(),
      idToken: deps.vault.encrypt(input.idToken, sessionContext(input.sid)),
      ...chosen,
    },
    expire: new Date(now.getTime() + sessionTimeoutSeconds[defaultSessionTimeout] * 1000),
    startedAt: now,
    authenticatedAt: input.authenticatedAt,
    providerSessionId: input.providerSessionId,
    ipAddress: input.origin.ipAddress,
    userAgent: input.origin.userAgent?.slice(0, 500) ?? null,
  })
  await recordAudit(
    tx,
    { actor: actorOf(account), origin: input.origin },
    { action: 'session.start', resource: 'user', resourceId: account.id, companyId: account.companyId },
  )
  return account
}

const actorOf = (account: Account) =>
  ({ type: 'user', userId: account.id, role: account.role, name: personName(account) }) as const

/** A sign-in at the provider that opens no session here; `account` is the one that it would have opened. */
export class SignInRefused extends AppError {
  readonly account: Account | null

  constructor(account: Account | null, sentence: Message) {
    super('forbidden', sentence)
    this.account = account
  }
}

type RejectedSignIn = {
  /** Null while the provider's answer does not hold: then only who was asked to sign in again is known. */
  identity: Identity | null
  expectedUserId: string | null
  origin: Origin
}

/**
 * Records an answer of the provider that opens no session, if it is known whom it is about. Returns the id of the account,
 * which is counted.
 */
export async function recordRejectedSignIn(
  { db }: Pick<Deps, 'db'>,
  rejected: RejectedSignIn,
  why: string,
): Promise<string | null> {
  const { identity, expectedUserId } = rejected
  if (identity === null && expectedUserId === null) return null
  return db.onPlatform(async (tx) => {
    const expected = expectedUserId === null ? null : ((await findAccount(tx, expectedUserId)) ?? null)
    const account = identity ? await findTarget(tx, identity) : expected
    await recordRefusal(tx, rejected, { account, message: why })
    return account?.id ?? null
  })
}

type Refusal = { account: Account | null; message: string }

async function recordRefusal(tx: Tx, rejected: RejectedSignIn, { account, message: why }: Refusal): Promise<void> {
  const { identity, expectedUserId, origin } = rejected
  const system = { type: 'system', name: 'Sign-in' } as const
  const entry = { action: 'session.refuse', resource: 'user' } as const
  await recordAudit(
    tx,
    { actor: account ? actorOf(account) : system, origin },
    {
      ...entry,
      resourceId: account?.id ?? null,
      companyId: account?.companyId ?? null,
      after: {
        why,
        ...(identity && { email: identity.email, issuer: identity.issuer }),
        ...(expectedUserId !== null && { sessionOf: expectedUserId }),
      },
    },
  )
  // Whose session it was works in another company, which is not told who the stranger is.
  const owner = expectedUserId === null ? undefined : await findAccount(tx, expectedUserId)
  if (!owner || owner.companyId === account?.companyId) return
  const { id: resourceId, companyId } = owner
  await recordAudit(tx, { actor: system, origin }, { ...entry, resourceId, companyId, after: { why } })
}

/** The account that an identity is after, also if its email address is not verified. */
async function findTarget(tx: Tx, { issuer, subject, email }: Identity): Promise<Account | null> {
  const known = await findAccountBySubject(tx, issuer, subject)
  return known ?? (email ? await findAccountByEmail(tx, email) : null) ?? null
}

const noAccount = say(
  'There is no Lockstep account for this sign-in. Accounts are created by the provider’s team: ask your contact there to add you.',
)

/**
 * Finds the account by the provider's subject, at first sign-in by verified e-mail. An e-mail that is bound to another
 * subject is rejected.
 */
async function accountFor(tx: Tx, identity: Identity): Promise<Account> {
  const known = await findAccountBySubject(tx, identity.issuer, identity.subject)
  if (known) return known
  if (!identity.email) throw new SignInRefused(null, noAccount)
  if (!identity.isEmailVerified) {
    throw new SignInRefused(
      await findTarget(tx, identity),
      say('Your sign-in provider has not verified your email address. Verify it there, then sign in again.'),
    )
  }
  const account = await findAccountByEmail(tx, identity.email)
  if (!account) throw new SignInRefused(null, noAccount)
  // A deactivated account is refused before it is bound, so that reactivating it leaves its sign-in open.
  if (!account.isActive) return account
  if (!(await bindSubject(tx, account.id, identity.issuer, identity.subject))) {
    throw new SignInRefused(
      account,
      say(
        'This email address is already linked to another sign-in. Ask an admin of your company, or your contact at the provider, to reset your sign-in.',
      ),
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

/** Lets provider staff work in another company, under their own name; the company sees the visit. */
export async function switchCompany(
  ctx: PlatformContext,
  input: { companyId: string },
  signedIn: SignedIn,
): Promise<CurrentUser> {
  return ctx.transaction(async (tx) => {
    await setSessionCompany(tx, signedIn.sessionId, input.companyId)
    const session = await findSession(tx, signedIn.sessionId)
    if (!session?.company) throw new AppError('not_found', say('This company doesn’t exist.'))
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

export async function setLanguage(
  ctx: PlatformContext,
  { language }: { language: Language },
  signedIn: SignedIn,
): Promise<CurrentUser> {
  await ctx.transaction((tx) => storeLanguage(tx, signedIn.user.id, language))
  return currentUser({ ...signedIn, user: { ...signedIn.user, language } }, ctx.gate)
}

export function currentUser({ user, company }: SignedIn, { closedBy }: Pick<RestoreGate, 'closedBy'>): CurrentUser {
  return {
    ...user,
    companyId: company?.id ?? null,
    companyName: company?.name ?? null,
    timeZone: company?.timeZone ?? 'UTC',
    restoredTo: closedBy?.restoredTo.toISOString() ?? null,
    observingSince: company?.observingSince ?? null,
  }
}
