import { createHash } from 'node:crypto'
import { storeDocument } from '../documents/document.ts'
import { downloadLink } from '../documents/links.ts'
import { requirementSets } from '../listings/submission.ts'
import type { Answer, Call } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { parametersOf } from '../parameters.ts'
import { findMarketplace } from '../sellers/marketplaces.ts'
import { readMarketplaces } from '../sellers/read-marketplaces.ts'
import { findProductType } from './product-types.ts'
import { propertyGroups, typeSchema } from './type-schema.ts'
import { definitionVersion } from './version.ts'

const week = 7 * 24 * 60 * 60

export function getDefinition(call: Call): Answer {
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

/** The checksum is the document's name, so that the same schema is kept once. */
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
