export type Issue = {
  code: string
  message: string
  severity: 'ERROR' | 'WARNING' | 'INFO'
  attributeNames?: string[]
  categories: string[]
  enforcements?: { actions: { action: string }[]; exemption: { status: string } }
}

const suppressed = (action: string) => ({ actions: [{ action }], exemption: { status: 'NOT_EXEMPT' } })

export const missingAttribute = (name: string): Issue => ({
  code: '90220',
  message: `'${name}' is required but not supplied.`,
  severity: 'ERROR',
  attributeNames: [name],
  categories: ['MISSING_ATTRIBUTE'],
  enforcements: suppressed('LISTING_SUPPRESSED'),
})

export const invalidAttribute = (name: string, why: string): Issue => ({
  code: '90000900',
  message: `The value for '${name}' is invalid: ${why}.`,
  severity: 'ERROR',
  attributeNames: [name],
  categories: ['INVALID_ATTRIBUTE'],
  enforcements: suppressed('ATTRIBUTE_SUPPRESSED'),
})

export const notEnoughValues = (name: string, field: string): Issue => ({
  code: '99022',
  message: `The field '${field}' for the attribute '${name}' does not have enough values. The required minimum is '1' value(s).`,
  severity: 'ERROR',
  attributeNames: [name],
  categories: ['INVALID_ATTRIBUTE'],
})

export const invalidPrice = (why: string, severity: 'ERROR' | 'WARNING' = 'ERROR'): Issue => ({
  code: severity === 'ERROR' ? '90057' : '90058',
  message: why,
  severity,
  attributeNames: ['purchasable_offer'],
  categories: ['INVALID_PRICE'],
})

export const invalidImage = (name: string): Issue => ({
  code: '18027',
  message: 'The image could not be fetched from its address. Submit one that can be reached over HTTP.',
  severity: 'WARNING',
  attributeNames: [name],
  categories: ['INVALID_IMAGE'],
})

export const unknownSku = (sku: string): Issue => ({
  code: '13013',
  message: `The SKU '${sku}' does not exist in this marketplace.`,
  severity: 'ERROR',
  categories: ['INVALID_ATTRIBUTE'],
})

export const unknownAsin = (asin: string): Issue => ({
  code: '8560',
  message: `The ASIN '${asin}' does not exist in this marketplace.`,
  severity: 'ERROR',
  attributeNames: ['merchant_suggested_asin'],
  categories: ['INVALID_ATTRIBUTE'],
})

export const approvalRequired = (asin: string): Issue => ({
  code: '18299',
  message: `You need approval to list the product '${asin}'.`,
  severity: 'ERROR',
  categories: ['QUALIFICATION_REQUIRED'],
})

export const invalidProductType = (given: string): Issue => ({
  code: '4000003',
  message: `The product type '${given}' is not one that this listing can have.`,
  severity: 'ERROR',
  attributeNames: ['product_type'],
  categories: ['INVALID_ATTRIBUTE'],
})

export const isError = ({ severity }: Pick<Issue, 'severity'>) => severity === 'ERROR'
