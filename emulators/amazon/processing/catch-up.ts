import { compareText } from '../compare.ts'
import { finishFeed } from '../feeds/end-feed.ts'
import { applySubmission } from '../listings/carry-out.ts'
import { finishReport } from '../reports/end-report.ts'
import type { Seller, AmazonState } from '../world.ts'

type Due = { at: string; finish(): void }

/** Ends what has become due, in the order it became due, as if it had been done then. */
export function catchUpProcessing(world: AmazonState, seller: Seller, now: Date): void {
  const until = now.toISOString()
  const submissions = takeDue(seller, until).map((submission): Due => {
    return { at: submission.dueAt, finish: () => applySubmission(world, seller, submission) }
  })
  const feeds = Object.values(seller.feeds)
    .filter(({ outcome, endsAt }) => outcome === null && endsAt <= until)
    .map((feed): Due => ({ at: feed.endsAt, finish: () => finishFeed(world, seller, feed) }))
  const reports = Object.values(seller.reports)
    .filter(({ outcome, endsAt }) => outcome === null && endsAt <= until)
    .map((report): Due => ({ at: report.endsAt, finish: () => finishReport(world, seller, report) }))
  const due = [...submissions, ...feeds, ...reports].sort((one, other) => compareText(one.at, other.at))
  for (const { finish } of due) finish()
}

function takeDue(seller: Seller, until: string) {
  const pending = seller.submissions.findIndex(({ dueAt }) => dueAt > until)
  return seller.submissions.splice(0, pending === -1 ? seller.submissions.length : pending)
}
