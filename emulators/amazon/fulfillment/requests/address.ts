import { z } from 'zod'
import { CountryCode } from './parts.ts'

const japan = 'JP'

/** The model names no lengths; these are those of the interface that came before it. */
export const Address = z
  .object({
    name: z.string().min(1).max(50),
    addressLine1: z.string().min(1).max(60),
    addressLine2: z.string().max(60).optional(),
    addressLine3: z.string().max(60).optional(),
    city: z.string().max(50).optional(),
    districtOrCounty: z.string().max(150).optional(),
    stateOrRegion: z.string().max(150).optional(),
    postalCode: z.string().min(1).max(20),
    countryCode: CountryCode,
    phone: z.string().max(20).optional(),
  })
  .superRefine((address, context) => {
    if (address.countryCode === japan && address.city) {
      context.addIssue({ code: 'custom', path: ['city'], message: 'Not used in Japan' })
    }
    if (address.countryCode !== japan && !address.city) {
      context.addIssue({ code: 'custom', path: ['city'], message: 'MissingValue' })
    }
  })
export type Address = z.output<typeof Address>
