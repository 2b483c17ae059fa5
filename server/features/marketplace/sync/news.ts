import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'

const quietMilliseconds = 3_000

export type ProgressNotifier = { notify(tx: Tx, progress: { hasNewSkus: boolean; isLast?: boolean }): Promise<void> }

/** A sync changes numbers several times a second; browsers hear of it every few seconds, and at the end. */
export function createProgressNotifier(ctx: CompanyContext): ProgressNotifier {
  let notifiedAt = -Infinity
  let hasUnannouncedSkus = false
  return {
    async notify(tx, { hasNewSkus, isLast = false }) {
      hasUnannouncedSkus ||= hasNewSkus
      const now = ctx.clock.now().getTime()
      if (!isLast && now - notifiedAt < quietMilliseconds) return
      await ctx.publishChange(tx, 'marketplace')
      await ctx.publishChange(tx, 'inventory')
      if (hasUnannouncedSkus) await ctx.publishChange(tx, 'products')
      notifiedAt = now
      hasUnannouncedSkus = false
    },
  }
}
