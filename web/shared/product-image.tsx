import { cx } from 'class-variance-authority'
import { useState } from 'react'
import { t } from '#contract/i18n.ts'

type ProductImageProps = {
  url: string | null
  title: string
  /** Needed where the title is not shown beside the image. */
  alt?: string
  className?: string
}

/** Loads the image from its own URL; without an image, or if it fails to load, shows the product's initials. */
export function ProductImage({ url, title, alt = '', className }: ProductImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (!url || url === brokenUrl) {
    return (
      <span
        role={alt ? 'img' : undefined}
        aria-label={alt ? t('{alt} (couldn’t be loaded)', { alt }) : undefined}
        aria-hidden={alt ? undefined : true}
        className={cx(
          'flex items-center justify-center rounded-md border bg-sunken text-lg font-semibold text-muted select-none',
          className,
        )}
      >
        {initialsOf(title)}
      </span>
    )
  }
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBrokenUrl(url)}
      className={cx('rounded-md border bg-sunken object-cover', className)}
    />
  )
}

function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => word.match(/^./u)?.[0].toUpperCase() ?? '')
    .join('')
}
