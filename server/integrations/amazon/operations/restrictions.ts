import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { list, maybe } from './response-schemas.ts'
import { marketplaceIds, text, validateRequest } from './request-schemas.ts'

const Question = z.object({
  asin: text('ASIN'),
  sellerId: text('Seller ID'),
  marketplaceIds: marketplaceIds(),
  conditionType: z.string().optional(),
  reasonLocale: z.string().optional(),
})

const Reason = z.object({
  message: z.string(),
  reasonCode: maybe(z.string()),
  links: list(z.object({ resource: z.string(), title: maybe(z.string()) })),
})

/** An empty list means that the seller may sell the item. */
export const getListingsRestrictions = operation({
  name: 'getListingsRestrictions',
  method: 'GET',
  rate: 5,
  burst: 10,
  request: (question: z.input<typeof Question>) => ({
    path: '/listings/2021-08-01/restrictions',
    query: validateRequest(say('This question about restrictions'), Question, question),
  }),
  wire: z.object({
    restrictions: z.array(
      z.object({ marketplaceId: z.string(), conditionType: maybe(z.string()), reasons: list(Reason) }),
    ),
  }),
})
