import { z } from 'zod'
import { parseMoment } from '../../input.ts'

export const ShippingSpeed = z.enum(['Standard', 'Expedited', 'Priority', 'ScheduledDelivery'])
export type ShippingSpeed = z.output<typeof ShippingSpeed>

export const Moment = z.string().refine((text) => parseMoment(text) !== undefined, 'timestamp must follow ISO8601')

export const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'InvalidValue')

export const Money = z.object({
  currencyCode: z.string().length(3),
  value: z.string().regex(/^-?\d+(\.\d+)?$/, 'InvalidValue'),
})

/** Shown on the packing slip, which has the characters of Western Europe only. */
export const DisplayableOrderId = z
  .string()
  .min(1)
  .max(40)
  // oxlint-disable-next-line no-control-regex -- ISO 8859-1 is meant to its edges
  .regex(/^[\u0000-\u00ff]*$/, 'Only ISO 8859-1 characters are allowed')
  .regex(/^(?!.* {2})/, 'Two spaces in a row are not allowed')

export const OrderId = z.string().min(1).max(40)
export const Comment = z.string().min(1).max(750)
export const Quantity = z.int().min(1)
export const Action = z.enum(['Ship', 'Hold'])
export const Policy = z.enum(['FillOrKill', 'FillAll', 'FillAllAvailable'])
export const Emails = z.array(z.string().max(64))

const FeatureName = z.enum([
  'BLANK_BOX',
  'BLOCK_AMZL',
  'OVERBOX',
  'PACKING_SLIP',
  'SIGNATURE_CONFIRMATION',
  'DELIVER_TOGETHER',
])
export type FeatureName = z.output<typeof FeatureName>

export const FeatureConstraints = z.array(
  z.object({
    featureName: FeatureName.optional(),
    featureFulfillmentPolicy: z.enum(['Required', 'NotRequired']).optional(),
  }),
)
