import { z } from 'zod'
import { operation } from '../operation.ts'
import { list, payload } from './response-schemas.ts'
import { path } from './request-schemas.ts'
import { vendorRateLimit } from './vendor-schemas.ts'

const VendorError = z.object({ code: z.string(), message: z.string() })

/** Failure, Processing or Success, with the errors that a failure came from. */
const status = <Errors extends z.ZodType>(errors: Errors) =>
  z.object({ transactionStatus: z.object({ transactionId: z.string(), status: z.string(), errors }) })

/** What became of an acknowledgement or a shipment. */
export const getTransaction = operation({
  name: 'getTransaction',
  method: 'GET',
  rate: 10,
  burst: 20,
  request: ({ transactionId }: { transactionId: string }) => ({
    path: '/vendor/transactions/v1/transactions' + path`/${transactionId}`,
  }),
  wire: payload(status(list(VendorError))),
})

/** The same for direct fulfilment, which wraps its errors once more. */
export const getTransactionStatus = operation({
  name: 'getTransactionStatus',
  method: 'GET',
  ...vendorRateLimit,
  request: ({ transactionId }: { transactionId: string }) => ({
    path: '/vendor/directFulfillment/transactions/2021-12-28/transactions' + path`/${transactionId}`,
  }),
  wire: status(
    z
      .object({ errors: z.array(VendorError) })
      .nullish()
      .transform((wrapped) => wrapped?.errors ?? []),
  ),
})
