import { passCrashPoint } from '#server/platform/crash-points.ts'
import { Rejected, Unavailable } from '#server/ports/failure.ts'
import type { FulfillmentNews, Submission } from '#server/ports/fulfillment.ts'
import type { ClaimedAttempt, Known } from '../../queries/attempts-to-send.ts'
import { lockOrders } from '../../queries/lock-orders.ts'
import { listLinesOfAttempt } from '../../queries/orders-to-send.ts'
import { applyNews } from '../apply-news.ts'
import { inOurNames } from '../news/in-our-names.ts'
import { noteAccepted } from '../note-accepted.ts'
import { askTerms } from './ask-terms.ts'
import { driveCancellation } from './drive-cancellation.ts'
import type { Drive, Outcome } from './drive.ts'
import { findForgotten } from './find-forgotten.ts'
import { keepLease } from './lease.ts'
import { mayStillShow } from './may-still-show.ts'
import { noteRefusal } from './note-refusal.ts'
import { readSubmission } from './read-submission.ts'

/** Has Amazon ship an attempt. Who finds that Amazon may have heard of it asks before telling. */
export async function driveSubmission(drive: Drive): Promise<Outcome> {
  if (drive.attempt.submittedAt !== null) {
    const news = await drive.service.read(drive.account, drive.handle)
    return news ? attach(drive, news) : submit(drive, await readSubmission(drive), {})
  }
  const submission = await readSubmission(drive)
  const terms = await askTerms(drive, submission)
  return terms instanceof Rejected
    ? noteRefusal(drive, terms, submission.destination)
    : submit(drive, submission, terms)
}

async function submit(drive: Drive, submission: Submission, terms: Known): Promise<Outcome> {
  const { ctx, service, account, handle, attempt, claimed } = drive
  const forgotten = await findForgotten(drive)
  if (forgotten) return noteRefusal(drive, sentBefore(forgotten), null)
  const begun = await begin(drive, terms)
  // A process that slept since must not tell Amazon what by now may be over.
  if (!begun || ctx.clock.now() >= claimed.lease) return 'left'
  if (begun.cancelRequestedAt !== null) return driveCancellation({ ...drive, attempt: begun })
  passCrashPoint('orders.send.marked')
  const answer = await service.submit(account, submission).catch(asAnswer)
  passCrashPoint('orders.send.submitted')
  if (answer === 'accepted') return accept(drive)
  const mayBeThere = answer === 'exists' || attempt.submittedAt !== null
  const news = mayBeThere ? await service.read(account, handle) : null
  if (news) return attach(drive, news)
  if (answer === 'exists') throw new Unavailable('Amazon has the order and does not show it yet')
  // It may refuse the second telling just because it is busy with the first.
  if (mayStillShow(attempt, ctx.clock.now())) throw new Unavailable('Amazon may still be taking the order in')
  return noteRefusal(drive, answer, submission.destination)
}

const sentBefore = (name: string): Rejected =>
  new Rejected(
    `Amazon has this order as ${name}, sent before the database was brought back. Send it again to go on with that.`,
    {
      code: 'id_taken',
    },
  )

function asAnswer(error: unknown): Rejected {
  if (error instanceof Rejected) return error
  throw error
}

/** From here on Amazon may have heard of it. */
function begin({ ctx, attempt, claimed }: Drive, terms: Known): Promise<ClaimedAttempt | null> {
  return ctx.transaction(async (tx) => {
    await lockOrders(tx, ctx.companyId, [attempt.orderId])
    return keepLease(tx, ctx, claimed, { ...terms, submittedAt: attempt.submittedAt ?? ctx.clock.now() })
  })
}

/** A process that slept may have told Amazon of what was given up meanwhile: that is to be stopped. */
async function accept({ ctx, service, account, attempt, handle }: Drive): Promise<Outcome> {
  if (await ctx.transaction((tx) => noteAccepted(tx, ctx, attempt.id, ctx.clock.now()))) return 'accepted'
  await service.cancel(account, handle)
  return 'stopping'
}

/** Goes on with what Amazon has under the attempt’s name, unless that is somebody else’s. */
async function attach(drive: Drive, news: FulfillmentNews): Promise<Outcome> {
  const { ctx, attempt, handle } = drive
  const lines = await ctx.transaction((tx) => listLinesOfAttempt(tx, ctx.companyId, attempt.id))
  if (!inOurNames(news, lines)) {
    const taken = `Amazon has an order ${handle.externalId} that was not sent from here. Send it again, under its next number.`
    return noteRefusal(drive, new Rejected(taken, { code: 'id_taken' }), null)
  }
  await ctx.transaction((tx) => applyNews(tx, ctx, attempt.id, news))
  return 'accepted'
}
