import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { productImageRule } from '#contract/images.ts'
import { type ProductDetail, productsApi } from '#contract/products.ts'
import { ImageUpload } from '#web/shared/image-upload.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ProductImage } from '#web/shared/product-image.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useProduct, useProductImage, useUpdateProduct } from '../api.ts'
import { EditProductDialog } from '../product-form.tsx'
import { ProductFacts, StockFigures, totalStock } from './facts.tsx'
import { activationNotice, deactivationNotice } from './labels.ts'

export function DetailsTab({ product }: { product: ProductDetail }) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <div className="grid gap-5 p-4">
      <div className="flex flex-wrap gap-2">
        <PermittedButton
          access={productsApi.update.access}
          task={t('change products')}
          size="small"
          onClick={() => setIsEditing(true)}
        >
          {t('Edit')}
        </PermittedButton>
        <ProductActivation product={product} />
      </div>
      <StockFigures {...totalStock(product.skus)} />
      <ImageGallery product={product} />
      <PictureUpload product={product} />
      {product.description && <p className="whitespace-pre-line wrap-anywhere">{product.description}</p>}
      {product.bulletPoints.length > 0 && (
        <ul className="ml-5 list-disc space-y-1 wrap-anywhere">
          {product.bulletPoints.map((point, position) => (
            <li key={`${position} ${point}`}>{point}</li>
          ))}
        </ul>
      )}
      <ProductFacts product={product} />
      {isEditing && <EditProductDialog productId={product.id} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

/** The uploaded picture first, then the product's own images, then Amazon's. */
function ImageGallery({ product: { title, uploadedImageUrl, images, amazonImages } }: { product: ProductDetail }) {
  const all = [
    ...(uploadedImageUrl === null ? [] : [{ url: uploadedImageUrl, alt: t('{title}, uploaded picture', { title }) }]),
    ...images.map((url, position) => ({ url, alt: t('{title}, image {number}', { title, number: position + 1 }) })),
    ...amazonImages.map((url, position) => ({
      url,
      alt: t('{title}, Amazon image {number}', { title, number: position + 1 }),
    })),
  ]
  if (all.length === 0) return null
  return (
    <ul aria-label={t('Images')} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
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

/** Channels load pictures from public addresses, so they get the image URLs only. */
function PictureUpload({ product: { id, uploadedImageUrl } }: { product: ProductDetail }) {
  const { uploadImage, removeImage } = useProductImage(id)
  return (
    <ImageUpload
      noun={t('picture')}
      rule={productImageRule}
      hasImage={uploadedImageUrl !== null}
      hint={t('Only your team can see it. For channels, enter image URLs under Edit.')}
      access={productsApi.uploadImage.access}
      task={t('change products')}
      upload={uploadImage}
      remove={removeImage}
    />
  )
}

/** Activates or deactivates a product after a confirmation that states the consequences for its SKUs. */
function ProductActivation({ product }: { product: ProductDetail }) {
  const { id, title, version, isActive, skus } = product
  const [isConfirming, setIsConfirming] = useState(false)
  const { refetch } = useProduct(id)
  const updateProduct = useUpdateProduct()
  const verb = isActive ? t('Deactivate') : t('Activate')
  const sentences = isActive ? deactivationNotice(skus) : activationNotice(skus)

  function changeConfirming(next: boolean) {
    updateProduct.reset()
    setIsConfirming(next)
  }

  return (
    <>
      <PermittedButton
        access={productsApi.update.access}
        task={t('change products')}
        size="small"
        onClick={() => setIsConfirming(true)}
      >
        {verb}
      </PermittedButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={changeConfirming}
        title={isActive ? t('Deactivate {title}?', { title }) : t('Activate {title}?', { title })}
        confirmLabel={verb}
        isDangerous={isActive}
        isPending={updateProduct.isPending}
        onConfirm={() =>
          updateProduct.mutate(
            { productId: id, version, isActive: !isActive },
            { onSuccess: () => changeConfirming(false) },
          )
        }
      >
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <ServerErrorAlert
          error={updateProduct.error}
          onReload={() => {
            updateProduct.reset()
            void refetch()
          }}
        />
      </ConfirmDialog>
    </>
  )
}
