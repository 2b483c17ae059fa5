import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { locale, t } from './i18n.ts'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** What may be uploaded; `maxPixels` is of each side. */
export type ImageRule = { types: readonly ImageType[]; maxBytes: number; maxPixels: number }

const mebibyte = 1024 * 1024

export const productImageRule: ImageRule = { types: imageTypes, maxBytes: 2 * mebibyte, maxPixels: 6_000 }

/** Every mail carries the logo, so it is small; and some mail programs don't show WebP. */
export const logoRule: ImageRule = { types: ['image/png', 'image/jpeg'], maxBytes: mebibyte / 4, maxPixels: 2_000 }

const names: Record<ImageType, string> = { 'image/png': 'PNG', 'image/jpeg': 'JPEG', 'image/webp': 'WebP' }

export const imageTypeName = (type: ImageType): string => names[type]

/** Such as "PNG, JPEG, or WebP". */
export const typesText = ({ types }: ImageRule): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(types.map(imageTypeName))

export const sizeText = (bytes: number): string =>
  bytes >= mebibyte ? `${Math.round(bytes / mebibyte)} MB` : `${Math.ceil(bytes / 1024)} KB`

export const wrongImage = (rule: ImageRule): string => t('Choose a {types} picture.', { types: typesText(rule) })

export const imageTooLarge = ({ maxBytes }: ImageRule): string =>
  t('The picture must be {size} or smaller.', { size: sizeText(maxBytes) })

/** The reply is a picture, not JSON. */
export const ImageReply = z.string().meta({ format: 'binary', description: 'A picture' })

export const imagesApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/images/:imageId',
    summary: 'A picture that was uploaded; its content never changes',
    access: 'readonly',
    scope: 'company',
    params: z.strictObject({ imageId: Id }),
    reply: ImageReply,
  }),
}
