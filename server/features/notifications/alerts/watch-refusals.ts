import { sql } from 'drizzle-orm'
import { listAdminEmails, listProviderEmails } from '#server/features/admin/queries.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { refusalSources } from '#server/platform/db/schema/audit.ts'
import { loggableError } from '#server/platform/redaction.ts'
import { Unavailable } from '#server/ports/failure.ts'
import type { Mail } from '#server/ports/mail.ts'
import { composeLockstepMail } from '../mail/mail-layout.ts'

/**
 * Refusals of one person, key or client network within an hour from which on people are notified. Someone who opens a page
 * that is not for them stays below; a program that keeps trying, or someone who tries doors, does not.
 */
const alarmLimit = 20

const hourMs = 3_600_000

/** People are notified of a source once within this time. */
const quietMs = 24 * hourMs

/** Counts are kept longer, so that `notified_at` is there for as long. */
const keptMs = 48 * hourMs

type Source = {
  type: (typeof refusalSources)[number]
  id: string
  name: string
  /** Null for a network, and for staff of the provider, who are notified anyway. */
  companyId: string | null
  companyName: string | null
  count: number
}

/**
 * Job `notifications.watch-refusals`. Notifies provider staff of the persons, keys and networks that were refused too often, and
 * the admins of a company of its own persons and keys. These mails take nothing from a quota, so that they always go out.
 */
export async function watchRefusals(ctx: PlatformContext): Promise<{ sources: number }> {
  const now = ctx.clock.now()
  const sources = await ctx.read((tx) => listSources(tx, now))
  await ctx.transaction((tx) => deleteCounts(tx, new Date(now.getTime() - keptMs)))
  if (sources.length === 0) return { sources: 0 }
  for (const { type, id, companyId, count } of sources) {
    ctx.log.warn(
      { source: type, id, companyId, count },
      'refusals: refused too often within an hour; the audit log says what; deactivate the account, revoke the key or block the address',
    )
  }
  const mails = await composeMails(ctx, sources)
  if (await sendMails(ctx, mails)) await ctx.transaction((tx) => markNotified(tx, sources, now))
  return { sources: sources.length }
}

async function listSources(tx: Tx, now: Date): Promise<Source[]> {
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const { rows } = await tx.execute<Source>(sql`
    with frequent as (
      select source_type, source, max(company_id::text)::uuid as key_company, max(name) as key_name,
        (sum(count) filter (where starts_at > ${before(hourMs)}))::int as count
      from refusal_counts where starts_at > ${before(keptMs)}
      group by source_type, source
      having sum(count) filter (where starts_at > ${before(hourMs)}) >= ${alarmLimit}
        and coalesce(max(notified_at) <= ${before(quietMs)}, true)
    )
    select f.source_type as type, f.source as id, f.count, c.id as "companyId", c.name as "companyName",
      coalesce(f.key_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, f.source) as name
    from frequent f
    left join users u on f.source_type = 'person' and u.id::text = f.source
    left join companies c on c.id = coalesce(f.key_company, u.company_id) and not c.is_provider
    order by f.count desc, f.source`)
  return rows
}

const deleteCounts = (tx: Tx, until: Date) =>
  tx.execute(sql`delete from refusal_counts where starts_at < ${until.toISOString()}::timestamptz`)

const markNotified = (tx: Tx, sources: readonly Source[], now: Date) =>
  tx.execute(sql`
    update refusal_counts c set notified_at = ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(sources)}::json) as given(type text, id text)
    where c.source_type = given.type and c.source = given.id
      and c.starts_at > ${new Date(now.getTime() - hourMs).toISOString()}::timestamptz`)

/** One mail per recipient: all sources for the staff, its own ones for each company. */
async function composeMails(ctx: PlatformContext, sources: readonly Source[]): Promise<Mail[]> {
  const staff = await ctx.read(listProviderEmails)
  const mails = staff.map((to) => composeMail(ctx, sources, to))
  const ofCompanies = Map.groupBy(
    sources.filter((source) => source.companyId !== null),
    ({ companyId }) => companyId ?? '',
  )
  for (const [companyId, own] of ofCompanies) {
    const admins = await ctx.read((tx) => listAdminEmails(tx, companyId))
    mails.push(...admins.map((to) => composeMail(ctx, own, to)))
  }
  return mails
}

/** False while the mail server is down: nobody is notified and nothing recorded, so the next run tries again. */
async function sendMails({ ports: { mail }, log }: PlatformContext, mails: readonly Mail[]): Promise<boolean> {
  let hasSent = false
  for (const one of mail ? mails : []) {
    try {
      await mail?.send(one)
      hasSent = true
    } catch (error) {
      log.warn(loggableError(error), 'refusals: could not mail that someone was refused too often')
      if (error instanceof Unavailable && !hasSent) return false
    }
  }
  return true
}

/** Sources that one mail names. */
const maxNamed = 20

const nouns: Record<Source['type'], string> = { person: 'Account', key: 'API key', network: 'Address' }

const describeSource = ({ type, name, companyName, count }: Source): string =>
  `${nouns[type]} ${name}${companyName === null ? '' : ` of ${companyName}`}: ${count} refused calls`

function composeMail({ publicUrl }: PlatformContext, sources: readonly Source[], to: string): Mail {
  const [first] = sources
  const subject =
    sources.length === 1 && first
      ? `Many refused calls: ${nouns[first.type]} ${first.name}`
      : `Many refused calls from ${sources.length} sources`
  const named = sources.slice(0, maxNamed).map(describeSource)
  const more = sources.length > maxNamed ? [`And ${sources.length - maxNamed} more`] : []
  const content = {
    subject,
    body: `Lockstep refused ${alarmLimit} or more calls within an hour from each of these:\n\n${[...named, ...more].join('\n\n')}\n\nOften this is a program with an old key. If you can’t explain it, someone may be trying to get in: look at the audit log, then deactivate the account, revoke the key or have the address blocked.`,
    links: [{ label: 'Open the audit log', url: new URL('/settings?tab=security', publicUrl).href }],
    footer: {
      why: 'You’re receiving this email because you are an admin in Lockstep. Each source is reported once a day.',
      link: null,
    },
  }
  return composeLockstepMail(content, to)
}
