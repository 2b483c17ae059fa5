import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { decimal, list, maybe, moment, nextPage } from './response-schemas.ts'
import { path, listOf, marketplaceIds, pageSize, requirements, text, time, validateRequest } from './request-schemas.ts'

const items = '/listings/2021-08-01/items'

type Listing = { sellerId: string; sku: string }
const at = ({ sellerId, sku }: Listing) => items + path`/${sellerId}/${sku}`

const ReadQuery = z.object({
  marketplaceIds: marketplaceIds(),
  issueLocale: z.string().optional(),
  includedData: z
    .array(
      z.enum([
        'summaries',
        'attributes',
        'issues',
        'offers',
        'fulfillmentAvailability',
        'procurement',
        'relationships',
        'productTypes',
      ]),
    )
    .optional(),
})

const SearchQuery = ReadQuery.extend({
  identifiers: listOf('Identifiers', text('Identifier'), 20).optional(),
  identifiersType: z.enum(['ASIN', 'EAN', 'FNSKU', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC']).optional(),
  createdAfter: time.optional(),
  createdBefore: time.optional(),
  lastUpdatedAfter: time.optional(),
  lastUpdatedBefore: time.optional(),
  withIssueSeverity: z.array(z.enum(['WARNING', 'ERROR'])).optional(),
  withStatus: z.array(z.enum(['BUYABLE', 'DISCOVERABLE'])).optional(),
  withoutStatus: z.array(z.enum(['BUYABLE', 'DISCOVERABLE'])).optional(),
  sortBy: z.enum(['sku', 'createdDate', 'lastUpdatedDate']).optional(),
  sortOrder: z.enum(['ASC', 'DESC']).optional(),
  pageSize: pageSize(20),
  pageToken: z.string().optional(),
}).refine((search) => !search.identifiers === !search.identifiersType, 'Identifiers and their type go together')

const WriteQuery = z.object({
  marketplaceIds: marketplaceIds(1),
  mode: z.literal('VALIDATION_PREVIEW').optional(),
  includedData: z.array(z.enum(['identifiers', 'issues'])).optional(),
  issueLocale: z.string().optional(),
})

const Attributes = z.record(z.string(), z.unknown())
const productType = text('Product type')

const Replacement = z.object({
  productType,
  requirements: requirements.optional(),
  attributes: Attributes,
})

/** A patch names one whole attribute, never a part of one. */
export const ListingPatch = z.object({
  op: z.enum(['add', 'replace', 'merge', 'delete']),
  path: z.string().regex(/^\/attributes\/[^/]+$/, 'A patch names one whole attribute: /attributes/<name>'),
  value: z.array(Attributes).optional(),
})

const Patch = z.object({ productType, patches: listOf('Patches', ListingPatch) })

/** A problem that Amazon reports on a listing. */
export const ListingIssue = z.object({
  code: z.string(),
  message: z.string(),
  severity: z.string(),
  attributeNames: list(z.string()),
  categories: list(z.string()),
  marketplaceIds: list(z.string()),
  enforcements: maybe(z.object({ actions: list(z.object({ action: z.string() })) })),
})

const Summary = z.object({
  marketplaceId: z.string(),
  asin: maybe(z.string()),
  productType: z.string(),
  conditionType: maybe(z.string()),
  status: z.array(z.string()),
  fnSku: maybe(z.string()),
  itemName: maybe(z.string()),
  createdDate: moment,
  lastUpdatedDate: moment,
  mainImage: maybe(z.object({ link: z.string() })),
})

const Offer = z.object({
  marketplaceId: z.string(),
  offerType: z.string(),
  price: z.object({ currencyCode: z.string(), amount: decimal }),
})

/** A listing. Each part is present when `includedData` asked for it. */
export const ListingsItem = z.object({
  sku: z.string(),
  summaries: list(Summary),
  attributes: maybe(Attributes),
  issues: list(ListingIssue),
  offers: list(Offer),
  fulfillmentAvailability: list(z.object({ fulfillmentChannelCode: z.string(), quantity: maybe(z.int()) })),
  productTypes: list(z.object({ marketplaceId: z.string(), productType: z.string() })),
})

/** ACCEPTED means queued; the result shows when the listing is read later. */
const Submission = z.object({
  sku: z.string(),
  status: z.string(),
  submissionId: z.string(),
  issues: list(ListingIssue),
  identifiers: list(z.object({ marketplaceId: maybe(z.string()), asin: maybe(z.string()) })),
})

/** Amazon returns at most 1,000 results; a longer list has to be read in slices of time. */
export const searchListingsItems = operation({
  name: 'searchListingsItems',
  method: 'GET',
  rate: 5,
  burst: 5,
  request: ({ sellerId, ...search }: { sellerId: string } & z.input<typeof SearchQuery>) => ({
    path: items + path`/${sellerId}`,
    query: validateRequest(say('This search of the listings'), SearchQuery, search),
  }),
  wire: z.object({ numberOfResults: z.int(), pagination: nextPage, items: z.array(ListingsItem) }),
})

export const getListingsItem = operation({
  name: 'getListingsItem',
  method: 'GET',
  rate: 5,
  burst: 5,
  request: (input: Listing & z.input<typeof ReadQuery>) => ({
    path: at(input),
    query: validateRequest(say('This question about a listing'), ReadQuery, input),
  }),
  wire: ListingsItem,
})

const PutTarget = WriteQuery.extend({ sku: text('SKU', 40) })

export const putListingsItem = operation({
  name: 'putListingsItem',
  method: 'PUT',
  rate: 5,
  burst: 5,
  isRepeatable: true,
  request: (input: Listing & z.input<typeof WriteQuery> & { body: z.input<typeof Replacement> }) => {
    const { sku, ...query } = validateRequest(say('The listing'), PutTarget, input)
    return {
      path: at({ sellerId: input.sellerId, sku }),
      query,
      body: validateRequest(say('The listing'), Replacement, input.body),
    }
  },
  wire: Submission,
})

export const patchListingsItem = operation({
  name: 'patchListingsItem',
  method: 'PATCH',
  rate: 5,
  burst: 5,
  isRepeatable: true,
  request: (input: Listing & z.input<typeof WriteQuery> & { body: z.input<typeof Patch> }) => ({
    path: at(input),
    query: validateRequest(say('The change of a listing'), WriteQuery, input),
    body: validateRequest(say('The change of a listing'), Patch, input.body),
  }),
  wire: Submission,
})

const DeleteQuery = z.object({ marketplaceIds: marketplaceIds(1), issueLocale: z.string().optional() })

export const deleteListingsItem = operation({
  name: 'deleteListingsItem',
  method: 'DELETE',
  rate: 5,
  burst: 5,
  isRepeatable: true,
  request: (input: Listing & z.input<typeof DeleteQuery>) => ({
    path: at(input),
    query: validateRequest(say('The end of a listing'), DeleteQuery, input),
  }),
  wire: Submission,
})
