import type { Attributes } from '../listings/listing.ts'

type Measure = { value?: number; unit?: string }

export function dimensionsOf(attributes: Attributes) {
  const item = measuresOf(attributes, 'item_dimensions', 'item_weight')
  const parcel = measuresOf(attributes, 'item_package_dimensions', 'item_package_weight')
  return { ...(item && { item }), ...(parcel && { package: parcel }) }
}

function measuresOf(attributes: Attributes, sidesName: string, weightName: string) {
  const sides = attributes[sidesName]?.[0] as { height?: Measure; length?: Measure; width?: Measure } | undefined
  const weight = attributes[weightName]?.[0] as Measure | undefined
  if (!sides && !weight) return undefined
  return {
    ...(sides?.height && { height: sides.height }),
    ...(sides?.length && { length: sides.length }),
    ...(sides?.width && { width: sides.width }),
    ...(weight && { weight: { unit: weight.unit, value: weight.value } }),
  }
}
