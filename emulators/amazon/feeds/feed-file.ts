import { z } from 'zod'
import type { StoredDocument } from '../documents/document-store.ts'
import { AttributeValues, type Change, PatchList, RequirementSet } from '../listings/submission.ts'
import { listingData } from '../listings/view-listing.ts'

const mostMessages = 25_000

export const FeedFile = z.object({
  header: z.object({
    sellerId: z.string(),
    version: z.literal('2.0'),
    issueLocale: z.string().optional(),
    report: z
      .object({ includedData: z.array(z.enum(listingData)).min(1), apiVersion: z.literal('2021-08-01') })
      .optional(),
  }),
  messages: z.array(z.unknown()).min(1).max(mostMessages),
})

export type FeedFile = z.output<typeof FeedFile>

/** Parses the file of a feed; returns the reason when it cannot be processed at all. */
export function readFeedFile(document: StoredDocument | undefined, sellerId: string): FeedFile | string {
  if (!document || document.content === null) return 'The feed document was never uploaded.'
  if (!/^application\/json\s*;\s*charset=utf-8$/i.test(document.contentType)) {
    return 'The content type of the feed must be application/json; charset=UTF-8.'
  }
  const file = FeedFile.safeParse(parseJson(document.content))
  if (!file.success) return `The feed does not follow its schema: ${firstReason(file.error)}.`
  return file.data.header.sellerId === sellerId ? file.data : 'The feed is of another selling partner.'
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}

export function firstReason({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? ''
  return path === '' ? (issue?.message ?? '') : `${path}: ${issue?.message}`
}

const common = { messageId: z.int().min(1).max(2_147_483_647), sku: z.string().min(1).max(40) }

const productType = z.string().min(1)

const absent = z.undefined().optional()

const SomeAttributes = AttributeValues.refine(
  (attributes) => Object.keys(attributes).length > 0,
  'it must not be empty',
)

/** One message of a feed. Each operation type has fields that the others must not have. */
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
