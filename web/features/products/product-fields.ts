import { z } from 'zod'
import { ImageUrl, type ProductDetail, ProductInput } from '#contract/products.ts'

const { title, brand, category, description } = ProductInput.shape

const imageField = z.object({
  url: z
    .string()
    .trim()
    .transform((typed) => typed || null)
    .pipe(ImageUrl.nullable()),
})

/** What the form holds; a line left empty is no image. */
export const ProductFields = z.object({
  title,
  brand,
  category,
  description,
  images: z.array(imageField).transform((lines) => lines.flatMap(({ url }) => url ?? [])),
  isActive: z.boolean(),
})
export type ProductValues = z.input<typeof ProductFields>
export type ProductOutput = z.output<typeof ProductFields>

export const emptyProduct: ProductValues = {
  title: '',
  brand: '',
  category: '',
  description: '',
  images: [{ url: '' }],
  isActive: true,
}

export function toProductValues(product: ProductDetail): ProductValues {
  const { images, ...fields } = product
  return {
    title: fields.title,
    brand: fields.brand,
    category: fields.category,
    description: fields.description,
    images: images.length > 0 ? images.map((url) => ({ url })) : [{ url: '' }],
    isActive: fields.isActive,
  }
}
