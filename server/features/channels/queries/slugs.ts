import { and, eq, ne, sql } from 'drizzle-orm'
import { feedSlug } from '#contract/channel-values.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'

/** The name's slug, or with `-2`, `-3` … where another channel has it. Until the transaction ends nobody else takes it. */
export async function claimSlug(
  tx: Tx,
  { companyId, channelId, name }: { companyId: string; channelId: string; name: string },
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('channel slugs'), hashtext(${companyId}))`)
  const found = await tx
    .select({ slug: channels.slug })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), ne(channels.id, channelId)))
  const used = new Set(found.map(({ slug }) => slug))
  const wanted = feedSlug(name)
  let slug = wanted
  for (let count = 2; used.has(slug); count += 1) slug = `${wanted}-${count}`
  return slug
}
