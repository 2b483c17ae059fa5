import { z } from 'zod'
import type { Requirements } from '../listings/submission.ts'
import { groups } from './attribute.ts'
import { attributes } from './attributes.ts'
import { offerOnly } from './offer-attributes.ts'
import { requiredAttributes, type ProductType } from './product-types.ts'

/** The JSON schema of what may be sent for a product type: what the link in its definition leads to. */
export function typeSchema(type: ProductType, requirements: Requirements, isEnforced: boolean) {
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

export function propertyGroups(requirements: Requirements) {
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
