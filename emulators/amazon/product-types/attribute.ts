import { z } from 'zod'

export const groups = {
  product_identity: 'Product Identity',
  product_details: 'Product Details',
  images: 'Images',
  offer: 'Offer',
  shipping: 'Shipping',
  variations: 'Variations',
  safety_and_compliance: 'Safety & Compliance',
} as const
export type Group = keyof typeof groups

/** One of the things a listing can say. It may say it several times, for several values of the selectors. */
export type Attribute = {
  title: string
  group: Group
  /** The fields that tell one instance from another. */
  selectors: readonly string[]
  /** How many instances there may be for each marketplace. */
  most: number
  instance: z.ZodType
}

const marketplace = { marketplace_id: z.string().optional() }
const language = { language_tag: z.string().optional() }

const languageSelectors = ['marketplace_id', 'language_tag'] as const
export const marketplaceSelectors = ['marketplace_id'] as const

export function text(title: string, group: Group, maxLength: number): Attribute {
  const instance = z.strictObject({ value: z.string().min(1).max(maxLength), ...language, ...marketplace })
  return { title, group, selectors: languageSelectors, most: 1, instance }
}

/** Several at once, such as bullet points: the value itself tells them apart. */
export function texts(title: string, group: Group, maxLength: number, most: number): Attribute {
  return { ...text(title, group, maxLength), selectors: [...languageSelectors, 'value'], most }
}

export function choice(title: string, group: Group, values: readonly string[]): Attribute {
  return plain(title, group, z.enum(values))
}

export function plain(title: string, group: Group, value: z.ZodType): Attribute {
  const instance = z.strictObject({ value, ...marketplace })
  return { title, group, selectors: marketplaceSelectors, most: 1, instance }
}

export function measure(title: string, group: Group, units: readonly string[]): Attribute {
  const instance = z.strictObject({ ...quantityIn(units).shape, ...marketplace })
  return { title, group, selectors: marketplaceSelectors, most: 1, instance }
}

export function sides(title: string, group: Group): Attribute {
  const side = quantityIn(['inches', 'centimeters', 'feet', 'meters', 'millimeters'])
  const instance = z.strictObject({ length: side, width: side, height: side, ...marketplace })
  return { title, group, selectors: marketplaceSelectors, most: 1, instance }
}

export function image(title: string): Attribute {
  const instance = z.strictObject({ media_location: z.string().min(1), ...marketplace })
  return { title, group: 'images', selectors: marketplaceSelectors, most: 1, instance }
}

const quantityIn = (units: readonly string[]) => z.strictObject({ value: z.number().min(0), unit: z.enum(units) })
