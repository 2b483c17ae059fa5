import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

const quietMilliseconds = 3_000

export type News = { tell(tx: Tx, news: { hasNewSkus: boolean; isLast?: boolean }): Promise<void> }

/** A sync changes numbers several times a second; browsers hear of it every few seconds, and at the end. */
export function createNews(ctx: CompanyContext): News {
  let toldAt = -Infinity
  let hasUntoldSkus = false
  return {
    async tell(tx, { hasNewSkus, isLast = false }) {
      hasUntoldSkus ||= hasNewSkus
      const now = ctx.clock.now().getTime()
      if (!isLast && now - toldAt < quietMilliseconds) return
      await ctx.announce(tx, 'marketplace')
      await ctx.announce(tx, 'inventory')
      if (hasUntoldSkus) await ctx.announce(tx, 'products')
      toldAt = now
      hasUntoldSkus = false
    },
  }
}
