import { z } from 'zod'
import { parseMoment, readBody } from '../input.ts'
import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { nextJobId } from '../processing/job.ts'
import { secondsAfter } from '../seconds-after.ts'
import { assertMarketplaces } from '../sellers/read-marketplaces.ts'

const Moment = z.string().refine((text) => parseMoment(text) !== undefined, 'it must be in ISO 8601')

const ReportBody = z.object({
  reportType: z.string().regex(/^(GET_[A-Z0-9_]+|FEE_DISCOUNTS_REPORT)$/, 'there is no such report'),
  marketplaceIds: z.array(z.string()).min(1).max(25),
  dataStartTime: Moment.optional(),
  dataEndTime: Moment.optional(),
  reportOptions: z.record(z.string(), z.string()).optional(),
})

export function createReport({ body, state, seller, now }: Call): Answer {
  const { reportType, marketplaceIds, dataStartTime, dataEndTime } = readBody(ReportBody, body, '400')
  assertMarketplaces(seller, marketplaceIds, '400')
  if (dataStartTime !== undefined && Date.parse(dataStartTime) > Date.parse(dataEndTime ?? now.toISOString())) {
    throw new Refusal(400, '400', 'Invalid input', "'dataStartTime' must not be after 'dataEndTime'.")
  }
  const id = nextJobId(seller.reports)
  const { reportQueue, report } = state.processing
  seller.reports[id] = {
    id,
    type: reportType,
    marketplaceIds,
    dataStartTime: dataStartTime ?? null,
    dataEndTime: dataEndTime ?? null,
    createdAt: now.toISOString(),
    startsAt: secondsAfter(now, reportQueue),
    endsAt: secondsAfter(now, reportQueue + report),
    outcome: null,
    documentId: null,
  }
  return { status: 202, body: { reportId: id } }
}
