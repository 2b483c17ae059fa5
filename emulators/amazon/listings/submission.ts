import { z } from 'zod'

export const requirementSets = ['LISTING', 'LISTING_PRODUCT_ONLY', 'LISTING_OFFER_ONLY'] as const
export const RequirementSet = z.enum(requirementSets)
export type Requirements = z.output<typeof RequirementSet>

const InstanceList = z.array(z.record(z.string(), z.unknown()))

export const AttributeValues = z.record(z.string(), InstanceList)

/** A patch addresses a whole attribute, never a part of one. */
const Patch = z
  .object({
    op: z.enum(['add', 'replace', 'merge', 'delete']),
    path: z.string().regex(/^\/attributes\/[a-z0-9_]+$/, 'it must name a whole attribute'),
    value: InstanceList.min(1).optional(),
  })
  .refine(({ op, value }) => op === 'delete' || value !== undefined, { path: ['value'], error: 'it is required' })
export type Patch = z.output<typeof Patch>
export const PatchList = z.array(Patch).min(1)

/** A requested change of a listing. */
export type Change =
  | { kind: 'put'; productType: string; requirements: Requirements; attributes: z.output<typeof AttributeValues> }
  | { kind: 'patch'; productType: string; patches: Patch[] }
  | { kind: 'delete' }

/** An accepted change, applied at `dueAt`. */
export type Submission = { dueAt: string; marketplaceId: string; sku: string; change: Change }
