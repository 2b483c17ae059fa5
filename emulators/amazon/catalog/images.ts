import type { Attributes } from '../listings/listing.ts'

/** Links are not followed here: all pictures count as being of this size. */
const side = 500

const locators: [variant: string, attribute: string][] = [
  ['MAIN', 'main_product_image_locator'],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n): [string, string] => [`PT0${n}`, `other_product_image_locator_${n}`]),
  ['SWCH', 'swatch_product_image_locator'],
]

export function imagesOf(attributes: Attributes) {
  return locators.flatMap(([variant, attribute]) => {
    const link = attributes[attribute]?.[0]?.['media_location']
    return typeof link === 'string' ? [{ variant, link, height: side, width: side }] : []
  })
}
