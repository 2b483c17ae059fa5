import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { SessionTimeout } from '#contract/settings-values.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { companies, sessions, users } from '#server/platform/db/schema/companies.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'
import type { SignedIn } from '#server/platform/http/app.ts'

/** What a session remembers beside its owner. */
export type SessionData = {
  /** The company an admin has switched to. */
  companyId?: string
  /** Sealed; needed to sign out at the provider too. */
  idToken?: string
  seenAt: string
}

export type Account = typeof users.$inferSelect

export async function findAccountBySubject(tx: Tx, issuer: string, subject: string): Promise<Account | undefined> {
  const [account] = await tx
    .select()
    .from(users)
    .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)))
  return account
}

/** Only A to Z lose their case: Unicode has other letters that become an `i` or a `k`, in another person's address. */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const key = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const [account] = await tx.select().from(users).where(eq(users.emailKey, key))
  return account
}

/** Ties an account to the provider's subject, unless somebody was faster. */
export async function bindSubject(tx: Tx, userId: string, issuer: string, subject: string): Promise<boolean> {
  const bound = await tx
    .update(users)
    .set({ oidcIssuer: issuer, oidcSubject: subject })
    .where(and(eq(users.id, userId), isNull(users.oidcSubject)))
    .returning({ id: users.id })
  return bound.length === 1
}

export async function recordSignIn(
  tx: Tx,
  userId: string,
  seen: { at: Date; firstName: string | null; lastName: string | null; pictureUrl: string | null },
): Promise<void> {
  await tx
    .update(users)
    .set({
      lastSeenAt: seen.at,
      firstName: sql`coalesce(${users.firstName}, ${seen.firstName})`,
      lastName: sql`coalesce(${users.lastName}, ${seen.lastName})`,
      profileImageUrl: seen.pictureUrl,
    })
    .where(eq(users.id, userId))
}

export async function isActiveCompany(tx: Tx, companyId: string): Promise<boolean> {
  const [company] = await tx.select({ isActive: companies.isActive }).from(companies).where(eq(companies.id, companyId))
  return company?.isActive ?? false
}

export async function insertSession(
  tx: Tx,
  session: { sid: string; userId: string; sess: SessionData; expire: Date },
): Promise<void> {
  await tx.insert(sessions).values(session)
}

/** What one statement says of a session, its owner, the owner's company and the one that the owner works in. */
type SessionRecord = SignedIn['user'] & {
  sess: SessionData
  expire: string
  /** What the session is known by for as long as nothing of all this changes. */
  stamp: string
  isCompanyActive: boolean
  timeout: SessionTimeout | null
  companyId: string | null
  companyName: string
  timeZone: string | null
}

const readSession = prepared<SessionRecord>(
  () => sql`
  select s.sess, s.expire, session_stamp(s.sid) as stamp, u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
    u.profile_image_url as "profileImageUrl", u.role, u.company_id is null or own.is_active as "isCompanyActive",
    own_settings.session_timeout as timeout, company.id as "companyId", company.name as "companyName",
    company_settings.time_zone as "timeZone"
  from sessions s join users u on u.id = s.user_id
  left join companies own on own.id = u.company_id
  left join company_settings own_settings on own_settings.company_id = u.company_id
  left join companies company on company.id = case when u.role = 'admin'
    then coalesce((s.sess ->> 'companyId')::uuid, u.company_id) else u.company_id end
  left join company_settings on company_settings.company_id = company.id
  where s.sid = ${sql.placeholder('sid')}`,
)

/** Asked by every request. */
export async function findSession(tx: Tx, sid: string) {
  const [found] = await readSession(tx, { sid })
  if (!found) return undefined
  const { sess, expire, stamp, isCompanyActive, timeout, companyId, companyName, timeZone, ...user } = found
  const company = companyId === null ? null : { id: companyId, name: companyName, timeZone: timeZone ?? 'UTC' }
  return { sess, expire: new Date(expire), stamp, isCompanyActive, timeout, user, company }
}

/** Says in one statement that the session is in use, and when its owner was seen. */
export async function extendSession(tx: Tx, sid: string, seenAt: Date, expire: Date): Promise<void> {
  const seen = seenAt.toISOString()
  await tx.execute(sql`
    with extended as (
      update sessions set expire = ${expire.toISOString()}, sess = jsonb_set(sess, '{seenAt}', to_jsonb(${seen}::text))
      where sid = ${sid} returning user_id
    )
    update users set last_seen_at = greatest(last_seen_at, ${seen}::timestamptz) from extended where id = extended.user_id`)
}

export async function setSessionCompany(tx: Tx, sid: string, companyId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ sess: sql`jsonb_set(${sessions.sess}, '{companyId}', to_jsonb(${companyId}::text))` })
    .where(eq(sessions.sid, sid))
}

export async function deleteSession(tx: Tx, sid: string): Promise<SessionData | undefined> {
  const [ended] = await tx
    .delete(sessions)
    .where(eq(sessions.sid, sid))
    .returning({ sess: sql<SessionData>`${sessions.sess}` })
  return ended?.sess
}

/** Everything that a person has open; answers how many sessions that were. */
export async function deleteSessionsOf(tx: Tx, userId: string): Promise<number> {
  const ended = await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ sid: sessions.sid })
  return ended.length
}

export async function deleteExpiredSessions(tx: Tx, now: Date): Promise<number> {
  const ended = await tx.delete(sessions).where(lte(sessions.expire, now)).returning({ sid: sessions.sid })
  return ended.length
}

type KeyHolderRow = {
  companyId: string
  channelId: string | null
  keyId: string
  name: string
  /** Null for a channel's own key, which opens everything. */
  scopes: string[] | null
}

/** By the hash of the key. Every call of a program begins with this, so it is one statement and no transaction. */
export async function findKeyHolder(
  { pool }: Pick<Database, 'pool'>,
  handle: string,
  now: Date,
): Promise<KeyHolderRow | null> {
  const { rows } = await pool.query<KeyHolderRow>({
    name: 'key-holder',
    text: `select company_id as "companyId", channel_id as "channelId", key_id as "keyId", name, scopes from key_holder($1, $2)`,
    values: [handle, now],
  })
  return rows[0] ?? null
}

export async function setLastUsed(tx: Tx, companyId: string, apiKeyId: string, at: Date): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, apiKeyId)))
}
