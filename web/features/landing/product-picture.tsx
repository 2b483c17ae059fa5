import { useTheme } from '#web/ui/theme.ts'
import { type Picture, pictureSize } from './pictures.ts'

type ProductPictureProps = { picture: Picture; isFirst?: boolean }

/** In the theme of the page. The browser knows its shape beforehand, so that nothing jumps when it arrives. */
export function ProductPicture({ picture: { light, dark, alt }, isFirst = false }: ProductPictureProps) {
  const theme = useTheme()
  return (
    <picture className="block overflow-hidden rounded-xl border bg-raised shadow-overlay">
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img
        src={theme === 'dark' ? dark : light}
        alt={alt}
        {...pictureSize}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
        className="h-auto w-full"
      />
    </picture>
  )
}
