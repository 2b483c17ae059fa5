import { finishFeed } from './feeds/process-feed.ts'
import { advanceOrders } from './fulfillment/lifecycle/advance-orders.ts'
import { compareText } from './iso-time.ts'
import { applySubmission } from './listings/apply-change.ts'
import { finishReport } from './reports/build-report.ts'
import type { AmazonState, Seller } from './state.ts'
import { processTransactions } from './vendor/process-transactions.ts'

/**
 * Applies everything that became due since the last request: order steps, submissions, feeds, reports, vendor
 * transactions.
 */
export function catchUp(state: AmazonState, now: Date): void {
  for (const seller of Object.values(state.sellers)) {
    advanceOrders(state, seller, now)
    catchUpProcessing(state, seller, now)
    if (seller.vendor) processTransactions(seller.vendor, now)
  }
}

type Due = { at: string; finish(): void }

/** Finishes submissions, feeds and reports in the order they became due, with their due time. */
function catchUpProcessing(state: AmazonState, seller: Seller, now: Date): void {
  const until = now.toISOString()
  const submissions = takeDue(seller, until).map((submission): Due => {
    return { at: submission.dueAt, finish: () => applySubmission(state, seller, submission) }
  })
  const feeds = Object.values(seller.feeds)
    .filter(({ outcome, endsAt }) => outcome === null && endsAt <= until)
    .map((feed): Due => ({ at: feed.endsAt, finish: () => finishFeed(state, seller, feed) }))
  const reports = Object.values(seller.reports)
    .filter(({ outcome, endsAt }) => outcome === null && endsAt <= until)
    .map((report): Due => ({ at: report.endsAt, finish: () => finishReport(state, seller, report) }))
  const due = [...submissions, ...feeds, ...reports].sort((one, other) => compareText(one.at, other.at))
  for (const { finish } of due) finish()
}

function takeDue(seller: Seller, until: string) {
  const pending = seller.submissions.findIndex(({ dueAt }) => dueAt > until)
  return seller.submissions.splice(0, pending === -1 ? seller.submissions.length : pending)
}
