import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { list, maybe, nextPage } from './response-schemas.ts'
import { path, listOf, marketplaceIds, pageSize, text, validateRequest } from './request-schemas.ts'

const items = '/catalog/2022-04-01/items'

const includedData = z
  .array(z.enum(['attributes', 'dimensions', 'identifiers', 'images', 'productTypes', 'summaries']))
  .optional()

const Page = {
  marketplaceIds: marketplaceIds(1),
  includedData,
  locale: z.string().optional(),
  pageSize: pageSize(20),
  pageToken: z.string().optional(),
}

const ByIdentifier = z
  .object({
    ...Page,
    identifiers: listOf('Identifiers', text('Identifier'), 20),
    identifiersType: z.enum(['ASIN', 'EAN', 'GTIN', 'ISBN', 'JAN', 'MINSAN', 'SKU', 'UPC']),
    sellerId: z.string().optional(),
  })
  .refine((search) => search.identifiersType !== 'SKU' || search.sellerId, 'SKUs are found with their seller only')

const ByKeyword = z.object({
  ...Page,
  keywords: listOf('Keywords', text('Keyword'), 20),
  brandNames: z.array(z.string()).optional(),
  classificationIds: z.array(z.string()).optional(),
  keywordsLocale: z.string().optional(),
})

const Dimension = z.object({ unit: maybe(z.string()), value: maybe(z.number()) })
const Dimensions = z.object({
  height: maybe(Dimension),
  length: maybe(Dimension),
  width: maybe(Dimension),
  weight: maybe(Dimension),
})

const Summary = z.object({
  marketplaceId: z.string(),
  itemName: maybe(z.string()),
  brand: maybe(z.string()),
  manufacturer: maybe(z.string()),
  modelNumber: maybe(z.string()),
  color: maybe(z.string()),
  size: maybe(z.string()),
  packageQuantity: maybe(z.int()),
  itemClassification: maybe(z.string()),
  browseClassification: maybe(z.object({ displayName: z.string(), classificationId: z.string() })),
})

const Image = z.object({ variant: z.string(), link: z.string(), height: z.int(), width: z.int() })
const Identifier = z.object({ identifierType: z.string(), identifier: z.string() })

/** A catalogue item. Each part is present when `includedData` asked for it. */
export const CatalogItem = z.object({
  asin: z.string(),
  attributes: maybe(z.record(z.string(), z.unknown())),
  dimensions: list(z.object({ marketplaceId: z.string(), item: maybe(Dimensions), package: maybe(Dimensions) })),
  identifiers: list(z.object({ marketplaceId: z.string(), identifiers: z.array(Identifier) })),
  images: list(z.object({ marketplaceId: z.string(), images: z.array(Image) })),
  productTypes: list(z.object({ marketplaceId: maybe(z.string()), productType: maybe(z.string()) })),
  summaries: list(Summary),
})

export const searchCatalogItems = operation({
  name: 'searchCatalogItems',
  method: 'GET',
  rate: 2,
  burst: 2,
  /** Amazon takes identifiers or keywords, not both. */
  request: (search: z.input<typeof ByIdentifier> | z.input<typeof ByKeyword>) => ({
    path: items,
    query:
      'keywords' in search
        ? validateRequest(say('This search of the catalogue'), ByKeyword, search)
        : validateRequest(say('This search of the catalogue'), ByIdentifier, search),
  }),
  wire: z.object({ numberOfResults: z.int(), pagination: nextPage, items: z.array(CatalogItem) }),
})

const CatalogQuestion = z.object({ marketplaceIds: marketplaceIds(), includedData, locale: z.string().optional() })

export const getCatalogItem = operation({
  name: 'getCatalogItem',
  method: 'GET',
  rate: 2,
  burst: 2,
  request: ({ asin, ...question }: { asin: string } & z.input<typeof CatalogQuestion>) => ({
    path: items + path`/${asin}`,
    query: validateRequest(say('This question to the catalogue'), CatalogQuestion, question),
  }),
  wire: CatalogItem,
})
