import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/db/client.ts'
import { companies, sessions, users } from '#server/platform/db/schema/companies.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'

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

export async function noteSignIn(
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

const own = alias(companies, 'own')
const current = alias(companies, 'current')
const currentSettings = alias(companySettings, 'current_settings')

/**
 * Session, person, the person's company and the one they work in: one statement, since every request asks it, and one that
 * PostgreSQL keeps by its name, since planning takes longer than answering.
 */
export async function findSession(tx: Tx, sid: string) {
  const [found] = await tx
    .select({
      sess: sql<SessionData>`${sessions.sess}`,
      expire: sessions.expire,
      user: {
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
        role: users.role,
      },
      isCompanyActive: sql<boolean>`${users.companyId} is null or ${own.isActive}`,
      company: { id: current.id, name: current.name },
      timeZone: currentSettings.timeZone,
      timeout: companySettings.sessionTimeout,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(own, eq(own.id, users.companyId))
    .leftJoin(
      current,
      sql`${current.id} = case when ${users.role} = 'admin' then coalesce((${sessions.sess} ->> 'companyId')::uuid, ${users.companyId}) else ${users.companyId} end`,
    )
    .leftJoin(companySettings, eq(companySettings.companyId, users.companyId))
    .leftJoin(currentSettings, eq(currentSettings.companyId, current.id))
    .where(eq(sessions.sid, sid))
    .prepare('find-session')
    .execute()
  return found && { ...found, company: found.company && { ...found.company, timeZone: found.timeZone ?? 'UTC' } }
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
