import { z } from 'zod'
import { parseMoment } from '../../input.ts'

export const Moment = z.string().refine((text) => parseMoment(text) !== undefined, 'not in ISO 8601')
export const Party = z.looseObject({ partyId: z.string().min(1) })
export const Amount = z.string().regex(/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/, 'not a decimal number')
export const UnitOfMeasure = z.enum(['Cases', 'Eaches'])

export const ShippedQuantity = z.looseObject({ amount: z.int().min(0), unitOfMeasure: UnitOfMeasure })
