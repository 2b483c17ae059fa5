import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { claimEnd } from './claim.ts'
import { judgeMessage } from './judge-message.ts'
import { lockDue, type DueMessage } from './queries/due-messages.ts'
import { updateMessage } from './queries/outcomes.ts'

/** A message that is this process's to send; of one that was interrupted nobody knows whether it went out. */
export type Claimed = DueMessage & { claimedAt: Date; wasInterrupted: boolean }

/** `left`: somebody else has it. */
export type Taken = { kind: 'claimed'; message: Claimed } | { kind: 'left' | 'skipped' | 'held' | 'failed' }

export const mayHaveGoneOut = 'Interrupted while sending: it may have gone out.'

/** Committed before the service is called: after a crash nobody knows whether a message went out, so none goes twice. */
export async function takeUp(ctx: CompanyContext, id: string): Promise<Taken> {
  return ctx.transaction(async (tx) => {
    const now = ctx.clock.now()
    const message = await lockDue(tx, ctx.companyId, id, now)
    if (!message) return { kind: 'left' }
    const taken = message.attemptedAt === null ? await begin(tx, ctx, message, now) : await goOn(tx, ctx, message, now)
    if (taken.kind !== 'claimed') await ctx.announce(tx, 'notifications')
    return taken
  })
}

async function begin(tx: Tx, ctx: CompanyContext, message: DueMessage, now: Date): Promise<Taken> {
  const { companyId } = ctx
  const verdict = judgeMessage(ctx, message)
  switch (verdict.kind) {
    case 'skip':
      await updateMessage(tx, companyId, message.id, { status: 'skipped', error: verdict.why })
      return { kind: 'skipped' }
    case 'hold': {
      const { until } = verdict
      await updateMessage(tx, companyId, message.id, { status: 'held', heldUntil: until, dueAt: until })
      return { kind: 'held' }
    }
    case 'send':
      return claim(tx, ctx, message, now)
  }
}

/** A service for texts can be asked what it has sent; no server for mail can. */
async function goOn(tx: Tx, ctx: CompanyContext, message: DueMessage, now: Date): Promise<Taken> {
  if (message.method === 'sms') return claim(tx, ctx, message, now)
  await updateMessage(tx, ctx.companyId, message.id, { status: 'failed', error: mayHaveGoneOut })
  return { kind: 'failed' }
}

async function claim(tx: Tx, ctx: CompanyContext, message: DueMessage, now: Date): Promise<Taken> {
  const changes = { status: 'pending', attemptedAt: now, dueAt: claimEnd(now) } as const
  await updateMessage(tx, ctx.companyId, message.id, changes)
  return { kind: 'claimed', message: { ...message, claimedAt: now, wasInterrupted: message.attemptedAt !== null } }
}
