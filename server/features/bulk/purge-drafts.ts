import type { PlatformContext } from '#server/platform/context.ts'
import { companies } from '#server/platform/db/schema/companies.ts'
import { deleteDraftsBefore } from './queries/change-sets.ts'

const dayInMilliseconds = 24 * 3_600_000

/** Checks that nobody went on from, and uploads that were killed half-way, leave drafts behind. */
export async function purgeDrafts(ctx: PlatformContext): Promise<{ dropped: number }> {
  const before = new Date(ctx.clock.now().getTime() - dayInMilliseconds)
  const all = await ctx.transaction((tx) => tx.select({ id: companies.id }).from(companies))
  let dropped = 0
  for (const { id } of all) dropped += await ctx.transaction((tx) => deleteDraftsBefore(tx, before), id)
  return { dropped }
}
