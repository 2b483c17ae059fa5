import { z } from 'zod'
import { operation } from '../../operation.ts'
import { list, maybe, moment, payload } from '../response-schemas.ts'
import { base, rateLimit } from './order-schemas.ts'

export const TrackingEvent = z.object({
  eventDate: moment,
  eventCode: z.string(),
  eventDescription: z.string(),
  eventAddress: maybe(z.object({ city: maybe(z.string()), state: maybe(z.string()), country: maybe(z.string()) })),
})

export const getPackageTrackingDetails = operation({
  name: 'getPackageTrackingDetails',
  method: 'GET',
  ...rateLimit,
  request: ({ packageNumber }: { packageNumber: number }) => ({ path: `${base}/tracking`, query: { packageNumber } }),
  wire: payload(
    z.object({
      packageNumber: z.int(),
      trackingNumber: maybe(z.string()),
      customerTrackingLink: maybe(z.string()),
      carrierCode: maybe(z.string()),
      carrierURL: maybe(z.string()),
      shipDate: maybe(moment),
      estimatedArrivalDate: maybe(moment),
      currentStatus: maybe(z.string()),
      currentStatusDescription: maybe(z.string()),
      trackingEvents: list(TrackingEvent),
    }),
  ),
})
