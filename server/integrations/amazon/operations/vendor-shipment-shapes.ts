import { z } from 'zod'
import { countryCode, text } from './sent.ts'

const Party = z.object({
  partyId: text('Party'),
  address: z
    .object({
      name: text('Name'),
      addressLine1: text('Address line 1'),
      addressLine2: z.string().optional(),
      city: z.string().optional(),
      stateOrRegion: z.string().optional(),
      postalCode: z.string().optional(),
      countryCode,
      phone: z.string().optional(),
    })
    .optional(),
})

export const Parties = { sellingParty: Party, shipFromParty: Party, shipToParty: Party }

export const shipMode = z.enum(['TruckLoad', 'LessThanTruckLoad', 'SmallParcel'])
export const transportationMode = z.enum(['Road', 'Air', 'Ocean'])

export const measure = <Unit extends string>(units: readonly [Unit, ...Unit[]]) =>
  z.object({ unitOfMeasure: z.enum(units), value: z.string().regex(/^\d+(?:\.\d+)?$/, 'A measure is not a number') })

export const shipping = '/vendor/shipping/v1'
