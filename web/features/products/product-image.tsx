import { cx } from 'class-variance-authority'
import { useState } from 'react'

type ProductImageProps = {
  url: string | null
  title: string
  /** Where no title stands beside it, the image says itself what it shows. */
  alt?: string
  className?: string
}

/** Shown from where it lies; where there is none or it can't be fetched, the product's initials take its place. */
export function ProductImage({ url, title, alt = '', className }: ProductImageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (!url || url === brokenUrl) {
    return (
      <span
        role={alt ? 'img' : undefined}
        aria-label={alt ? `${alt} (couldn’t be loaded)` : undefined}
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
