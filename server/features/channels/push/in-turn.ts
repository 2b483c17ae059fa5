import type { CompanyContext } from '#server/platform/context.ts'
import { giveBackTurn, takeTurn } from './queries/turns.ts'

/** Longer than a channel is ever waited for. A process that dies within its turn keeps the others out for as long. */
const turnSeconds = 120

/**
 * Of two messages about a SKU that are on their way at once the older may arrive last, and its quantity would stay. So a
 * channel is told by one process at a time. Answers whether it was this one's turn.
 */
export async function inTurn(ctx: CompanyContext, channelId: string, work: () => Promise<void>): Promise<boolean> {
  const { companyId, clock } = ctx
  const now = clock.now()
  const turn = { companyId, channelId, until: new Date(now.getTime() + turnSeconds * 1000) }
  if (!(await ctx.transaction((tx) => takeTurn(tx, turn, now)))) return false
  try {
    await work()
  } finally {
    await ctx.transaction((tx) => giveBackTurn(tx, turn))
  }
  return true
}
