import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { imageTypeName, type ImageType, sizeText } from '#contract/images.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { storedImages } from '#server/platform/db/schema/images.ts'
import { newId } from '#server/platform/ids.ts'
import type { Image } from './parse-image.ts'

/** `productId` is null for the company's logo. */
type ImageOwner = { companyId: string; productId: string | null }

/**
 * Stores a picture in place of the owner's previous one, or removes that. Returns both as the audit log describes them,
 * without holding them. The caller has locked the owner.
 */
export async function replaceImage(tx: Tx, owner: ImageOwner, image: Image | null) {
  const [before] = await tx
    .delete(storedImages)
    .where(ownedBy(owner))
    .returning({ contentType: storedImages.contentType, bytes: sql<number>`octet_length(${storedImages.content})` })
  if (image) await tx.insert(storedImages).values({ ...owner, id: newId(), ...image })
  return {
    before: before ? describe(before) : null,
    after: image && describe({ ...image, bytes: image.content.length }),
  }
}

const ownedBy = ({ companyId, productId }: ImageOwner): SQL | undefined =>
  and(
    eq(storedImages.companyId, companyId),
    productId === null ? isNull(storedImages.productId) : eq(storedImages.productId, productId),
  )

/** Such as "PNG, 34 KB". */
const describe = ({ contentType, bytes }: { contentType: ImageType; bytes: number }) =>
  `${imageTypeName(contentType)}, ${sizeText(bytes)}`

const imageFields = { contentType: storedImages.contentType, content: storedImages.content }

export async function readImage({ read, companyId }: CompanyContext, { imageId }: { imageId: string }): Promise<Image> {
  const [image] = await read((tx) =>
    tx
      .select(imageFields)
      .from(storedImages)
      .where(and(eq(storedImages.companyId, companyId), eq(storedImages.id, imageId))),
  )
  if (!image) throw new AppError('not_found', say('This picture doesn’t exist.'))
  return image
}

export async function findLogo(tx: Tx, companyId: string): Promise<Image | null> {
  const [image] = await tx
    .select(imageFields)
    .from(storedImages)
    .where(ownedBy({ companyId, productId: null }))
  return image ?? null
}

/** The address of the picture that was uploaded for the product `p`; null without one. */
export const uploadedImageUrl = sql`(select '/api/images/' || i.id from stored_images i
  where i.company_id = p.company_id and i.product_id = p.id)`

/** The same of the company's logo. */
export const logoUrlOf = (companyId: string): SQL<string | null> =>
  sql`(select '/api/images/' || i.id from stored_images i where i.company_id = ${companyId} and i.product_id is null)`
