import { z } from 'zod'
import { countryCode, text } from './request-schemas.ts'
import { maybe, payload } from './response-schemas.ts'

export const vendorRateLimit = { rate: 10, burst: 10 } as const

/** Amazon's code of a vendor or of one of its warehouses. */
export const partyIdentification = z.object({ partyId: text('Party') })

/** A quantity as it is sent. */
export const Quantity = z.object({
  amount: z.int().min(0),
  unitOfMeasure: z.enum(['Cases', 'Eaches']),
  unitSize: z.int().min(1).optional(),
})

/** A quantity as it is read. */
export const KnownQuantity = z.object({
  amount: maybe(z.int()),
  unitOfMeasure: maybe(z.string()),
  unitSize: maybe(z.int()),
})

/** Vendor writes are asynchronous: the answer names a transaction, whose status is read later. */
export const transaction = payload(z.object({ transactionId: maybe(z.string()) }))

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
