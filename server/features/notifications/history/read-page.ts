import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { readWishes } from '../queries/wishes.ts'
import { noteView } from './note-view.ts'
import { getKeptOrThrow } from './queries/history.ts'

/** A mail as it arrives. Its link to unsubscribe is left out: whoever looks at it here is not the customer. */
export async function readPage(ctx: CompanyContext, { notificationId }: { notificationId: string }): Promise<string> {
  return ctx.transaction(async (tx) => {
    const kept = await getKeptOrThrow(tx, ctx.companyId, notificationId)
    if (kept.method === 'sms') throw new AppError('conflict', 'A text has no page: it is its words.')
    if (kept.message === '') throw new AppError('conflict', 'The mail has been erased with the customer’s data.')
    await noteView(tx, ctx, kept)
    const { companyName } = await readWishes(tx, ctx.companyId)
    return composeMail(ctx, { ...kept, recipientHash: null }, companyName).html
  })
}
