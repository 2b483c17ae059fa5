import { and, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Language } from '#contract/i18n.ts'
import type { SessionTimeout } from '#contract/settings-values.ts'
import type { Database, Tx } from '#server/platform/db/client.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { companies, sessions, users } from '#server/platform/db/schema/companies.ts'
import { publicHandles } from '#server/platform/db/schema/public-handles.ts'
import { apiKeys } from '#server/platform/db/schema/settings.ts'
import type { SignedIn } from '#server/platform/http/app.ts'
import type { ProviderLogout } from '#server/ports/identity.ts'

/** Data of a session apart from its owner. */
type SessionData = {
  /** The company that a member of the provider's staff has switched to. */
  companyId?: string
  /** Encrypted; needed to sign out at the provider. */
  idToken?: string
  seenAt: string
}

export type Account = typeof users.$inferSelect

export async function findAccount(tx: Tx, userId: string): Promise<Account | undefined> {
  const [account] = await tx.select().from(users).where(eq(users.id, userId))
  return account
}

export async function findAccountBySubject(tx: Tx, issuer: string, subject: string): Promise<Account | undefined> {
  const [account] = await tx
    .select()
    .from(users)
    .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)))
  return account
}

/**
 * Lower-cases A to Z only: Unicode case mapping turns other letters into an `i` or `k`, which would match another
 * person's address.
 */
export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const key = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const [account] = await tx.select().from(users).where(eq(users.emailKey, key))
  return account
}

/** Binds an account to the provider's subject; false if it is bound already. */
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

export async function storeLanguage(tx: Tx, userId: string, language: Language): Promise<void> {
  await tx.update(users).set({ language }).where(eq(users.id, userId))
}

export async function isActiveCompany(tx: Tx, companyId: string): Promise<boolean> {
  const [company] = await tx.select({ isActive: companies.isActive }).from(companies).where(eq(companies.id, companyId))
  return company?.isActive ?? false
}

type NewSession = {
  sid: string
  userId: string
  sess: SessionData
  expire: Date
  startedAt: Date
  authenticatedAt: Date | null
  providerSessionId?: string | null
  ipAddress?: string | null
  userAgent?: string | null
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insert(sessions).values(session)
}

/** A session with its owner, the owner's company and the company they work in. */
type SessionRecord = SignedIn['user'] & {
  sess: SessionData
  expire: string
  /** Version of all this: changes whenever any of it does. */
  stamp: string
  startedAt: string
  authenticatedAt: string | null
  /** Neither account nor company is deactivated, and nobody has ended the account's sessions since it began. */
  isOpen: boolean
  timeout: SessionTimeout | null
  companyId: string | null
  companyName: string
  timeZone: string | null
  observingSince: string | null
}

const readSession = prepared<SessionRecord>(
  () => sql`
  select s.sess, s.expire, session_stamp(s.sid) as stamp, s.started_at as "startedAt", s.authenticated_at as "authenticatedAt",
    u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.profile_image_url as "profileImageUrl", u.role,
    u.language, u.role = 'admin' and own.is_provider as "isProviderStaff",
    u.is_active and own.is_active and s.started_at > coalesce(u.signed_out_at, '-infinity') as "isOpen",
    own_settings.session_timeout as timeout, company.id as "companyId", company.name as "companyName",
    company_settings.time_zone as "timeZone", company_settings.observing_since as "observingSince"
  from sessions s join users u on u.id = s.user_id
  join companies own on own.id = u.company_id
  left join company_settings own_settings on own_settings.company_id = u.company_id
  left join companies company on company.id = case when u.role = 'admin' and own.is_provider
    then coalesce((s.sess ->> 'companyId')::uuid, u.company_id) else u.company_id end
  left join company_settings on company_settings.company_id = company.id
  where s.sid = ${sql.placeholder('sid')}`,
)

