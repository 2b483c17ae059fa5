import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Answer, Call, Operation } from '../operation.ts'
import { Refusal } from '../refusal.ts'

const RestrictedDataTokenRequest = z.object({
  targetApplication: z.string().optional(),
  restrictedResources: z
    .array(
      z.object({
        method: z.enum(['GET', 'PUT', 'POST', 'DELETE']),
        path: z.string().startsWith('/'),
        dataElements: z.array(z.enum(['buyerInfo', 'shippingAddress', 'buyerTaxInformation'])).optional(),
      }),
    )
    .min(1)
    .max(50),
})

export const tokensOperations: Operation[] = [
  {
    name: 'createRestrictedDataToken',
    method: 'POST',
    path: '/tokens/2021-03-01/restrictedDataToken',
    rate: 1,
    burst: 10,
    answer: createRestrictedDataToken,
  },
]

/** Issues a token that nothing accepts: the emulator serves no restricted data. */
function createRestrictedDataToken({ body }: Call): Answer {
  if (!RestrictedDataTokenRequest.safeParse(body).success) {
    throw new Refusal(400, 'InvalidRequest', 'Request is missing or has invalid parameters', 'Resource not provided.')
  }
  const restrictedDataToken = `Atz.sprdt|${randomBytes(48).toString('base64url')}`
  return { status: 200, body: { restrictedDataToken, expiresIn: 3600 } }
}
