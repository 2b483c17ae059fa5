import type { ProductDetail } from '#contract/products.ts'
import { ProductImage } from './product-image.tsx'

/** The product's own images first, then what Amazon shows. */
export function ImageGallery({ product: { title, images, amazonImages } }: { product: ProductDetail }) {
  const all = [
    ...images.map((url, position) => ({ url, alt: `${title}, image ${position + 1}` })),
    ...amazonImages.map((url, position) => ({ url, alt: `${title}, Amazon image ${position + 1}` })),
  ]
  if (all.length === 0) return null
  return (
    <ul aria-label="Images" className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {all.map(({ url, alt }) => (
        <li key={alt}>
          <a href={url} target="_blank" rel="noopener noreferrer" className="block rounded-md">
            <ProductImage url={url} title={title} alt={alt} className="aspect-square w-full" />
          </a>
        </li>
      ))}
    </ul>
  )
}