/** Executed for every request that the session cache cannot answer. */
export async function findSession(tx: Tx, sid: string) {
  const [found] = await readSession(tx, { sid })
  if (!found) return undefined
  const { sess, stamp, isOpen, timeout, companyId, companyName, timeZone, observingSince, ...rest } = found
  const { expire, startedAt, authenticatedAt, ...user } = rest
  return {
    sess,
    expire: new Date(expire),
    startedAt: new Date(startedAt),
    authenticatedAt: authenticatedAt === null ? null : new Date(authenticatedAt),
    stamp,
    isOpen,
    timeout,
    user,
    company:
      companyId === null
        ? null
        : {
            id: companyId,
            name: companyName,
            timeZone: timeZone ?? 'UTC',
            observingSince: observingSince === null ? null : new Date(observingSince).toISOString(),
          },
  }
}

/** Extends the session and records when its owner was seen, in one statement. */
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

/** Deletes all sessions of a user, or all but one, and returns their number. */
export async function deleteSessionsOf(tx: Tx, userId: string, exceptSid?: string): Promise<number> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptSid === undefined ? undefined : ne(sessions.sid, exceptSid)))
    .returning({ sid: sessions.sid })
  return ended.length
}

export async function deleteOwnSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ sid: sessions.sid })
  return ended.length === 1
}

/** Most recently used first. */
export async function listSessionsOf(tx: Tx, userId: string) {
  const { sid, id, startedAt, expire, ipAddress, userAgent } = sessions
  const lastUsedAt = sql<string>`${sessions.sess} ->> 'seenAt'`
  return tx
    .select({ sid, id, startedAt, expire, ipAddress, userAgent, lastUsedAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(lastUsedAt), sessions.id)
}

/**
 * Deletes the sessions that the provider ended: one by the provider's session, or all of a person. Sessions that began
 * after the logout stay, so that a replayed logout token ends nothing new; the token's time is in whole seconds.
 */
export async function deleteSessionsByProvider(
  tx: Tx,
  { issuer, subject, providerSessionId, issuedAt }: ProviderLogout,
): Promise<{ userId: string; companyId: string; ended: number }[]> {
  const { rows } = await tx.execute<{ userId: string; companyId: string; ended: number }>(sql`
    with ended as (
      delete from sessions s using users u
      where u.id = s.user_id and u.oidc_issuer = ${issuer} and s.started_at < ${issuedAt.toISOString()}::timestamptz + interval '1 second'
        and (${subject}::text is null or u.oidc_subject = ${subject})
        and (${providerSessionId}::text is null or s.provider_session_id = ${providerSessionId})
      returning u.id, u.company_id
    )
    select id as "userId", company_id as "companyId", count(*)::int as ended from ended group by id, company_id`)
  return rows
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
  /** Null for a channel's API key, which has all scopes; its feed key has one. */
  scopes: string[] | null
}

/**
 * Looks up the holder by the hash of the key. Runs for every API request, so it is one prepared statement without a
 * transaction.
 */
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

/** The keys among these handles, whether they are valid or not. */
export async function listKeysByHandle(tx: Tx, handles: string[]) {
  const { handle, companyId, channelId, apiKeyId, isFeedKey, expiresAt } = publicHandles
  const keyId = sql<string>`coalesce(${channelId}, ${apiKeyId})`
  return tx
    .select({ handle, companyId, channelId, keyId, isFeedKey, expiresAt })
    .from(publicHandles)
    .where(and(inArray(handle, handles), sql`${handle} is distinct from ${channelId}::text`))
}

/** Names of channels and API keys by id. */
export async function listKeyNames(tx: Tx, companyId: string, keyIds: string[]): Promise<Map<string, string>> {
  const ids = sql.param(keyIds)
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select id, name from channels where company_id = ${companyId} and id = any(${ids}::uuid[])
    union all select id, name from api_keys where company_id = ${companyId} and id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The first 4 bytes of the SHA-256 of every public handle (keys and channels), for `platform/http/handle-gate.ts`. */
export async function readHandleFingerprints(tx: Tx): Promise<Buffer> {
  const { rows } = await tx.execute<{ fingerprints: Buffer | null }>(sql`
    select string_agg(substr(sha256(convert_to(handle, 'UTF8')), 1, 4), ''::bytea) as fingerprints from public_handles`)
  return rows[0]?.fingerprints ?? Buffer.alloc(0)
}

export async function setLastUsed(tx: Tx, companyId: string, apiKeyId: string, at: Date): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, apiKeyId)))
}
