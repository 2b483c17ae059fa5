import { createHash } from 'node:crypto'
import { z } from 'zod'
import { storeDocument } from '../documents/document-store.ts'
import { downloadLink } from '../documents/links.ts'
import { type Requirements, requirementSets } from '../listings/submission.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { parametersOf, readMarketplaces } from '../request-input.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { attributes, groups, offerOnly } from './attributes.ts'
import { findProductType, type ProductType, productTypes, requiredAttributes } from './product-types.ts'

const root = '/definitions/2020-09-01/productTypes'
const limits = { rate: 5, burst: 10 }

export const productTypesOperations: Operation[] = [
  { name: 'searchDefinitionsProductTypes', method: 'GET', path: root, ...limits, answer: searchProductTypes },
  { name: 'getDefinitionsProductType', method: 'GET', path: `${root}/:productType`, ...limits, answer: getDefinition },
]

const week = 7 * 24 * 60 * 60

function getDefinition(call: Call): Answer {
  const read = parametersOf(call.query, 'BAD_REQUEST')
  const marketplaceIds = readMarketplaces(read, call.seller, 1)
  const requirements = read.choice('requirements', requirementSets) ?? 'LISTING'
  const enforced = read.choice('requirementsEnforced', ['ENFORCED', 'NOT_ENFORCED']) ?? 'ENFORCED'
  read.choice('parentageLevel', ['NONE', 'CHILD', 'PARENT'])
  const name = call.params['productType'] ?? ''
  const type = findProductType(name)
  if (!type) throw new Refusal(404, 'NOT_FOUND', `The product type '${name}' is not known.`)

  const locale = read.text('locale')
  const isDefaultLocale = locale === undefined || locale === 'DEFAULT'
  return {
    status: 200,
    body: {
      schema: linkToSchema(call, typeSchema(type, requirements, enforced === 'ENFORCED')),
      requirements,
      requirementsEnforced: enforced,
      propertyGroups: propertyGroups(requirements),
      locale: isDefaultLocale ? (findMarketplace(marketplaceIds[0] ?? '')?.language ?? 'en_US') : locale,
      marketplaceIds,
      productType: type.name,
      displayName: type.displayName,
      productTypeVersion: { version: definitionVersion, latest: true, releaseCandidate: false },
    },
  }
}

/** The checksum is the document id, so that the same schema is stored once. */
function linkToSchema({ state, baseUrl, now }: Call, schema: object) {
  const content = JSON.stringify(schema)
  const checksum = createHash('md5').update(content).digest()
  const document = storeDocument(
    state.documents,
    { sellerId: null, contentType: 'application/json', content, isCompressed: false },
    checksum.toString('hex'),
  )
  return {
    link: { resource: downloadLink(state.documents, document.id, baseUrl, now, { seconds: week }), verb: 'GET' },
    checksum: checksum.toString('base64'),
  }
}

function searchProductTypes({ query, seller }: Call): Answer {
  const read = parametersOf(query, 'BAD_REQUEST')
  const marketplaceIds = readMarketplaces(read, seller)
  const keywords = read.list('keywords')
  const itemName = read.text('itemName')
  if (keywords.length > 0 && itemName !== undefined) throw read.refuse("'keywords' and 'itemName' exclude each other.")

  const words = itemName === undefined ? keywords : itemName.split(/\s+/)
  const found = words.length === 0 ? productTypes : productTypes.filter((type) => matchesWords(type, words))
  return {
    status: 200,
    body: {
      productTypes: found.map(({ name, displayName }) => ({ name, displayName, marketplaceIds })),
      productTypeVersion: definitionVersion,
    },
  }
}

function matchesWords({ name, keywords }: ProductType, words: string[]): boolean {
  return words.map((word) => word.toLowerCase()).some((word) => keywords.includes(word) || word === name.toLowerCase())
}

/** All definitions have the same version. */
const definitionVersion = 'U8L4z4Ud95N16tZlR7rsmbQ=='

/** The JSON schema of a product type. */
function typeSchema(type: ProductType, requirements: Requirements, isEnforced: boolean) {
  const names = attributeNames(requirements)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://schemas.amazon.com/selling-partners/definitions/product-types/schema/v1/${type.name}`,
    $comment: `Amazon Product Type Definition for ${type.name}`,
    type: 'object',
    required: isEnforced ? requiredAttributes(type, requirements) : [],
    properties: Object.fromEntries(names.map((name) => [name, attributeSchema(name)])),
    additionalProperties: false,
  }
}

function propertyGroups(requirements: Requirements) {
  const names = attributeNames(requirements)
  return Object.fromEntries(
    Object.entries(groups).map(([group, title]) => [
      group,
      { title, propertyNames: names.filter((name) => attributes[name]?.group === group) },
    ]),
  )
}

function attributeNames(requirements: Requirements): string[] {
  const isOffer = (name: string) => offerOnly.has(name)
  const names = Object.keys(attributes)
  if (requirements === 'LISTING') return names
  return names.filter((name) => isOffer(name) === (requirements === 'LISTING_OFFER_ONLY'))
}

function attributeSchema(name: string) {
  const attribute = attributes[name]
  if (!attribute) return {}
  const { title, selectors, most, instance } = attribute
  const { $schema: _, ...items } = z.toJSONSchema(instance, { io: 'input' })
  return { title, type: 'array', minItems: 1, minUniqueItems: 1, maxUniqueItems: most, selectors, items }
}
