import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import { operation } from '../operation.ts'
import { maybe } from './response-schemas.ts'
import { path, marketplaceIds, requirements, validateRequest } from './request-schemas.ts'

const productTypes = '/definitions/2020-09-01/productTypes'

const Search = z
  .object({
    marketplaceIds: marketplaceIds(),
    keywords: z.array(z.string()).optional(),
    itemName: z.string().optional(),
    locale: z.string().optional(),
  })
  .refine((search) => !(search.keywords && search.itemName), 'A search has keywords or the name of an item, not both')

export const searchDefinitionsProductTypes = operation({
  name: 'searchDefinitionsProductTypes',
  method: 'GET',
  rate: 5,
  burst: 5,
  request: (search: z.input<typeof Search>) => ({
    path: productTypes,
    query: validateRequest(say('This search of product types'), Search, search),
  }),
  wire: z.object({
    productTypes: z.array(z.object({ name: z.string(), displayName: z.string(), marketplaceIds: z.array(z.string()) })),
    productTypeVersion: z.string(),
  }),
})

const Question = z.object({
  marketplaceIds: marketplaceIds(1),
  sellerId: z.string().optional(),
  requirements: requirements.optional(),
  requirementsEnforced: z.enum(['ENFORCED', 'NOT_ENFORCED']).optional(),
  locale: z.enum(['DEFAULT', 'en_US']).optional(),
})

/** The rules are a JSON schema behind a link. The checksum changes with the schema. */
const SchemaLink = z.object({ link: z.object({ resource: z.string(), verb: z.string() }), checksum: z.string() })

export const getDefinitionsProductType = operation({
  name: 'getDefinitionsProductType',
  method: 'GET',
  rate: 5,
  burst: 5,
  request: ({ productType, ...question }: { productType: string } & z.input<typeof Question>) => ({
    path: productTypes + path`/${productType}`,
    query: validateRequest(say('This question about a product type'), Question, question),
  }),
  wire: z.object({
    productType: z.string(),
    displayName: z.string(),
    requirements: z.string(),
    locale: z.string(),
    marketplaceIds: z.array(z.string()),
    productTypeVersion: z.object({ version: z.string(), latest: z.boolean() }),
    schema: SchemaLink,
    metaSchema: maybe(SchemaLink),
  }),
})
