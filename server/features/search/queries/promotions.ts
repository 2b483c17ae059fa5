import { and, desc, eq, sql } from 'drizzle-orm'
import { promotionState } from '#contract/promotion-state.ts'
import type { SearchResults } from '#contract/search.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText } from '#server/platform/db/rows.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'

/** A company has few enough of them to be looked through. */
export async function findPromotions(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  text: string,
  most: number,
): Promise<SearchResults['promotions']> {
  const sought = text.toLowerCase()
  const found = await tx
    .select({
      id: promotions.id,
      title: promotions.title,
      code: promotions.code,
      isActive: promotions.isActive,
      startsAt: promotions.startsAt,
      endsAt: promotions.endsAt,
      maxRedemptions: promotions.maxRedemptions,
      redemptionCount: promotions.redemptionCount,
    })
    .from(promotions)
    .where(and(eq(promotions.companyId, companyId), containsText(text, promotions.title, promotions.code)))
    .orderBy(
      desc(sql`coalesce(${promotions.codeKey}, '') = ${sought}`),
      desc(
        sql`starts_with(lower(${promotions.title}), ${sought}) or starts_with(coalesce(${promotions.codeKey}, ''), ${sought})`,
      ),
      desc(promotions.createdAt),
      desc(promotions.id),
    )
    .limit(most)
  const now = clock.now()
  return found.map(({ id, title, code, ...standing }) => ({ id, title, code, state: promotionState(standing, now) }))
}
