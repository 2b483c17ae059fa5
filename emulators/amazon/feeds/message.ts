import { z } from 'zod'
import { AttributeValues, PatchList, RequirementSet, type Change } from '../listings/submission.ts'

const common = { messageId: z.int().min(1).max(2_147_483_647), sku: z.string().min(1).max(40) }
const productType = z.string().min(1)
const absent = z.undefined().optional()
const SomeAttributes = AttributeValues.refine(
  (attributes) => Object.keys(attributes).length > 0,
  'it must not be empty',
)

/** One change within a feed; each kind has fields that the others must not have. */
export const FeedMessage = z.discriminatedUnion('operationType', [
  z.object({
    ...common,
    operationType: z.literal('UPDATE'),
    productType,
    requirements: RequirementSet.default('LISTING'),
    attributes: SomeAttributes,
    patches: absent,
  }),
  z.object({
    ...common,
    operationType: z.literal('PARTIAL_UPDATE'),
    productType,
    attributes: SomeAttributes,
    requirements: absent,
    patches: absent,
  }),
  z.object({
    ...common,
    operationType: z.literal('PATCH'),
    productType,
    patches: PatchList,
    requirements: absent,
    attributes: absent,
  }),
  z.object({
    ...common,
    operationType: z.literal('DELETE'),
    productType: absent,
    requirements: absent,
    attributes: absent,
    patches: absent,
  }),
])
export type FeedMessage = z.output<typeof FeedMessage>

export function toChange(message: FeedMessage): Change {
  switch (message.operationType) {
    case 'UPDATE': {
      const { productType, requirements, attributes } = message
      return { kind: 'put', productType, requirements, attributes }
    }
    case 'PARTIAL_UPDATE': {
      const patches = Object.entries(message.attributes).map(([name, value]) => {
        return { op: 'replace' as const, path: `/attributes/${name}`, value }
      })
      return { kind: 'patch', productType: message.productType, patches }
    }
    case 'PATCH':
      return { kind: 'patch', productType: message.productType, patches: message.patches }
    case 'DELETE':
      return { kind: 'delete' }
  }
}
