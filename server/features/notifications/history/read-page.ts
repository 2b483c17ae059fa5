import { AppError } from '#contract/errors.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { readPreferences } from '../queries/wishes.ts'
import { recordView } from './note-view.ts'
import { getStoredMessageOrThrow } from './queries/history.ts'

/** A mail as it arrives. Its link to unsubscribe is left out: whoever looks at it here is not the customer. */
export async function readPage(ctx: CompanyContext, { notificationId }: { notificationId: string }): Promise<string> {
  return ctx.transaction(async (tx) => {
    const stored = await getStoredMessageOrThrow(tx, ctx.companyId, notificationId)
    if (stored.method === 'sms') throw new AppError('conflict', 'A text has no page: it is its words.')
    if (stored.message === '') throw new AppError('conflict', 'The mail has been erased with the customer’s data.')
    await recordView(tx, ctx, stored)
    const { companyName } = await readPreferences(tx, ctx.companyId)
    return composeMail(ctx, { ...stored, recipientHash: null }, companyName).html
  })
}
