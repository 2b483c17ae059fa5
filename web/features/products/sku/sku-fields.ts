import { t } from '#contract/i18n.ts'
import { z } from 'zod'
import { withDecimalMark, withDecimalPoint } from '#contract/parse-number.ts'
import { type Dimensions, SkuInput, type SkuRow } from '#contract/products.ts'
import { type DimensionUnit, dimensionUnits, type WeightUnit, weightUnits } from '#contract/units.ts'

const { packageQuantity, safetyBuffer } = SkuInput.shape
const { shape: plainFields } = SkuInput.omit({ packageQuantity: true, safetyBuffer: true, dimensions: true })

/** An empty field becomes NaN, which the field's own rule rejects with its message. */
const asNumber = (text: string) => (text === '' ? Number.NaN : Number(text))
const typedNumber = z.string().trim().transform(asNumber)

const sideField = (problem: string) =>
  z
    .string()
    .trim()
    .overwrite(withDecimalPoint)
    .refine((text) => text === '' || (Number(text) > 0 && Number(text) <= 100_000), problem)
    .transform((text) => (text === '' ? null : Number(text)))

const dimensionFields = {
  length: sideField(t('Length must be a number up to 100000, such as 12.5')),
  width: sideField(t('Width must be a number up to 100000, such as 12.5')),
  height: sideField(t('Height must be a number up to 100000, such as 12.5')),
  dimensionUnit: z.enum(dimensionUnits),
}

export const unitLabels: Record<WeightUnit | DimensionUnit, string> = {
  pounds: t('pounds'),
  ounces: t('ounces'),
  kilograms: t('kilograms'),
  grams: t('grams'),
  inches: t('inches'),
  centimeters: t('centimeters'),
}

/** Schema of the form: numbers are typed as text, and each side of the package has its own field. */
export const SkuFields = z
  .object({
    ...plainFields,
    isActive: z.boolean(),
    isHazmat: z.boolean(),
    weightUnit: z.enum(weightUnits),
    packageQuantity: typedNumber.pipe(packageQuantity.unwrap()),
    safetyBuffer: typedNumber.pipe(safetyBuffer.unwrap()),
    ...dimensionFields,
  })
  .transform(({ length, width, height, dimensionUnit, ...fields }, context) => {
    const given = [length, width, height].filter((typed) => typed !== null).length
    if (given === 0) return { ...fields, dimensions: null }
    if (length === null || width === null || height === null) {
      for (const [name, typed] of Object.entries({ length, width, height })) {
        if (typed !== null) continue
        const message = t('Enter length, width and height, or leave all three empty')
        context.issues.push({ code: 'custom', path: [name], message, input: typed })
      }
      return z.NEVER
    }
    const dimensions: Dimensions = { length, width, height, unit: dimensionUnit }
    return { ...fields, dimensions }
  })
export type SkuValues = z.input<typeof SkuFields>
export type SkuOutput = z.output<typeof SkuFields>

export const emptySku: SkuValues = {
  sku: '',
  title: '',
  isActive: true,
  safetyBuffer: '0',
  price: '',
  compareAtPrice: '',
  cost: '',
  weight: '',
  weightUnit: 'pounds',
  length: '',
  width: '',
  height: '',
  dimensionUnit: 'inches',
  packageQuantity: '1',
  asin: '',
  shippingTemplate: '',
  prepInstructions: '',
  isHazmat: false,
}

const sideText = (side: number | undefined) => (side === undefined ? '' : withDecimalMark(String(side)))

export function toSkuValues({ dimensions, ...sku }: SkuRow): SkuValues {
  return {
    sku: sku.sku,
    title: sku.title ?? '',
    isActive: sku.isActive,
    safetyBuffer: String(sku.safetyBuffer),
    price: withDecimalMark(sku.price ?? ''),
    compareAtPrice: withDecimalMark(sku.compareAtPrice ?? ''),
    cost: withDecimalMark(sku.cost ?? ''),
    weight: withDecimalMark(sku.weight ?? ''),
    weightUnit: sku.weightUnit,
    length: sideText(dimensions?.length),
    width: sideText(dimensions?.width),
    height: sideText(dimensions?.height),
    dimensionUnit: dimensions?.unit ?? 'inches',
    packageQuantity: String(sku.packageQuantity),
    asin: sku.asin ?? '',
    shippingTemplate: sku.shippingTemplate ?? '',
    prepInstructions: sku.prepInstructions ?? '',
    isHazmat: sku.isHazmat,
  }
}
