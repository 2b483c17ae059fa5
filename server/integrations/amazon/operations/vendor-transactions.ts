import { z } from 'zod'
import { operation } from '../operation.ts'
import { list, payload } from './response-schemas.ts'
import { path } from './request-schemas.ts'
import { vendorRateLimit } from './vendor-schemas.ts'

const VendorError = z.object({ code: z.string(), message: z.string() })

/** The status is Failure, Processing or Success; a failure has errors. */
const status = <Errors extends z.ZodType>(errors: Errors) =>
  z.object({ transactionStatus: z.object({ transactionId: z.string(), status: z.string(), errors }) })

/** Status of an acknowledgement or a shipment. */
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

/** Status of a direct fulfillment write; this API wraps its errors once more. */
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
