import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { listOf, validateRequest } from './request-schemas.ts'

const RestrictedTokenRequest = z.object({
  restrictedResources: listOf(
    'Restricted resources',
    z.object({
      method: z.enum(['GET', 'PUT', 'POST', 'DELETE']),
      path: z.string().startsWith('/', 'A restricted resource is a path'),
      dataElements: z.array(z.enum(['buyerInfo', 'shippingAddress', 'buyerTaxInformation'])).optional(),
    }),
    50,
  ),
})

/** Creates a restricted data token (RDT) for personal data. It replaces the access token of a call. */
export const createRestrictedDataToken = operation({
  name: 'createRestrictedDataToken',
  method: 'POST',
  rate: 1,
  burst: 10,
  isRepeatable: true,
  request: ({ body }: { body: z.input<typeof RestrictedTokenRequest> }) => ({
    path: '/tokens/2021-03-01/restrictedDataToken',
    body: validateRequest(say('The wish for a restricted token'), RestrictedTokenRequest, body),
  }),
  wire: z.object({ restrictedDataToken: z.string(), expiresIn: z.int() }),
})
